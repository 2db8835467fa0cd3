import { type PageFrame, pageHtml } from '../ui/page-html.ts';
import type { TranscriptWords } from './shared/transcript-words.ts';

export interface TranscriptPage extends PageFrame {
  readonly words: TranscriptWords;
}

/** The transcript editor’s page. */
export function transcriptHtml({ words, ...frame }: TranscriptPage): string {
  return pageHtml(frame, {
    title: words.page,
    sources: [`media-src ${frame.cspSource}`],
    data: { words },
    look: 'transcript-editor',
  });
}
