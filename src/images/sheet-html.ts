import { type PageFrame, pageHtml } from '../ui/page-html.ts';
import type { SheetWords } from './shared/sheet-words.ts';

export interface SheetPage extends PageFrame {
  readonly words: SheetWords;
}

/** The contact sheet's page. */
export function sheetHtml({ words, ...frame }: SheetPage): string {
  return pageHtml(frame, {
    title: words.title,
    sources: [`img-src ${frame.cspSource}`],
    data: { words },
    look: 'contact-sheet',
  });
}
