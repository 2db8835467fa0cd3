import * as v from 'valibot';
import { MASK_WORDS, type MaskWords } from '../../images/shared/mask-words.ts';
import { Host } from './host.ts';
import { MaskView } from './mask-view.ts';

// The page of `src/images/mask-html.ts`.
const { words: wordsData = '{}' } = document.body.dataset;
const page = document.querySelector('main');
if (!(page instanceof HTMLElement)) {
  throw new Error('This is not the page of the mask editor.');
}
const words: MaskWords = v.parse(v.object(v.entriesFromList(MASK_WORDS, v.string())), JSON.parse(wordsData));
const host = new Host();
const view = new MaskView(page, words, host);
host.listen((message) => view.receive(message));
host.post({ type: 'ready' });
