import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { imageDetails, withOrigin } from '../../src/images/image-details.ts';
import { IMAGE_EXTENSION } from '../../src/images/image-facts.ts';
import { receiveImages } from '../../src/images/receive-images.ts';
import { fileStemFrom } from '../../src/landing/file-name.ts';
import { landAll } from '../../src/landing/landing.ts';
import { targetFolder } from '../../src/landing/target-folder.ts';
import { Client } from '../../src/service/client.ts';
import { startSampleService } from '../service/sample-service.ts';
import { closeEverything } from './support/inkwell.ts';

describe('Images that are received', () => {
  it('land in the workspace with where they come from, without the one that failed', async () => {
    await closeEverything();
    const service = await startSampleService();
    const client = new Client({ baseUrl: service.baseUrl, apiKey: service.apiKey ?? undefined });
    const folder = await targetFolder({ name: 'images.folder', fallback: 'images-of-a-test' });
    assert.ok(folder);
    try {
      const prompt = 'A lighthouse at dusk 🌊';
      const result = await client.generateImages({ prompt, n: 3, size: '256x256' });
      service.fault({ type: 'html' }, { path: /^\/files\// });
      const outcomes = await receiveImages(result, client);
      const images = outcomes.flatMap((outcome) => (outcome.kind === 'received' ? [outcome.image] : []));
      const date = new Date('2026-11-21T16:30:00Z');
      const landed = await landAll(
        folder,
        images.map(({ data, facts }) => ({
          stem: fileStemFrom(prompt, 'image'),
          extension: IMAGE_EXTENSION[facts.type],
          data: withOrigin(data, { prompt, size: '256x256', date }),
        })),
      );
      const names = landed.map((each) =>
        each.kind === 'landed' ? each.uri.path.split('/').at(-1) : each.kind,
      );
      assert.deepEqual(names, ['a-lighthouse-at-dusk.png', 'a-lighthouse-at-dusk-2.png']);
      const hashes = new Set<string>();
      for (const each of landed) {
        assert.ok(each.kind === 'landed');
        const bytes = await readFile(each.uri.fsPath);
        assert.deepEqual(imageDetails(bytes)?.origin, { prompt, size: '256x256', date });
        hashes.add(createHash('sha256').update(bytes).digest('hex'));
      }
      assert.equal(hashes.size, 2);
      assert.deepEqual(
        (await readdir(folder.fsPath)).filter((name) => name.includes('.part')),
        [],
      );
    } finally {
      await client.close();
      await service.close();
      await rm(folder.fsPath, { recursive: true, force: true });
    }
  });
});
