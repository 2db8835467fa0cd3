import { crc32 } from 'node:zlib';
import { MOST_DIMENSIONS, paddedLength, type Quantised } from './quantised.ts';

// A file of vectors: a header, and records of one length. Numbers are little-endian, as on every machine VS Code runs on.
//
//   header   magic (8), dimension (4), zeros (4), identity (16), zeros (28), CRC-32 of all before (4)
//   record   hash (16), scale (float, 4), CRC-32 of all but itself (4), codes (a byte for each component, padded to 4)

export const HEADER_BYTES = 64;
/** Bytes of a record before its codes. */
export const CODES_AT = 24;

const MAGIC = 'INKVEC01';
const HASH_BYTES = 16;
const HASH = /^[0-9a-f]{32}$/;

export interface VectorFileHeader {
  readonly dimension: number;
  /** Of what the vectors were made with: 32 hexadecimal digits. */
  readonly identity: string;
}

export function encodeHeader({ dimension, identity }: VectorFileHeader): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(dimension, 8);
  bytes.write(identity, 16, 'hex');
  bytes.writeUInt32LE(crc32(bytes.subarray(0, HEADER_BYTES - 4)), HEADER_BYTES - 4);
  return bytes;
}

/** `undefined` for what is no header, or a garbled one. */
export function decodeHeader(bytes: Buffer): VectorFileHeader | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 8) !== MAGIC) {
    return undefined;
  }
  const dimension = bytes.readUInt32LE(8);
  const isWhole = bytes.readUInt32LE(HEADER_BYTES - 4) === crc32(bytes.subarray(0, HEADER_BYTES - 4));
  return isWhole && dimension >= 1 && dimension <= MOST_DIMENSIONS
    ? { dimension, identity: bytes.toString('hex', 16, 32) }
    : undefined;
}

export function recordBytes(dimension: number): number {
  return CODES_AT + paddedLength(dimension);
}

export function encodeRecord(hash: string, { codes, scale }: Quantised): Buffer {
  const bytes = Buffer.alloc(CODES_AT + codes.length);
  bytes.write(hash, 'hex');
  bytes.writeFloatLE(scale, HASH_BYTES);
  bytes.set(new Uint8Array(codes.buffer, codes.byteOffset, codes.length), CODES_AT);
  bytes.writeUInt32LE(checksum(bytes), HASH_BYTES + 4);
  return bytes;
}

/** The hash that a record is for; `undefined` when it is garbled. */
export function hashOfRecord(record: Buffer): string | undefined {
  return record.readUInt32LE(HASH_BYTES + 4) === checksum(record) && record.readFloatLE(HASH_BYTES) > 0
    ? record.toString('hex', 0, HASH_BYTES)
    : undefined;
}

export function scaleOfRecord(record: DataView, at: number): number {
  return record.getFloat32(at + HASH_BYTES, true);
}

export function isHash(text: string): boolean {
  return HASH.test(text);
}

function checksum(record: Buffer): number {
  return crc32(record.subarray(CODES_AT), crc32(record.subarray(0, HASH_BYTES + 4)));
}
