/** The bytes of small WAV files, made here. */

export interface WavShape {
  readonly channels?: number;
  readonly sampleRate?: number;
  /** 8, 16, 24 or 32; of floats 32 or 64. */
  readonly bits?: number;
  readonly float?: boolean;
  readonly extensible?: boolean;
  /** A format of another kind than samples. */
  readonly tag?: number;
  /** What the header says, where that is not so. */
  readonly blockAlign?: number;
  readonly dataLength?: number;
  readonly form?: 'RIFF' | 'RF64' | 'BW64';
  /** Of samples, as an RF64 says it. */
  readonly longLength?: bigint;
  /** Before and behind the samples. */
  readonly before?: Uint8Array;
  readonly behind?: Uint8Array;
}

export function chunk(id: string, data: Uint8Array, length = data.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function formatChunk(shape: WavShape): Buffer {
  const { channels = 1, sampleRate = 8000, bits = 16, float, extensible } = shape;
  const tag = shape.tag ?? (float ? 3 : 1);
  const blockAlign = (channels * bits) / 8;
  const data = Buffer.alloc(extensible ? 40 : 16);
  data.writeUInt16LE(extensible ? 0xfffe : tag, 0);
  data.writeUInt16LE(channels, 2);
  data.writeUInt32LE(sampleRate, 4);
  data.writeUInt32LE(sampleRate * blockAlign, 8);
  data.writeUInt16LE(shape.blockAlign ?? blockAlign, 12);
  data.writeUInt16LE(bits, 14);
  if (extensible) {
    data.writeUInt16LE(22, 16);
    data.writeUInt16LE(bits, 18);
    data.writeUInt16LE(tag, 24);
    data.write('000000001000800000aa00389b71', 26, 'hex');
  }
  return chunk('fmt ', data);
}

/** A WAV of these samples, as bytes. */
export function wavOf(samples: Uint8Array, shape: WavShape = {}): Buffer {
  const { form = 'RIFF', before, behind, longLength } = shape;
  const ds64 = Buffer.alloc(28);
  if (longLength !== undefined) {
    ds64.writeBigUInt64LE(longLength, 8);
  }
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    longLength === undefined ? Buffer.alloc(0) : chunk('ds64', ds64),
    before ?? Buffer.alloc(0),
    formatChunk(shape),
    chunk('data', samples, shape.dataLength ?? samples.length),
    behind ?? Buffer.alloc(0),
  ]);
  return Buffer.concat([chunk(form, Buffer.alloc(0), form === 'RIFF' ? body.length : 0xffff_ffff), body]);
}

/** Samples from -1 to 1, each for all channels, as they stand in a file. */
export function samplesOf(values: readonly number[], shape: WavShape = {}): Buffer {
  const { channels = 1, bits = 16, float } = shape;
  const bytes = bits / 8;
  const buffer = Buffer.alloc(values.length * channels * bytes);
  for (const [index, value] of values.entries()) {
    for (let channel = 0; channel < channels; channel += 1) {
      const at = (index * channels + channel) * bytes;
      if (float) {
        bits === 32 ? buffer.writeFloatLE(value, at) : buffer.writeDoubleLE(value, at);
      } else if (bits === 8) {
        buffer.writeUInt8(Math.round(128 + value * 127), at);
      } else {
        buffer.writeIntLE(Math.round(value * (2 ** (bits - 1) - 1)), at, bytes);
      }
    }
  }
  return buffer;
}
