import type { CancellationToken } from 'vscode';
import { readText } from '../files/file-text.ts';
import type { TextFile } from '../files/text-file.ts';
import { loadTokenizer } from '../models/tokens.ts';
import type { CountedFile } from './files-plan.ts';

/** Tokens that are counted of a file; the rest of it is taken to be like them. */
const COUNTED = 10_000;

/** Counts the tokens of files as they are now; ends early when it is cancelled. */
export async function countFiles(
  files: readonly TextFile[],
  instruction: string,
  token: CancellationToken,
): Promise<{ readonly files: readonly CountedFile[]; readonly instruction: number }> {
  const tokenizer = await loadTokenizer();
  const counted: CountedFile[] = [];
  for (const file of files) {
    if (token.isCancellationRequested) {
      break;
    }
    // Of a file that is gone by now, it is said when its turn comes.
    const { text } = await readText(file.uri).catch(() => ({ text: '' }));
    counted.push({ file, tokens: tokenizer.count(text, COUNTED) });
  }
  return { files: counted, instruction: tokenizer.count(instruction) };
}
