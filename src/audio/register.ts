import { type Disposable, window } from 'vscode';
import { registerCommand } from '../ui/commands.ts';
import type { AudioOrder, PlannedTranscript } from './audio-order.ts';
import type { AudioServices } from './audio-services.ts';

/** Audio as text: transcribing, the editor of transcripts, and what is made of them. */
export function registerAudio(services: AudioServices): Disposable[] {
  const { log } = services;
  return [
    registerCommand('inkwell.transcribeAudio', log, async (...given) =>
      (await import('./transcribe-audio.ts')).transcribeAudio(services, given, 'transcription'),
    ),
    registerCommand('inkwell.translateAudio', log, async (...given) =>
      (await import('./transcribe-audio.ts')).transcribeAudio(services, given, 'translation'),
    ),
    registerCommand('inkwell.transcribeWithOptions', log, async (...given) =>
      (await import('./transcribe-audio.ts')).transcribeAudio(services, given, 'transcription', {
        asks: true,
      }),
    ),
    window.registerCustomEditorProvider(
      'inkwell.transcript',
      {
        async resolveCustomTextEditor(document, panel) {
          const { openTranscript } = await import('./open-transcript.ts');
          await openTranscript(services, document, panel);
        },
      },
      {
        // What is heard goes on while another tab is looked at, as in VS Code's own player.
        webviewOptions: { retainContextWhenHidden: true, enableFindWidget: true },
        supportsMultipleEditorsPerDocument: true,
      },
    ),
    registerCommand('inkwell.exportTranscript', log, async (given, format) => {
      const { exportFormatFrom, exportTranscript } = await import('./export-transcript.ts');
      const { transcriptAtHand } = await import('./transcript-at-hand.ts');
      await exportTranscript(transcriptAtHand(given), exportFormatFrom(format));
    }),
    registerCommand('inkwell.copyTranscript', log, async (given) => {
      const { transcriptAtHand } = await import('./transcript-at-hand.ts');
      await (await import('./copy-transcript.ts')).copyTranscript(transcriptAtHand(given));
    }),
  ];
}

/** Transcripts that somebody else than the person asks for. */
export function transcriptPlanner(
  services: AudioServices,
): (order: AudioOrder) => Promise<PlannedTranscript> {
  return async (order) => (await import('./audio-order.ts')).planTranscript(services, order);
}
