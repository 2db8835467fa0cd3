import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MASK_BYTES } from '../../../src/service/limits.ts';
import { encodePng } from '../../service/png.ts';
import { failure, useClients } from './client-fixture.ts';

function png(width: number, height: number): Buffer {
  return encodePng({ width, height, rgba: new Uint8ClampedArray(width * height * 4) });
}

/** Grown by bytes behind its end, which readers of PNG pass by. */
function padded(bytes: Buffer, size: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
}

describe('mask (§8)', () => {
  const fixture = useClients();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-mask-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function sendMask(mask: Uint8Array, image: Uint8Array = png(64, 64)): Promise<unknown> {
    return fixture.connect().editImage({
      image: { data: image, name: 'image.png' },
      mask: { data: mask, name: 'mask.png' },
      prompt: 'a cat',
    });
  }

  const refused: readonly [string, Uint8Array, RegExp][] = [
    ['what is no PNG', Buffer.from('GIF89a'.padEnd(60)), /^mask must be a PNG\.$/],
    ['an empty file', Buffer.alloc(0), /must be a PNG/],
    ['a PNG that ends in its head', png(64, 64).subarray(0, 20), /must be a PNG/],
    ['4 MB', padded(png(64, 64), MASK_BYTES), /smaller than 4 MB/],
    ['another width', png(65, 64), /dimensions of the image, 64x64, but has 65x64/],
    ['another height', png(64, 63), /64x64, but has 64x63/],
  ];
  for (const [what, mask, words] of refused) {
    it(`refuses ${what} before anything is sent`, async () => {
      const error = await failure(sendMask(mask), 'invalidRequest');
      assert.equal(error.param, 'mask');
      assert.match(error.message, words);
      assert.equal(fixture.service.requests.length, 0);
    });
  }

  it('sends a mask of the same dimensions that is just under 4 MB', async () => {
    const mask = padded(png(64, 64), MASK_BYTES - 1);
    fixture.service.fault({ type: 'status', status: 418 });
    await failure(sendMask(mask), 'badRequest');
    const { form } = await fixture.service.nextRequest();
    assert.deepEqual(Object.keys(form ?? {}).toSorted(), ['image', 'mask', 'prompt']);
    assert.equal(typeof form?.mask === 'object' && form.mask.size, MASK_BYTES - 1);
  });

  it('leaves the dimensions to the service where the image is no PNG', async () => {
    fixture.service.fault({ type: 'status', status: 418 });
    await failure(sendMask(png(64, 64), Buffer.from('\xff\xd8\xff\xe0 a JPEG', 'latin1')), 'badRequest');
  });

  it('reads masks from disk, too', async () => {
    const mask = join(folder, 'mask.png');
    const image = join(folder, 'image.png');
    await writeFile(mask, png(32, 32));
    await writeFile(image, png(64, 64));
    const edit = (path: string) =>
      fixture.connect().editImage({ image: { path: image }, mask: { path }, prompt: 'p' });
    assert.match((await failure(edit(mask), 'invalidRequest')).message, /64x64, but has 32x32/);
    const missing = await failure(edit(join(folder, 'none.png')), 'invalidRequest');
    assert.equal(missing.param, 'mask');
    assert.match(missing.message, /mask: “none\.png” does not exist/);
    assert.equal(fixture.service.requests.length, 0);
  });
});
