import * as v from 'valibot';
import { TRANSCRIPT_WORDS, type TranscriptWords } from '../../audio/shared/transcript-words.ts';
import { Host } from './host.ts';
import { TranscriptView } from './transcript-view.ts';

// The page of `src/audio/transcript-html.ts`.
const { words: wordsData = '{}' } = document.body.dataset;
const page = document.querySelector('main');
if (!(page instanceof HTMLElement)) {
  throw new Error('This is not the page of the transcript editor.');
}
const words: TranscriptWords = v.parse(
  v.object(v.entriesFromList(TRANSCRIPT_WORDS, v.string())),
  JSON.parse(wordsData),
);
const host = new Host();
const view = new TranscriptView(page, words, host);
host.listen((message) => view.receive(message));
host.post({ type: 'ready' });
