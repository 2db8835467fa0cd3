/** What a recording is, as far as its first bytes tell. */
export interface Recording {
  container: 'wav' | 'mp3' | 'mp4' | 'mpeg' | 'webm';
  /** Length in seconds: exact for WAV, from the bit rate for MP3, otherwise a guess from the file's size. */
  seconds: number;
}

/** The length of a file whose bit rate is not known is guessed at this many bytes a second. */
const guessedByteRate = 16_000;

/**
 * Recognises audio by its content, whatever its name. `head` is the beginning of a file of `size` bytes.
 * Returns undefined for what is no audio of the formats of interface §4.11.
 */
export function recognise(head: Buffer, size: number): Recording | undefined {
  const guess = size / guessedByteRate;
  if (head.length < 12) {
    return undefined;
  }
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE') {
    const seconds = wavSeconds(head, size);
    return seconds === undefined ? undefined : { container: 'wav', seconds };
  }
  if (head.toString('latin1', 4, 8) === 'ftyp') {
    return { container: 'mp4', seconds: guess };
  }
  const start = head.readUInt32BE(0);
  if (start === 0x1a45dfa3) {
    return { container: 'webm', seconds: guess };
  }
  if (start === 0x000001ba || start === 0x000001b3) {
    return { container: 'mpeg', seconds: guess };
  }
  const tagged = head.toString('latin1', 0, 3) === 'ID3';
  const tag = tagged ? id3Length(head) : 0;
  const byteRate = mp3ByteRate(head, tag);
  if (byteRate !== undefined) {
    return { container: 'mp3', seconds: (size - tag) / byteRate };
  }
  // A tag that holds a picture may be longer than what we see.
  return tagged && tag >= head.length
    ? { container: 'mp3', seconds: (size - tag) / guessedByteRate }
    : undefined;
}

function wavSeconds(head: Buffer, size: number): number | undefined {
  let byteRate: number | undefined;
  for (let at = 12; at + 8 <= head.length; ) {
    const id = head.toString('latin1', at, at + 4);
    const length = head.readUInt32LE(at + 4);
    if (id === 'fmt ' && at + 20 <= head.length) {
      byteRate = head.readUInt32LE(at + 16);
    } else if (id === 'data') {
      // A recorder that was cut off, or writes to a pipe, leaves a length that is not true.
      const actual = size - at - 8;
      const samples = length === 0 ? actual : Math.min(length, actual);
      return byteRate ? samples / byteRate : undefined;
    }
    at += 8 + length + (length % 2);
  }
  return undefined;
}

/** Length of an ID3v2 tag in bytes; its own length field has seven bits a byte. */
function id3Length(head: Buffer): number {
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d);
}

/** Kilobits a second by the four bits of the frame header, for layer III. */
const bitRates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** Bytes a second by the header of the frame at `at`, taking the bit rate as constant. */
function mp3ByteRate(head: Buffer, at: number): number | undefined {
  const [sync = 0, version = 0, rate = 0] = head.subarray(at, at + 3);
  const layer3 = (version & 0b110) === 0b010;
  if (sync !== 0xff || (version & 0xe0) !== 0xe0 || !layer3) {
    return undefined;
  }
  const table = (version & 0b11000) === 0b11000 ? bitRates.mpeg1 : bitRates.mpeg2;
  const kilobits = table[rate >> 4];
  return kilobits ? (kilobits * 1000) / 8 : undefined;
}
