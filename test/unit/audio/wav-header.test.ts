import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sourceOfBytes } from '../../../src/audio/byte-source.ts';
import { readWavHeader, WavError, type WavErrorKind, type WavHeader } from '../../../src/audio/wav-header.ts';
import { chunk, type WavShape, wavOf } from './wav-bytes.ts';

const read = (bytes: Uint8Array): Promise<WavHeader> => readWavHeader(sourceOfBytes(bytes));

async function failsWith(kind: WavErrorKind, bytes: Uint8Array): Promise<void> {
  await assert.rejects(read(bytes), (error) => error instanceof WavError && error.kind === kind);
}

/** A second of silence. */
const SECOND = Buffer.alloc(16_000);
const plain = { format: 'pcm', channels: 1, sampleRate: 8000, bitsPerSample: 16, blockAlign: 2 } as const;

describe('wav-header', () => {
  const shapes: [string, Buffer, Partial<WavHeader>][] = [
    ['16 bits', wavOf(SECOND), { ...plain, dataOffset: 44, dataLength: 16_000, frames: 8000, seconds: 1 }],
    ['8 bits', wavOf(SECOND, { bits: 8 }), { bitsPerSample: 8, blockAlign: 1, seconds: 2 }],
    ['24 bits', wavOf(SECOND, { bits: 24 }), { blockAlign: 3, frames: 5333, dataLength: 15_999 }],
    ['32 bits', wavOf(SECOND, { bits: 32 }), { format: 'pcm', blockAlign: 4, seconds: 0.5 }],
    ['floats', wavOf(SECOND, { bits: 32, float: true }), { format: 'float', blockAlign: 4 }],
    ['long floats', wavOf(SECOND, { bits: 64, float: true }), { format: 'float', blockAlign: 8 }],
    ['8 channels', wavOf(SECOND, { channels: 8 }), { channels: 8, blockAlign: 16, seconds: 0.125 }],
    ['the extensible form', wavOf(SECOND, { extensible: true }), { ...plain, dataOffset: 68 }],
    [
      'extensible floats',
      wavOf(SECOND, { extensible: true, bits: 32, float: true }),
      { format: 'float', blockAlign: 4 },
    ],
    ['samples in more bytes than they need', wavOf(SECOND, { bits: 16, blockAlign: 4 }), { blockAlign: 4 }],
    ['a frame of no bytes', wavOf(SECOND, { blockAlign: 0 }), plain],
    ['a frame of too few bytes', wavOf(SECOND, { channels: 2, blockAlign: 1 }), { blockAlign: 4 }],
    ['µ-law', wavOf(SECOND, { tag: 7, bits: 8 }), { format: 'other', seconds: 2 }],
    [
      'parts before and behind, of odd lengths too',
      wavOf(SECOND, { before: chunk('LIST', Buffer.alloc(7)), behind: chunk('bext', Buffer.alloc(99)) }),
      { dataOffset: 60, dataLength: 16_000 },
    ],
    ['no samples', wavOf(Buffer.alloc(0)), { frames: 0, seconds: 0 }],
    [
      'no samples, and other parts behind',
      wavOf(Buffer.alloc(0), { behind: chunk('LIST', Buffer.alloc(20)) }),
      { frames: 0, dataLength: 0 },
    ],
    ['a length of 0', wavOf(SECOND, { dataLength: 0 }), { dataLength: 16_000 }],
    ['the length of a pipe', wavOf(SECOND, { dataLength: 0xffff_ffff }), { dataLength: 16_000 }],
    ['a length beyond the file', wavOf(SECOND, { dataLength: 1_000_001 }), { dataLength: 16_000 }],
    [
      'RF64',
      wavOf(SECOND, {
        form: 'RF64',
        dataLength: 0xffff_ffff,
        longLength: 16_000n,
        behind: chunk('LIST', Buffer.alloc(8)),
      }),
      { dataLength: 16_000, dataOffset: 80 },
    ],
    [
      'RF64 with a length beyond the file',
      wavOf(SECOND, { form: 'BW64', dataLength: 0xffff_ffff, longLength: 2n ** 60n }),
      { dataLength: 16_000 },
    ],
    ['RF64 without its length', wavOf(SECOND, { form: 'RF64', dataLength: 0xffff_ffff }), { frames: 8000 }],
  ];
  for (const [what, bytes, expected] of shapes) {
    it(`knows ${what}`, async () => {
      const header = await read(bytes);
      for (const [name, value] of Object.entries(expected)) {
        assert.equal(header[name as keyof WavHeader], value, name);
      }
    });
  }

  const refused: [string, WavErrorKind, Uint8Array][] = [
    ['nothing', 'notWav', Buffer.alloc(0)],
    ['text', 'notWav', Buffer.from('RIFF is a word, and so is WAVE')],
    ['AVI', 'notWav', Buffer.from('RIFF\0\0\0\0AVI LIST')],
    [
      'samples before what they are',
      'noFormat',
      Buffer.concat([wavOf(SECOND).subarray(0, 12), chunk('data', SECOND)]),
    ],
    ['a format that is cut', 'truncated', wavOf(SECOND).subarray(0, 30)],
    ['a format without its samples', 'truncated', wavOf(SECOND).subarray(0, 36)],
    [
      'a part longer than the file',
      'truncated',
      wavOf(SECOND, { before: chunk('LIST', Buffer.alloc(4), 1e9) }),
    ],
    ['no channels', 'badFormat', wavOf(SECOND, { channels: 0 })],
    ['no rate', 'badFormat', wavOf(SECOND, { sampleRate: 0 })],
    ['samples of no bits', 'badFormat', wavOf(SECOND, { bits: 0 })],
    ['samples of too many bits', 'badFormat', wavOf(SECOND, { bits: 128 })],
    ['floats of 16 bits', 'badFormat', wavOf(SECOND, { float: true })],
    [
      'too many parts',
      'noFormat',
      wavOf(SECOND, { before: Buffer.concat(Array(2000).fill(chunk('JUNK', Buffer.alloc(0)))) }),
    ],
  ];
  for (const [what, kind, bytes] of refused) {
    it(`refuses ${what}`, () => failsWith(kind, bytes));
  }

  it('knows where a header is cut, wherever that is', async () => {
    const bytes = wavOf(SECOND, { extensible: true });
    for (let length = 0; length < 68; length += 1) {
      await failsWith(length < 4 ? 'notWav' : 'truncated', bytes.subarray(0, length));
    }
  });

  it('ends for any bytes, and reads few of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.nat(220), async (noise, at) => {
        const bytes = Buffer.from(wavOf(SECOND.subarray(0, 100), { extensible: true } satisfies WavShape));
        bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
        let bytesRead = 0;
        const source = sourceOfBytes(bytes);
        const counted = {
          size: source.size,
          read: (start: number, length: number) => {
            bytesRead += length;
            return source.read(start, length);
          },
        };
        const header = await readWavHeader(counted).catch((error) => {
          assert.ok(error instanceof WavError, String(error));
          return undefined;
        });
        assert.ok(bytesRead < 30_000);
        if (header) {
          assert.ok(header.dataOffset + header.dataLength <= bytes.length);
          assert.equal(header.frames * header.blockAlign, header.dataLength);
        }
      }),
      { numRuns: 500 },
    );
  });
});
