import type { MemoryReport } from './review-memory-report.ts';
import { shortText } from './review-texts.ts';
import { EDITS, editAnswer, ReviewWindows } from './review-windows.ts';
import type { Row } from './row.ts';

const ROUNDS = 3;
/** How many reviews come between the two looks at the heap. */
const REVIEWS = 100;

/** What is left of reviews once they are over, each time in a new window. */
export async function measureReviewMemory(): Promise<Row[]> {
  const reports: MemoryReport[] = [];
  await ReviewWindows.use(async (windows) => {
    windows.service.fault(editAnswer(shortText().proposed), { ...EDITS, times: Number.POSITIVE_INFINITY });
    for (let round = 0; round < ROUNDS; round++) {
      reports.push(await windows.run<MemoryReport>(new URL('review-memory-report.ts', import.meta.url)));
    }
  });
  return [
    {
      measure: `heap left by each of ${REVIEWS} reviews, after 10 others`,
      unit: 'KiB',
      ours: reports.map(({ reviews }) => growth(reviews)),
      peer: { name: 'VS Code’s diff alone', samples: reports.map(({ plain }) => growth(plain)) },
      // VS Code itself keeps some of each editor that was ever open.
      figure: 'difference',
      bound: 1,
    },
    {
      measure: 'documents left open by them',
      unit: '',
      ours: reports.map(({ documents }) => documents),
      figure: 'alone',
      bound: 0,
    },
  ];
}

function growth(heap: readonly number[]): number {
  return ((heap.at(-1) ?? Number.NaN) - (heap[0] ?? Number.NaN)) / REVIEWS / 1024;
}
