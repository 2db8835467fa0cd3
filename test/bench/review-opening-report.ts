import * as vscode from 'vscode';
import {
  allLetGo,
  closeAll,
  now,
  openFile,
  PlainTexts,
  plainDiff,
  report,
  review,
  turn,
} from './review-in-host.ts';
import { LONG_FILE, longText, SHORT_FILE, shortText } from './review-texts.ts';

/** All in milliseconds since 1970. */
export interface Opened {
  /** The review’s tab and the proposed text are open. */
  readonly shown: number;
  /** The command is done: the changes are counted and announced. */
  readonly done: number;
  /** The same texts, which VS Code is told to compare, without us. */
  readonly plain: { readonly start: number; readonly shown: number };
}

/** By turns, of the short document and of the long one. */
const OPENINGS = 9;

/** VS Code calls this in the extension host. */
export async function run(): Promise<void> {
  const texts = new PlainTexts();
  await report(async () => {
    const opened: Opened[] = [];
    for (let round = 0; round < OPENINGS; round++) {
      opened.push(await open(SHORT_FILE, shortText().proposed, texts));
      opened.push(await open(LONG_FILE, longText().proposed, texts));
    }
    return opened;
  });
  texts.dispose();
}

async function open(file: string, proposed: string, texts: PlainTexts): Promise<Opened> {
  await openFile(file);
  const times = await review();
  await turn('painted');
  await vscode.commands.executeCommand('inkwell.discardProposal');
  await closeAll();
  await allLetGo();
  const { document } = await openFile(file);
  await turn('quiet');
  const start = now();
  const shown = await plainDiff(texts, document.uri, proposed);
  await turn('painted');
  await closeAll();
  await allLetGo();
  texts.clear();
  return { ...times, plain: { start, shown } };
}
