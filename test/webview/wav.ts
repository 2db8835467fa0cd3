/** A recording of a low hum, as a WAV file: 8 bits, one channel. */
export function wav(seconds: number, rate = 8000): Uint8Array {
  const length = Math.round(seconds * rate);
  const file = new Uint8Array(44 + length);
  const view = new DataView(file.buffer);
  const put = (at: number, text: string): void => void new TextEncoder().encodeInto(text, file.subarray(at));
  put(0, 'RIFF');
  view.setUint32(4, 36 + length, true);
  put(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  put(36, 'data');
  view.setUint32(40, length, true);
  for (let i = 0; i < length; i += 1) {
    file[44 + i] = 128 + Math.round(20 * Math.sin((2 * Math.PI * 110 * i) / rate));
  }
  return file;
}
