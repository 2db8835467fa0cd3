import assert from 'node:assert/strict';
import { access, appendFile, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FfmpegError, type Measured, measure } from '../../../src/audio/ffmpeg.ts';
import { expectedParts, writeFfmpegParts } from '../../../src/audio/ffmpeg-split.ts';
import type { Part } from '../../../src/audio/parts.ts';
import { type Fake, type FakeFfmpeg, fakeFfmpeg } from './fake-ffmpeg.ts';

describe('ffmpeg-split', () => {
  let fakes: FakeFfmpeg[] = [];
  before(function () {
    if (process.platform === 'win32') {
      this.skip();
    }
  });
  afterEach(async () => {
    await Promise.all(fakes.map((fake) => fake.remove()));
    fakes = [];
  });

  async function parts(
    fake: Fake,
    mostBytes: number,
    {
      signal,
      use,
      content = 'mp3',
      source = '/none/talk.mp3',
    }: {
      signal?: AbortSignal;
      use?: (path: string) => unknown;
      content?: Measured['content'];
      source?: string;
    } = {},
  ): Promise<{ parts: Part[]; expected: number; names: string[]; folder: string }> {
    const made = await fakeFfmpeg(fake);
    fakes.push(made);
    const ffmpeg = { program: made.program, version: '7' };
    const measured = await measure(ffmpeg, { path: source, content });
    const all: Part[] = [];
    const names: string[] = [];
    let folder = '';
    for await (const { part, path } of writeFfmpegParts(ffmpeg, measured, { mostBytes, signal })) {
      assert.equal((await stat(path)).size, part.bytes);
      folder = dirname(path);
      const inside = await readdir(folder);
      assert.equal(inside.length, 1);
      names.push(...inside);
      all.push(part);
      await use?.(path);
    }
    await assert.rejects(access(folder), { code: 'ENOENT' });
    return { parts: all, expected: expectedParts(measured, mostBytes), names, folder };
  }

  function checkCover(all: readonly Part[], seconds: number, mostBytes: number): void {
    let at = 0;
    for (const [index, part] of all.entries()) {
      assert.equal(part.index, index);
      assert.equal(part.startSeconds, at);
      assert.ok(part.bytes <= mostBytes && part.seconds > 0);
      at += part.seconds;
    }
    assert.ok(Math.abs(at - seconds) < 1e-6);
  }

  it('cuts in the middle of the longest quiet at the end of each part', async () => {
    const quiet = [
      [5, 7],
      [25, 25.5],
      [27, 28],
      [55, 56],
      [57, 60],
    ] as const;
    const { parts: all, expected, names } = await parts({ quiet }, 31_000);
    checkCover(all, 100, 31_000);
    assert.deepEqual(
      all.slice(0, 2).map(({ seconds }) => seconds.toFixed(2)),
      ['27.50', '28.00'],
    );
    assert.ok(Math.abs(expected - all.length) <= 1, `${expected} of ${all.length}`);
    assert.deepEqual(
      names,
      all.map((_, index) => `part-${index + 1}.mp3`),
    );
  });

  it('cuts by time where it is nowhere quiet', async () => {
    const { parts: all } = await parts({}, 30_000);
    checkCover(all, 100, 30_000);
    assert.equal(all.length, 4);
  });

  it('makes one part of what is small, once a video is left out', async () => {
    const { parts: all, expected, names } = await parts({}, 200_000, { content: 'mp4' });
    assert.deepEqual(all, [{ index: 0, startSeconds: 0, seconds: 100, bytes: 100_000 }]);
    assert.equal(expected, 1);
    assert.deepEqual(names, ['part-1.m4a']);
  });

  it('cuts shorter what came out too large', async () => {
    // Told to have half of what it has.
    const { parts: all } = await parts({ kilobytes: 50 }, 30_000);
    checkCover(all, 100, 30_000);
  });

  it('gives up where no part is small enough', async () => {
    await assert.rejects(
      parts({}, 500),
      (error) => error instanceof FfmpegError && error.kind === 'tooSmall',
    );
    await assert.rejects(parts({ bytesPerSecond: 1e6, kilobytes: 1 }, 30_000), { kind: 'tooSmall' });
  });

  it('notices that the recording is another by now, or gone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inkwell-recording-'));
    const source = join(folder, 'talk.mp3');
    try {
      for (const change of [() => appendFile(source, 'x'), () => rename(source, `${source}.old`)]) {
        await writeFile(source, 'talk');
        await assert.rejects(parts({}, 30_000, { source, use: change }), { kind: 'changed' });
      }
      await writeFile(source, 'talk');
      assert.equal((await parts({}, 200_000, { source })).parts.length, 1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('leaves nothing where it fails or is cancelled', async () => {
    await assert.rejects(parts({ does: 'fail', at: '-ss' }, 30_000), { kind: 'failed' });
    const controller = new AbortController();
    let seen = '';
    const use = (path: string): void => {
      seen = dirname(path);
      controller.abort();
    };
    await assert.rejects(parts({}, 30_000, { signal: controller.signal, use }), { name: 'AbortError' });
    await assert.rejects(access(seen), { code: 'ENOENT' });
  });
});
