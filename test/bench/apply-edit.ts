import type { Applied, Applier, ApplyReport } from './apply-edit-report.ts';
import { quietMachine } from './chat-in-vscode-window.ts';
import { LONG_HUNKS, LONG_LINES, longText } from './review-texts.ts';
import { EDITS, editAnswer, ReviewWindows } from './review-windows.ts';
import type { Row } from './row.ts';

const WHERE = `${LONG_LINES.toLocaleString('en')} lines, ${LONG_HUNKS} hunks`;

/** Applying a proposed edit to a long document, beside VS Code’s own edit that replaces the whole text. */
export async function measureApplyEdit(): Promise<Row[]> {
  const { proposed, changedLines } = longText();
  const report = await ReviewWindows.use((windows) => {
    windows.service.fault(editAnswer(proposed), { ...EDITS, times: Number.POSITIVE_INFINITY });
    const code = new URL('apply-edit-report.ts', import.meta.url);
    return windows.run<ApplyReport>(code, { turns: { quiet: quietMachine } });
  });
  const row = (measure: string, of: (applied: Applied) => number, name: Applier, words: string): Row => ({
    measure: `apply, ${WHERE}: ${measure}`,
    unit: 'ms',
    ours: report.ours.map(of),
    peer: { name: words, samples: report[name].map(of) },
    figure: 'ratio',
  });
  const replaced = 'whole text replaced';
  return [
    { ...row('to the new text', ({ text }) => text, 'replace', replaced), bound: 1.5 },
    { ...row('to the document in view', ({ done }) => done, 'replace', replaced), bound: 1.5 },
    row('to the new text', ({ text }) => text, 'replaceAlone', 'the same without a diff editor'),
    {
      measure: `apply, ${WHERE}: lines replaced`,
      unit: '',
      ours: report.ours.map(({ lines }) => lines),
      peer: { name: replaced, samples: report.replace.map(({ lines }) => lines) },
      figure: 'alone',
      bound: changedLines,
    },
  ];
}
