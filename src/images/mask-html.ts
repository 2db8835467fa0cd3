import { type PageFrame, pageHtml } from '../ui/page-html.ts';
import type { MaskWords } from './shared/mask-words.ts';

export interface MaskPage extends PageFrame {
  readonly words: MaskWords;
}

/** The mask editor's page. */
export function maskHtml({ words, ...frame }: MaskPage): string {
  return pageHtml(frame, {
    title: words.canvas,
    sources: [`img-src ${frame.cspSource}`],
    data: { words },
    look: 'mask-editor',
  });
}
