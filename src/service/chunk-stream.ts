import type { Chunk, ChunkReader } from './stream.ts';

/** The chunks of one answer, to be read once. The request is sent when reading begins. */
export class ChunkStream<T extends Chunk> implements AsyncIterable<T> {
  #open: (() => Promise<ChunkReader<T>>) | undefined;

  constructor(open: () => Promise<ChunkReader<T>>) {
    this.#open = open;
  }

  [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
    const open = this.#open;
    if (!open) {
      throw new Error('A stream can be read only once.');
    }
    this.#open = undefined;
    let opening: Promise<ChunkReader<T>> | undefined;
    let reader: ChunkReader<T> | undefined;
    let over = false;
    const end = async (): Promise<IteratorResult<T, undefined>> => ({ value: undefined, done: true });
    const first = async (): Promise<IteratorResult<T, undefined>> => {
      if (opening) {
        throw new Error('A chunk is awaited already.');
      }
      try {
        opening = open();
        reader = await opening;
      } catch (error) {
        over = true;
        throw error;
      }
      return reader.next();
    };
    return {
      // Once it stands, the reader's own promise is handed on: another one for each chunk would show.
      next: () => (reader ? reader.next() : over ? end() : first()),
      return: () => {
        over = true;
        if (reader) {
          return reader.return();
        }
        // Given up before the answer began, which aborts it as soon as it does.
        opening?.then(
          (opened) => opened.return(),
          () => {},
        );
        return end();
      },
    };
  }
}
