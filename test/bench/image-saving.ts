import type { Saver, SavingReport } from './image-saving-report.ts';
import { ReviewWindows } from './review-windows.ts';
import type { Row } from './row.ts';

/** Saving images whole and under names of nobody’s, beside writing the same bytes. */
export async function measureImageSaving(): Promise<Row[]> {
  const report = await ReviewWindows.use((windows) =>
    windows.run<SavingReport>(new URL('image-saving-report.ts', import.meta.url)),
  );
  const row = (peer: Saver, name: string): Row => ({
    measure: 'save 10 images of 4 MiB',
    unit: 'ms',
    ours: report.ours,
    peer: { name, samples: report[peer] },
    figure: 'ratio',
  });
  return [
    // What is said to be saved is there after a power cut, too.
    { ...row('flushed', 'fs.writeFile, flushed'), bound: 1.5, aim: 1.1 },
    row('plain', 'fs.writeFile'),
  ];
}
