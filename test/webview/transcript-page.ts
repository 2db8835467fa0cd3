import type { Locator } from 'playwright-core';
import * as v from 'valibot';
import {
  type TranscriptHostMessage,
  type TranscriptPageMessage,
  type TranscriptSegmentShown,
  type TranscriptState,
  transcriptPageMessage,
} from '../../src/audio/shared/transcript-protocol.ts';
import { transcriptHtml } from '../../src/audio/transcript-html.ts';
import type { PageFrame } from '../../src/ui/page-html.ts';
import { until } from '../until.ts';
import { englishTranscriptWords } from './page-words.ts';
import type { ServedFile } from './served-file.ts';
import type { EmptyPage } from './shared-browser.ts';
import { wav } from './wav.ts';
import {
  FILES,
  openPage,
  type PageKind,
  type PageOptions,
  pagesForEach,
  WebviewPage,
} from './webview-page.ts';

const KIND: PageKind = {
  name: 'transcript',
  background: 'editor',
  size: { width: 800, height: 600 },
  listens: true,
};

/** Seconds. */
export const LENGTH = 60;

const RECORDINGS: Readonly<Record<string, ServedFile>> = {
  'talk.wav': { contentType: 'audio/wav', bytes: wav(LENGTH) },
  'broken.mp3': { contentType: 'audio/mpeg', bytes: Buffer.from('not a sound') },
  'empty.wav': { contentType: 'audio/wav', bytes: new Uint8Array() },
};

/** Keeps what is heard, which is in no document. */
const SOUNDS = `
  globalThis.sounds = [];
  const create = document.createElement;
  document.createElement = function (name, ...all) {
    const element = create.call(this, name, ...all);
    if (name === 'audio') {
      sounds.push(element);
    }
    return element;
  };`;

/** Segments of four seconds each, one after the other. */
export function segments(count: number, from = 0): TranscriptSegmentShown[] {
  return Array.from({ length: count }, (_, index) => ({
    start: 4 * (from + index),
    end: 4 * (from + index + 1),
    text: `Words of segment ${from + index}.`,
    isEditable: true,
  }));
}

/** The transcript editor's own page. */
export class TranscriptPage extends WebviewPage<TranscriptHostMessage, TranscriptPageMessage> {
  constructor(empty: EmptyPage, options: PageOptions) {
    super(empty, KIND, options);
  }

  protected override readonly scripts = [SOUNDS];

  override async load(): Promise<void> {
    await super.load();
    await this.forgetPosted();
  }

  get rows(): Locator {
    return this.page.getByRole('listitem');
  }

  row(index: number): Locator {
    return this.page.locator('.segment').nth(index);
  }

  /** The button of a segment that plays it. */
  time(index: number): Locator {
    return this.row(index).locator('.time');
  }

  get current(): Locator {
    return this.page.locator('[aria-current=true]');
  }

  get field(): Locator {
    return this.page.locator('textarea');
  }

  /** Shows these segments, or so many, with a recording of a minute. */
  async begin(
    given: number | readonly TranscriptSegmentShown[],
    state: Partial<TranscriptState> = {},
    { audio = 'talk.wav' }: { audio?: string | undefined } = {},
  ): Promise<void> {
    const shown = typeof given === 'number' ? segments(given) : [...given];
    await this.post(
      {
        type: 'state',
        name: 'talk.transcript.json',
        segments: shown,
        isReadOnly: false,
        summary: ['en', `${shown.length} segments`],
        remarks: [],
        ...state,
      },
      { type: 'audio', ...(audio !== '' && { audio: { uri: `${FILES}/${audio}`, name: audio } }) },
    );
    if (audio === 'talk.wav') {
      await until('the recording is known', async () => (await this.sound<number>('readyState')) > 0);
    }
  }

  /** Shows so many segments, which are made in the page: it takes long to send them there from a test. */
  async beginMany(count: number): Promise<void> {
    await this.page.evaluate(`receive([{
      type: 'state',
      name: 'talk.transcript.json',
      segments: Array.from({ length: ${count} }, (_, index) => ({
        start: 4 * index, end: 4 * index + 4, text: 'Words of segment ' + index + '.', isEditable: true,
      })),
      isReadOnly: false,
      summary: [],
      remarks: [],
    }])`);
  }

  /** Says what the host says when segments have changed. */
  async change(at: number, removed: number, given: readonly TranscriptSegmentShown[]): Promise<void> {
    await this.post({ type: 'change', at, removed, segments: [...given], summary: [], remarks: [] });
  }

  /** A property of what is heard. */
  async sound<T>(property: string): Promise<T> {
    return (await this.page.evaluate(`sounds[0].${property}`)) as T;
  }

  protected override served(name: string): ServedFile | undefined {
    return RECORDINGS[name];
  }

  protected html(frame: PageFrame): string {
    return transcriptHtml({ ...frame, words: englishTranscriptWords() });
  }

  protected parsed(message: unknown): TranscriptPageMessage {
    return v.parse(transcriptPageMessage, message);
  }
}

export function openTranscriptPage(options: PageOptions = {}): Promise<TranscriptPage> {
  return openPage(KIND, options, (empty) => new TranscriptPage(empty, options));
}

export function transcriptPages(): (options?: PageOptions) => Promise<TranscriptPage> {
  return pagesForEach(openTranscriptPage);
}
