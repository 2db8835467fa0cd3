import assert from 'node:assert/strict';
import {
  access,
  copyFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { type ByteSource, sourceOfBytes, sourceOfFile } from '../../../src/audio/byte-source.ts';
import { readWavHeader, WavError } from '../../../src/audio/wav-header.ts';
import { partBytes, quietCuts, type WavPart, writeParts } from '../../../src/audio/wav-split.ts';
import { samplesOf, type WavShape, wavOf } from './wav-bytes.ts';

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) {
    all.push(piece);
  }
  return Buffer.concat(all);
}

/** Noise with a quiet place around each of these seconds. */
function speech(seconds: number, quiet: readonly [at: number, length: number][], rate = 8000): number[] {
  return Array.from({ length: seconds * rate }, (_, frame) => {
    const isQuiet = quiet.some(([at, length]) => Math.abs(frame / rate - at) < length / 2);
    return (isQuiet ? 0.01 : 0.5) * Math.sin(frame * frame * 0.37);
  });
}

const kinds: readonly WavShape[] = [
  { bits: 8 },
  { bits: 16 },
  { bits: 24 },
  { bits: 32 },
  { bits: 32, float: true },
  { bits: 64, float: true },
  { bits: 16, channels: 2 },
  { bits: 24, channels: 8 },
  { bits: 16, channels: 3, extensible: true },
];

describe('wav-split', () => {
  for (const shape of kinds) {
    it(`cuts where it is quiet: ${JSON.stringify(shape)}`, async () => {
      const values = speech(30, [
        [9.3, 0.4],
        [18.5, 0.3],
        [24, 0.3],
      ]);
      const bytes = wavOf(samplesOf(values, shape), shape);
      const source = sourceOfBytes(bytes);
      const header = await readWavHeader(source);
      const parts = await quietCuts(source, header, { mostBytes: 10 * 8000 * header.blockAlign + 100 });
      assert.deepEqual(
        parts.map(({ startSeconds }) => startSeconds.toFixed(1)),
        ['0.0', '9.3', '18.5', '24.0'],
      );
    });
  }

  it('prefers a pause to the gap within a word that is as quiet, and a later one to an earlier', async () => {
    for (const [quiet, expected] of [
      [
        [
          [8.5, 0.5],
          [9.5, 0.08],
        ],
        8.5,
      ],
      [
        [
          [8.5, 0.3],
          [9.5, 0.3],
        ],
        9.5,
      ],
    ] as const) {
      const source = sourceOfBytes(
        wavOf(
          samplesOf(
            speech(
              14,
              quiet.map(([at, length]) => [at, length]),
            ),
          ),
        ),
      );
      const [first] = await quietCuts(source, await readWavHeader(source), { mostBytes: 160_100 });
      assert.ok(Math.abs((first?.seconds ?? 0) - expected) < 0.03, `${first?.seconds}`);
    }
  });

  it('takes no constant offset for sound', async () => {
    const values = speech(14, [[8.5, 0.3]]).map((value) => value / 3 + 0.6);
    const source = sourceOfBytes(wavOf(samplesOf(values)));
    const [first] = await quietCuts(source, await readWavHeader(source), { mostBytes: 160_100 });
    assert.ok(Math.abs((first?.seconds ?? 0) - 8.5) < 0.03);
  });

  it('makes as few parts of silence as there can be', async () => {
    const source = sourceOfBytes(wavOf(Buffer.alloc(16_000 * 30)));
    const parts = await quietCuts(source, await readWavHeader(source), { mostBytes: 160_044 + 2 });
    assert.equal(parts.length, 4);
  });

  it('copes with floats that are no numbers', async () => {
    const shape = { bits: 32, float: true };
    const values = speech(14, [[8.5, 0.3]]).map((value, index) =>
      index % 5000 === 0 ? ([Number.NaN, Number.POSITIVE_INFINITY, -1e38][index % 3] ?? 0) : value,
    );
    const source = sourceOfBytes(wavOf(samplesOf(values, shape), shape));
    const parts = await quietCuts(source, await readWavHeader(source), { mostBytes: 320_100 });
    assert.ok(Math.abs((parts[0]?.seconds ?? 0) - 8.5) < 0.2);
  });

  it('covers all without gap or overlap, each part a WAV within the bound', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 10, max: 5000 }),
        fc.constantFrom(100, 8000),
        fc.uint8Array({ minLength: 1, maxLength: 50 }),
        async (kind, frames, room, sampleRate, noise) => {
          const shape = { ...kind, sampleRate };
          const frameBytes = ((kind.channels ?? 1) * (kind.bits ?? 16)) / 8;
          const data = Buffer.alloc(frames * frameBytes, noise);
          const source = sourceOfBytes(wavOf(data, shape));
          const header = await readWavHeader(source);
          const mostBytes = 100 + frameBytes + room;
          const parts = await quietCuts(source, header, { mostBytes });
          const collected: Buffer[] = [];
          let frame = 0;
          for (const [index, part] of parts.entries()) {
            assert.equal(part.index, index);
            assert.equal(part.startFrame, frame);
            assert.ok(part.endFrame > part.startFrame);
            frame = part.endFrame;
            const bytes = await collect(partBytes(source, header, part));
            assert.equal(bytes.length, part.bytes);
            assert.ok(bytes.length <= mostBytes);
            assert.equal(bytes.readUInt32LE(4), bytes.length - 8);
            const own = await readWavHeader(sourceOfBytes(bytes));
            assert.deepEqual(
              {
                ...own,
                dataOffset: 0,
                dataLength: 0,
                frames: part.endFrame - part.startFrame,
                seconds: part.seconds,
              },
              { ...header, dataOffset: 0, dataLength: 0, frames: own.frames, seconds: part.seconds },
            );
            collected.push(bytes.subarray(own.dataOffset, own.dataOffset + own.dataLength));
          }
          assert.equal(frame, frames);
          assert.ok(Buffer.concat(collected).equals(data));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('lets the last two share what is left, rather than that the last is a moment', async () => {
    for (const frames of [10_001, 10_500, 11_999, 20_001, 30_001]) {
      const source = sourceOfBytes(wavOf(Buffer.alloc(frames * 2)));
      const parts = await quietCuts(source, await readWavHeader(source), { mostBytes: 20_046 });
      const lengths = parts.map(({ startFrame, endFrame }) => endFrame - startFrame);
      assert.ok(Math.min(...lengths) > 1900, lengths.join());
      assert.equal(parts.length, Math.ceil(frames / 10_000));
    }
  });

  it('makes one part of what is small, or of nothing', async () => {
    for (const frames of [0, 1, 1000]) {
      const source = sourceOfBytes(wavOf(Buffer.alloc(frames * 2)));
      const parts = await quietCuts(source, await readWavHeader(source), { mostBytes: 10_000 });
      assert.deepEqual(
        parts.map(({ startFrame, endFrame }) => [startFrame, endFrame]),
        [[0, frames]],
      );
    }
  });

  it('refuses what cannot be cut', async () => {
    const failsWith = async (shape: WavShape, mostBytes: number, kind: string): Promise<void> => {
      const source = sourceOfBytes(wavOf(Buffer.alloc(1000), shape));
      await assert.rejects(
        quietCuts(source, await readWavHeader(source), { mostBytes }),
        (error) => error instanceof WavError && error.kind === kind,
      );
    };
    await failsWith({ tag: 7, bits: 8 }, 500, 'notSamples');
    await failsWith({}, 46, 'tooSmall');
    await failsWith({}, -1, 'tooSmall');
  });

  it('reads only where it may cut', async () => {
    const bytes = wavOf(Buffer.alloc(16_000 * 100));
    let bytesRead = 0;
    const whole = sourceOfBytes(bytes);
    const source: ByteSource = {
      size: whole.size,
      read: (start, length) => {
        bytesRead += length;
        return whole.read(start, length);
      },
    };
    await quietCuts(source, await readWavHeader(source), { mostBytes: 160_100 });
    assert.ok(bytesRead < bytes.length * 0.25, `${bytesRead}`);
  });

  it('cuts a recording longer than 4 GiB, of which it reads little', async () => {
    const length = 6 * 2 ** 30;
    const head = wavOf(Buffer.alloc(0), {
      form: 'RF64',
      dataLength: 0xffff_ffff,
      longLength: BigInt(length),
      channels: 2,
      sampleRate: 48_000,
    });
    let bytesRead = 0;
    const source: ByteSource = {
      size: head.length + length,
      read: (start, wanted) => {
        bytesRead += wanted;
        const bytes = Buffer.alloc(wanted);
        bytes.set(head.subarray(start, start + wanted));
        return Promise.resolve(bytes);
      },
    };
    const header = await readWavHeader(source);
    assert.equal(header.dataLength, length);
    const mostBytes = 2 ** 30;
    const parts = await quietCuts(source, header, { mostBytes });
    assert.equal(parts.length, 7);
    assert.equal(parts.at(-1)?.endFrame, length / 4);
    assert.ok(parts.every(({ bytes }) => bytes <= mostBytes));
    assert.ok(bytesRead < 50_000_000, `${bytesRead}`);
  });

  it('ends when it is cancelled, or the file became shorter', async () => {
    const source = sourceOfBytes(wavOf(Buffer.alloc(100_000)));
    const header = await readWavHeader(source);
    const cuts = { mostBytes: 10_000 };
    await assert.rejects(quietCuts(source, header, { ...cuts, signal: AbortSignal.abort() }), {
      name: 'AbortError',
    });
    const shorter = sourceOfBytes(wavOf(Buffer.alloc(5000)));
    await assert.rejects(
      quietCuts(shorter, header, cuts),
      (error) => error instanceof WavError && error.kind === 'changed',
    );
    const [part] = await quietCuts(source, header, cuts);
    await assert.rejects(collect(partBytes(shorter, header, part as WavPart)), WavError);
  });

  describe('on disk', () => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'inkwell-wav-split-'));
      await writeFile(join(folder, 'talk.wav'), wavOf(samplesOf(speech(30, [])), {}));
    });
    after(() => rm(folder, { recursive: true }));

    async function withParts(
      use: (files: ReturnType<typeof writeParts>) => Promise<void>,
      signal?: AbortSignal,
    ) {
      const handle = await open(join(folder, 'talk.wav'));
      try {
        const source = await sourceOfFile(handle, join(folder, 'talk.wav'));
        const header = await readWavHeader(source);
        await use(
          writeParts(source, header, await quietCuts(source, header, { mostBytes: 160_100 }), signal),
        );
      } finally {
        await handle.close();
      }
    }

    it('writes one at a time, and leaves none', async () => {
      await withParts(async (files) => {
        const paths: string[] = [];
        for await (const { part, path } of files) {
          const bytes = await readFile(path);
          assert.equal(bytes.length, part.bytes);
          assert.equal((await readWavHeader(sourceOfBytes(bytes))).frames, part.endFrame - part.startFrame);
          assert.deepEqual(await readdir(dirname(path)), [`part-${part.index + 1}.wav`]);
          paths.push(path);
        }
        assert.equal(paths.length, 4);
        await assert.rejects(access(dirname(paths[0] ?? '')), { code: 'ENOENT' });
      });
    });

    it('notices that the recording is another by now, or gone', async () => {
      const path = join(folder, 'talk.wav');
      const changes = [
        () => utimes(path, new Date(), new Date(1e12)),
        async () => {
          await copyFile(path, `${path}.new`);
          await rename(`${path}.new`, path);
        },
        () => rename(path, `${path}.old`),
      ];
      for (const change of changes) {
        await withParts(async (files) => {
          await files.next();
          await change();
          await assert.rejects(
            files.next(),
            (error) => error instanceof WavError && error.kind === 'changed',
          );
        });
      }
      await rename(`${path}.old`, path);
    });

    it('leaves nothing where the loop fails, or it is cancelled while it writes', async () => {
      let seen = '';
      await withParts(async (files) => {
        const loop = async (): Promise<void> => {
          for await (const { path } of files) {
            seen = dirname(path);
            throw new Error('no');
          }
        };
        await assert.rejects(loop(), { message: 'no' });
      });
      await assert.rejects(access(seen), { code: 'ENOENT' });
      const controller = new AbortController();
      await withParts(async (files) => {
        const { value } = await files.next();
        seen = dirname(value?.path ?? '');
        controller.abort();
        await assert.rejects(files.next(), { name: 'AbortError' });
      }, controller.signal);
      await assert.rejects(access(seen), { code: 'ENOENT' });
    });
  });
});
