/** Frames of MPEG audio, with or without a tag before them. */

/** Bytes before the first frame that are passed by, as where a stream was cut. */
const MOST_BEFORE = 16 * 1024;

/** Frames behind each other by which audio is told from what looks like it by chance. */
const FRAMES = 3;

/** Length of the ID3v2 tag that bytes begin with; 0 without one. */
export function afterId3(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') {
    return 0;
  }
  const [version = 0, , flags = 0, ...lengths] = head.subarray(3, 10);
  // Seven bits of each byte count.
  if (version > 4 || lengths.some((byte) => byte > 0x7f)) {
    return 0;
  }
  const footer = (flags & 0x10) === 0 ? 0 : 10;
  return 10 + lengths.reduce((length, byte) => length * 128 + byte, 0) + footer;
}

/** Whether these bytes are frames of MPEG audio (layers I to III), or of AAC; the first may be cut. */
export function mpegAudioIn(head: Buffer): 'mp3' | 'aac' | undefined {
  for (let at = 0; at < Math.min(head.length - 1, MOST_BEFORE); at += 1) {
    if (head[at] !== 0xff || ((head[at + 1] ?? 0) & 0xe0) !== 0xe0) {
      continue;
    }
    for (const [content, lengthOf] of [
      ['mp3', mpegFrame],
      ['aac', adtsFrame],
    ] as const) {
      if (areFrames(head, at, lengthOf)) {
        return content;
      }
    }
  }
  return undefined;
}

type FrameLength = (head: Buffer, at: number) => number | undefined;

/** A file may end behind its first frame, if it begins with that. */
function areFrames(head: Buffer, start: number, lengthOf: FrameLength): boolean {
  let at = start;
  for (let frames = 0; frames < FRAMES; frames += 1) {
    if (at + 7 > head.length) {
      return frames > 0 && start === 0 && at <= head.length;
    }
    const length = lengthOf(head, at);
    if (!length) {
      return false;
    }
    at += length;
  }
  return true;
}

/** Thousands of bits a second by the four bits of the header that say it. */
const BIT_RATES: Readonly<Record<'1' | '2', Readonly<Record<number, readonly number[]>>>> = {
  '1': {
    1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  '2': {
    1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    3: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
};

const SAMPLE_RATES = [44_100, 48_000, 32_000];

function mpegFrame(head: Buffer, at: number): number | undefined {
  const [sync = 0, second = 0, third = 0] = head.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const sampleRate = SAMPLE_RATES[(third >> 2) & 3];
  if (sync !== 0xff || (second & 0xe0) !== 0xe0 || version === 1 || layer === 4 || !sampleRate) {
    return undefined;
  }
  const bitRate = BIT_RATES[version === 3 ? '1' : '2'][layer]?.[third >> 4];
  if (!bitRate) {
    return undefined;
  }
  const rate = sampleRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const padding = (third >> 1) & 1;
  if (layer === 1) {
    return (Math.floor((12_000 * bitRate) / rate) + padding) * 4;
  }
  const samples = layer === 3 && version !== 3 ? 72_000 : 144_000;
  return Math.floor((samples * bitRate) / rate) + padding;
}

/** AAC that stands by itself, outside a container. */
function adtsFrame(head: Buffer, at: number): number | undefined {
  const [sync = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = head.subarray(at, at + 6);
  if (sync !== 0xff || (second & 0xf6) !== 0xf0 || ((third >> 2) & 15) > 12) {
    return undefined;
  }
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  return length >= 7 ? length : undefined;
}
