import type { ViewMessage } from '../../chat/shared/protocol.ts';
import type { ChatWords } from '../../chat/shared/words.ts';
import { phrase } from '../page/phrase.ts';
import { atMost, droppedUris, type Refusal, readDropped } from './dropped.ts';

export interface DropListener {
  post(message: ViewMessage): void;
  /** Text goes where text goes. */
  insert(text: string): void;
  /** Says what was not attached, and why. */
  refuse(reason: string): void;
  readonly words: ChatWords;
}

/** Attaches what was dropped: by its address where it has one, else with its text. */
export async function attachDropped(data: DataTransfer, listener: DropListener): Promise<void> {
  // All of it must be asked for at once: after the event, the browser gives nothing more.
  const uris = atMost(droppedUris(data));
  const files = atMost([...data.files]);
  const text = data.getData('text/plain');
  const refuse = ({ word, about }: Refusal): void => listener.refuse(phrase(listener.words[word], about));
  if (uris.some.length > 0) {
    listener.post({ type: 'drop', uris: uris.some });
    if (uris.refusal) {
      refuse(uris.refusal);
    }
    return;
  }
  if (files.some.length === 0) {
    if (text !== '') {
      listener.insert(text);
    }
    return;
  }
  if (files.refusal) {
    refuse(files.refusal);
  }
  for (const file of files.some) {
    const read = await readDropped(file);
    if ('text' in read) {
      listener.post({ type: 'dropText', ...read });
    } else {
      refuse(read);
    }
  }
}
