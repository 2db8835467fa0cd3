/**
 * A window in a process of its own: `node index-process.ts FOLDER NAME` adds vectors and saves without end, to be killed,
 * and prints what is safe. Where another window writes, it says so and ends.
 */
import { hashOf } from '../../../src/search/chunks.ts';
import { VectorIndex } from '../../../src/search/vector-index.ts';
import { entry, fileOf, IDENTITY } from './index-fixture.ts';

const [folder = '', name = ''] = process.argv.slice(2);
const index = await VectorIndex.open(folder, IDENTITY, { write: true });

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

say({ isWriter: index.isWriter });
for (let round = 0; index.isWriter; round += 1) {
  const texts = Array.from({ length: 50 }, (_, at) => `${name} ${round} ${at}`);
  await index.add(texts.map((text) => entry(text, 64)));
  say({ safe: texts.map(hashOf) });
  index.setFile(`${name}/${round}`, fileOf(...texts));
  if (round % 3 === 2) {
    index.removeFile(`${name}/${round - 2}`);
    await index.compact();
  } else {
    await index.save();
  }
  say({ saved: `${name}/${round}`, removed: round % 3 === 2 ? `${name}/${round - 2}` : undefined });
}
await index.close();
