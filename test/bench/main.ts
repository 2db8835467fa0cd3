/**
 * Measures Inkwell against its peers, side by side in one run, since times of different runs or machines do
 * not compare: `npm run bench`, or some of it: `npm run bench -- chat-stream upload`.
 *
 * A bound that is missed is printed; the exit status is 1 only when something could not be measured.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import { measureActivation } from './activation.ts';
import { measureApplyEdit } from './apply-edit.ts';
import { measureChatCompletion } from './chat-completion.ts';
import { measureChatInVscode } from './chat-in-vscode.ts';
import { measureChatMarkdown } from './chat-markdown.ts';
import { measureChatStream } from './chat-stream.ts';
import { measureChatView } from './chat-view.ts';
import { measureImageSaving } from './image-saving.ts';
import { measureInlineCache } from './inline-cache.ts';
import { measureMaskEditor } from './mask-editor.ts';
import { measureMaskMemory } from './mask-memory.ts';
import { measureReviewMemory } from './review-memory.ts';
import { measureReviewOpening } from './review-opening.ts';
import type { Row } from './row.ts';
import { measureSearchIndex } from './search-index.ts';
import { measureSize } from './size.ts';
import { printTable } from './table.ts';
import { measureTranscript } from './transcript.ts';
import { measureUpload } from './upload.ts';
import { measureViewFocus } from './view-focus.ts';
import { measureWavSplit } from './wav-split.ts';

const benchmarks: Record<string, () => Promise<Row[]>> = {
  'chat-completion': measureChatCompletion,
  'chat-stream': measureChatStream,
  upload: measureUpload,
  'wav-split': measureWavSplit,
  activation: measureActivation,
  'chat-markdown': measureChatMarkdown,
  'chat-view': measureChatView,
  'view-focus': measureViewFocus,
  'chat-in-vscode': measureChatInVscode,
  'apply-edit': measureApplyEdit,
  'review-opening': measureReviewOpening,
  'review-memory': measureReviewMemory,
  'image-saving': measureImageSaving,
  'mask-editor': measureMaskEditor,
  'mask-memory': measureMaskMemory,
  transcript: measureTranscript,
  'inline-cache': measureInlineCache,
  'search-index': measureSearchIndex,
  size: measureSize,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `No benchmark is called ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`,
  );
  process.exit(1);
}

const [processor] = cpus();
console.log(
  `${processor?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
);
const rows: Row[] = [];
let crashed = false;
for (const [name, measure] of Object.entries(benchmarks)) {
  if (names.length > 0 && !names.includes(name)) {
    continue;
  }
  const [load = 0] = loadavg();
  console.log(`Measuring ${name} (load ${load.toFixed(1)}) …`);
  try {
    rows.push(...(await measure()));
  } catch (error) {
    crashed = true;
    console.error(`${name} could not be measured:`, error);
  }
}
console.log();
printTable(rows);
// A measured program may have left something open.
process.exit(crashed ? 1 : 0);
