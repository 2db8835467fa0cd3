import type { Locator } from 'playwright-core';
import * as v from 'valibot';
import { candidatesHtml } from '../../src/completion/candidates-html.ts';
import {
  type CandidateChange,
  type CandidatesHostMessage,
  type CandidatesInit,
  type CandidatesPageMessage,
  type CandidatesState,
  candidatesPageMessage,
  type Mark,
} from '../../src/completion/shared/candidates-protocol.ts';
import type { PageFrame } from '../../src/ui/page-html.ts';
import { englishCandidatesWords } from './page-words.ts';
import type { EmptyPage } from './shared-browser.ts';
import { openPage, type PageKind, type PageOptions, pagesForEach, WebviewPage } from './webview-page.ts';

const KIND: PageKind = {
  name: 'candidates',
  background: 'editor',
  size: { width: 800, height: 500 },
  listens: true,
};

/** A candidate that has come as a whole; what is not given is as of any. */
export function candidate(id: number, change: Partial<CandidateChange> = {}): CandidateChange {
  return {
    id,
    place: 0,
    number: id + 1,
    keepText: 0,
    keepMarks: 0,
    text: `return parse(text, ${id});`,
    marks: [],
    confidence: 0.9,
    state: 'whole',
    finish: 'stop',
    times: 1,
    isEchoed: false,
    ...change,
  };
}

/** The mark of a token where it stands in a text first. */
export function mark(text: string, token: string, probability: number, ...others: [string, number][]): Mark {
  const start = text.indexOf(token);
  const alternatives = [[token, probability] as const, ...others]
    .map(([other, odds]) => ({ text: other, probability: odds }))
    .sort((a, b) => b.probability - a.probability);
  return { start, end: start + token.length, probability, alternatives };
}

/** The candidates' own page. */
export class CandidatesTestPage extends WebviewPage<CandidatesHostMessage, CandidatesPageMessage> {
  constructor(empty: EmptyPage, options: PageOptions) {
    super(empty, KIND, options);
  }

  override async load(): Promise<void> {
    await super.load();
    await this.forgetPosted();
  }

  get items(): Locator {
    return this.page.locator('.candidate');
  }

  get marks(): Locator {
    return this.page.locator('mark');
  }

  get tip(): Locator {
    return this.page.getByRole('tooltip');
  }

  async begin(
    candidates: readonly CandidateChange[],
    init: Partial<CandidatesInit> = {},
    state: Partial<CandidatesState> = {},
  ): Promise<void> {
    await this.post({
      type: 'init',
      heading: 'Completion candidates — loader.ts:31',
      places: [{ label: 'Line 31', promptEnd: '' }],
      n: 3,
      bestOf: null,
      ...init,
    });
    await this.state(state);
    await this.post({ type: 'candidates', candidates: [...candidates], gone: [] });
  }

  async state(state: Partial<CandidatesState> = {}): Promise<void> {
    await this.post({
      type: 'state',
      details: ['best of 4', 'complete-1', '96 tokens'],
      isAsking: false,
      failure: null,
      inserted: [null],
      ...state,
    });
  }

  /** What the tip says, row by row. */
  async tipRows(): Promise<string[]> {
    return this.tip.getByRole('listitem').allInnerTexts();
  }

  protected html(frame: PageFrame): string {
    return candidatesHtml({ ...frame, words: englishCandidatesWords() });
  }

  protected parsed(message: unknown): CandidatesPageMessage {
    return v.parse(candidatesPageMessage, message);
  }
}

function openCandidatesPage(options: PageOptions = {}): Promise<CandidatesTestPage> {
  return openPage(KIND, options, (empty) => new CandidatesTestPage(empty, options));
}

export function candidatesPages(): (options?: PageOptions) => Promise<CandidatesTestPage> {
  return pagesForEach(openCandidatesPage);
}
