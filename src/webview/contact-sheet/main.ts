import * as v from 'valibot';
import { SHEET_WORDS, type SheetWords } from '../../images/shared/sheet-words.ts';
import { Host } from './host.ts';
import { SheetView } from './sheet-view.ts';

// The page of `src/images/sheet-html.ts`.
const { words: wordsData = '{}' } = document.body.dataset;
const page = document.querySelector('main');
if (!(page instanceof HTMLElement)) {
  throw new Error('This is not the page of the contact sheet.');
}
const words: SheetWords = v.parse(
  v.object(v.entriesFromList(SHEET_WORDS, v.string())),
  JSON.parse(wordsData),
);
const host = new Host();
const view = new SheetView(page, words, host);
host.listen((message) => view.receive(message));
host.post({ type: 'ready' });
