import { l10n } from 'vscode';
import { cutTo, type PlanCall } from './agent-tool.ts';
import { markdownText } from './markdown-text.ts';
import type { PlanTranscript } from './operations.ts';
import { toolInput, transcribeAudioInput } from './tool-inputs.ts';
import { fileInWorkspace, pathInWorkspace } from './workspace-path.ts';

const MEGABYTE = 1_000_000;

export function planTranscribeAudio(planTranscript: PlanTranscript): PlanCall {
  return async (input, host) => {
    const { path, language, format, translate = false } = toolInput(transcribeAudioInput, input);
    const uri = await fileInWorkspace(path);
    const planned = await planTranscript({
      uri,
      operation: translate ? 'translation' : 'transcription',
      // What is translated is translated from whatever is spoken (§4.12).
      language: translate ? undefined : language,
      format,
    });
    const name = markdownText(pathInWorkspace(uri));
    const megabytes = (planned.size / MEGABYTE).toLocaleString(undefined, { maximumFractionDigits: 1 });
    const asked = [name, megabytes, markdownText(host), markdownText(planned.model)];
    return {
      confirmation: {
        title: translate ? l10n.t('Translate speech into English?') : l10n.t('Transcribe speech?'),
        message: [
          planned.inParts
            ? l10n.t('{0} ({1} MB) is sent to {2}, model {3}, in parts. That uses up quota.', ...asked)
            : l10n.t('{0} ({1} MB) is sent to {2}, model {3}. That uses up quota.', ...asked),
          l10n.t('The transcript is saved beside it. No file is replaced.'),
        ].join('\n\n'),
        running: translate ? l10n.t('Translating {0}', name) : l10n.t('Transcribing {0}', name),
      },
      run: async ({ signal, room }) => {
        const { text, saved, remark } = await planned.make(signal);
        const shown = cutTo(text.trim(), room);
        return [
          saved ? `Saved as ${pathInWorkspace(saved)}.` : 'The transcript could not be saved.',
          ...(remark === undefined ? [] : [remark]),
          shown === text.trim() ? 'What is said:' : 'What is said, its beginning; the file has all of it:',
          '',
          shown,
        ].join('\n');
      },
    };
  };
}
