import type { Page } from 'playwright-core';
import { Gate } from '../service/gate.ts';
import { until } from '../until.ts';
import { quietMachine } from './chat-in-vscode-window.ts';
import type { Opened } from './review-opening-report.ts';
import { LONG_LINES, longText, shortText } from './review-texts.ts';
import { EDITS, editAnswer, now, ReviewWindows } from './review-windows.ts';
import type { Row } from './row.ts';

const PREFIX = 'inkwell-bench painted ';

/** Runs in the workbench before anything else does: takes down when a frame was painted with changes that come into view. */
const probe = `(() => {
  if (window !== top) {
    return;
  }
  const painted = new MessageChannel();
  painted.port1.onmessage = () =>
    console.debug(${JSON.stringify(PREFIX)} + (performance.timeOrigin + performance.now()));
  let wasShown = false;
  requestAnimationFrame(function look() {
    const isShown = document.querySelector('.monaco-diff-editor :is(.line-insert, .char-insert)') !== null;
    if (isShown && !wasShown) {
      painted.port2.postMessage(undefined);
    }
    wasShown = isShown;
    requestAnimationFrame(look);
  });
})();`;

/** All in milliseconds since 1970, one for each opening. */
class Moments {
  /** When the service wrote the last byte of the answer. */
  readonly sent: number[] = [];
  /** The first frames with changes in them: by turns of a review, and of VS Code’s diff editor by itself. */
  readonly painted: number[] = [];
  #marks: number[] = [];

  async listen(page: Page): Promise<void> {
    await page.addInitScript(probe);
    page.on('console', (message) => {
      const text = message.text();
      if (text.startsWith(PREFIX)) {
        this.#marks.push(Number(text.slice(PREFIX.length)));
      }
    });
  }

  /** Resolves when something may be opened, and measured. */
  async quiet(): Promise<void> {
    await quietMachine();
    this.#marks = [];
  }

  async seen(): Promise<void> {
    this.painted.push(await until('the changes are painted', () => this.#marks[0]));
  }
}

/** How soon a review is there once the answer is, beside VS Code’s diff editor by itself. */
export async function measureReviewOpening(): Promise<Row[]> {
  const moments = new Moments();
  const opened = await ReviewWindows.use((windows) =>
    Promise.race([
      windows.run<Opened[]>(new URL('review-opening-report.ts', import.meta.url), {
        prepare: (page) => moments.listen(page),
        turns: { quiet: () => moments.quiet(), painted: () => moments.seen() },
      }),
      answer(windows, moments),
    ]),
  );
  const of = (isLong: boolean, figure: (opened: Opened, index: number) => number): number[] =>
    opened.map(figure).filter((_, index) => (index % 2 === 1) === isLong);
  const rows = (isLong: boolean): Row[] => {
    const what = `review of ${isLong ? `${LONG_LINES.toLocaleString('en')} lines` : 'a short document'}, from the answer`;
    const since = (own: (opened: Opened, index: number) => number): number[] =>
      of(isLong, (each, index) => own(each, index) - (moments.sent[index] ?? Number.NaN));
    const plain = (own: (opened: Opened, index: number) => number) => ({
      name: 'VS Code’s diff alone',
      samples: of(isLong, (each, index) => own(each, index) - each.plain.start),
    });
    const row = { unit: 'ms', figure: 'alone' } as const;
    return [
      {
        ...row,
        measure: `${what} to it being open`,
        ours: since(({ shown }) => shown),
        peer: plain((each) => each.plain.shown),
        bound: 200,
      },
      { ...row, measure: `${what} to its announcement`, ours: since(({ done }) => done) },
      {
        ...row,
        measure: `${what} to its changes painted`,
        ours: since((_, index) => moments.painted[2 * index] ?? Number.NaN),
        peer: plain((_, index) => moments.painted[2 * index + 1] ?? Number.NaN),
      },
    ];
  };
  return [...rows(false), ...rows(true)];
}

/** Answers edits by turns, of the short document and of the long one, and takes down when the last byte goes. */
async function answer({ service }: ReviewWindows, moments: Moments): Promise<never> {
  for (let index = 0; ; index++) {
    const { proposed } = index % 2 === 0 ? shortText() : longText();
    const gate = new Gate();
    const allButLast = (body: string): string[] => [body.slice(0, -1), body.slice(-1)];
    service.fault([{ type: 'hold', gate }, editAnswer(proposed, allButLast)], EDITS);
    gate.release();
    await gate.waiting();
    await moments.quiet();
    moments.sent.push(now());
    gate.release();
  }
}
