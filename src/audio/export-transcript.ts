import { l10n, type QuickPickItem, Uri, window, workspace } from 'vscode';
import { landingError } from '../landing/landing-error.ts';
import { EXPORT_FORMATS, type ExportFormat } from './shared/transcript-protocol.ts';
import { toMarkdown, toSrt, toText, toVtt } from './subtitles.ts';
import type { Transcript } from './transcript.ts';
import { transcriptFrom } from './transcript-at-hand.ts';
import { transcriptStem } from './transcript-name.ts';

interface FormatItem extends QuickPickItem {
  readonly format: ExportFormat;
}

const WRITERS: Readonly<Record<ExportFormat, (transcript: Transcript, title: string) => string>> = {
  srt: (transcript) => toSrt(transcript),
  vtt: (transcript) => toVtt(transcript),
  txt: (transcript) => toText(transcript),
  md: toMarkdown,
};

/** Asks for a form, if none is given, and a file, writes the transcript there, and shows it. */
export async function exportTranscript(from: Uri | undefined, given?: ExportFormat): Promise<void> {
  const { uri, transcript } = await transcriptFrom(from);
  const format = given ?? (await askForFormat());
  if (format === undefined) {
    return;
  }
  const stem = transcriptStem(uri.path.split('/').at(-1) ?? '');
  const target = await window.showSaveDialog({
    title: l10n.t('Export Transcript'),
    saveLabel: l10n.t('Export'),
    // VS Code asks before a file is overwritten.
    defaultUri: Uri.joinPath(uri, '..', `${stem}.${format}`),
    filters: { [labelOf(format)]: [format] },
  });
  if (target === undefined) {
    return;
  }
  try {
    await workspace.fs.writeFile(target, new TextEncoder().encode(WRITERS[format](transcript, stem)));
  } catch (error) {
    throw landingError(error, Uri.joinPath(target, '..'));
  }
  await window.showTextDocument(await workspace.openTextDocument(target), { preview: false });
}

/** What an argument of the command says, if it names a form. */
export function exportFormatFrom(given: unknown): ExportFormat | undefined {
  return EXPORT_FORMATS.find((format) => format === given);
}

async function askForFormat(): Promise<ExportFormat | undefined> {
  const details: Readonly<Record<ExportFormat, string>> = {
    srt: l10n.t('Subtitles with times, for most players.'),
    vtt: l10n.t('Subtitles with times, for the web.'),
    txt: l10n.t('The text alone, without times.'),
    md: l10n.t('The text with its times, to be read.'),
  };
  const items = EXPORT_FORMATS.map(
    (format): FormatItem => ({
      label: labelOf(format),
      description: `.${format}`,
      detail: details[format],
      format,
    }),
  );
  return (await window.showQuickPick(items, { title: l10n.t('Export Transcript') }))?.format;
}

function labelOf(format: ExportFormat): string {
  switch (format) {
    case 'srt':
      return 'SubRip';
    case 'vtt':
      return 'WebVTT';
    case 'txt':
      return l10n.t('Text');
    case 'md':
      return 'Markdown';
  }
}
