import { setImmediate as next } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import {
  allLetGo,
  closeActiveTab,
  comparedDocuments,
  openFile,
  PlainTexts,
  plainDiff,
  report,
  review,
} from './review-in-host.ts';
import { SHORT_FILE, shortText } from './review-texts.ts';

/** Bytes in use in the extension host, all garbage apart: after the first openings, and each time after as many more. */
export interface MemoryReport {
  readonly reviews: readonly number[];
  /** Of VS Code’s diff editor, without us. */
  readonly plain: readonly number[];
  /** Documents of closed reviews that VS Code still held in the end. */
  readonly documents: number;
}

/** How many are opened and closed before the heap is looked at again, and how often. */
const STEP = 10;
const STEPS = 11;

/** VS Code calls this in the extension host. */
export async function run(): Promise<void> {
  // Collecting garbage again and again would take compiled code for unused, and throw it away.
  setFlagsFromString('--no-flush-bytecode');
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const texts = new PlainTexts();
  await report(async (): Promise<MemoryReport> => {
    const { document } = await openFile(SHORT_FILE);
    const plain = await heapAlong(collectGarbage, async () => {
      await plainDiff(texts, document.uri, shortText().proposed);
      await closeActiveTab();
      texts.clear();
    });
    const reviews = await heapAlong(collectGarbage, async () => {
      await review();
      await vscode.commands.executeCommand('inkwell.discardProposal');
    });
    return { plain, reviews, documents: comparedDocuments() };
  });
  texts.dispose();
}

async function heapAlong(collectGarbage: () => void, openAndClose: () => Promise<void>): Promise<number[]> {
  const sizes: number[] = [];
  for (let step = 0; step < STEPS; step++) {
    for (let count = 0; count < STEP; count++) {
      await openAndClose();
    }
    await vscode.commands.executeCommand('notifications.clearAll');
    await allLetGo();
    // What is finalized lets go of more, but only after the turn in which it was found.
    for (let times = 0; times < 5; times++) {
      collectGarbage();
      await next();
    }
    sizes.push(process.memoryUsage().heapUsed);
  }
  return sizes;
}
