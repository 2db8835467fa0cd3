import { type PageFrame, pageHtml } from '../ui/page-html.ts';
import type { CandidatesWords } from './shared/candidates-words.ts';

export interface CandidatesPage extends PageFrame {
  readonly words: CandidatesWords;
}

/** The candidates' page. */
export function candidatesHtml({ words, ...frame }: CandidatesPage): string {
  return pageHtml(frame, { title: words.title, sources: [], data: { words }, look: 'candidates' });
}
