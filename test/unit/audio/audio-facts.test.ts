import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  type AudioContent,
  audioFacts,
  type ContentFinding,
  checkContent,
} from '../../../src/audio/audio-facts.ts';
import { sourceOfBytes, sourceOfFile } from '../../../src/audio/byte-source.ts';
import { wavOf } from './wav-bytes.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const contentOf = async (bytes: Uint8Array): Promise<AudioContent> =>
  (await audioFacts(sourceOfBytes(bytes))).content;

/** Frames of 128 kbit/s at 44.1 kHz, of 417 bytes. */
function frames(count: number, head = '\xff\xfb\x90\x00', length = 417): Buffer {
  const frame = Buffer.alloc(length, 0x55);
  frame.write(head, 'latin1');
  return Buffer.concat(Array<Buffer>(count).fill(frame));
}

/** AAC in frames of 100 bytes. */
const adts = frames(4, '\xff\xf1\x50\x80\x0c\x9f\xfc', 100);

function id3(length: number, flags = 0): Buffer {
  const tag = Buffer.alloc(10 + length + (flags & 0x10 ? 10 : 0));
  tag.write('ID3\x04\0', 'latin1');
  tag[5] = flags;
  tag.set([(length >> 21) & 127, (length >> 14) & 127, (length >> 7) & 127, length & 127], 6);
  return tag;
}

const ebml = (type: string): Buffer =>
  latin(`\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82${String.fromCharCode(0x80 + type.length)}${type}`);
const transport = Buffer.alloc(188 * 5, 'G');

describe('audio-facts', () => {
  const contents: [string, Buffer, AudioContent][] = [
    ['nothing', Buffer.alloc(0), 'empty'],
    ['zero bytes', Buffer.alloc(1000), 'zeros'],
    ['a WAV', wavOf(Buffer.alloc(10)), 'wav'],
    ['a long WAV', wavOf(Buffer.alloc(10), { form: 'RF64' }), 'wav'],
    ['an AVI', latin('RIFF\0\0\0\0AVI LIST'), 'avi'],
    ['frames', frames(5), 'mp3'],
    ['one frame', frames(1), 'mp3'],
    ['layer II', frames(4, '\xff\xfd\x80\x00', 417), 'mp3'],
    ['frames of a low rate', frames(4, '\xff\xf3\x40\xc0', 104), 'mp3'],
    ['frames that were cut at the beginning', frames(5).subarray(100), 'mp3'],
    ['a tag before frames', Buffer.concat([id3(300), frames(5)]), 'mp3'],
    ['a tag with a footer', Buffer.concat([id3(200, 0x10), frames(5)]), 'mp3'],
    ['two tags', Buffer.concat([id3(20), id3(30), frames(5)]), 'mp3'],
    ['a tag with a large cover', Buffer.concat([id3(200_000), frames(5)]), 'mp3'],
    ['a tag longer than the file', id3(5000).subarray(0, 100), 'unknown'],
    ['a tag before text', Buffer.concat([id3(20), latin('no sound at all')]), 'text'],
    ['a tag before FLAC', Buffer.concat([id3(20), latin('fLaC\0\0\0\x22')]), 'flac'],
    ['a tag before AAC', Buffer.concat([id3(20), adts]), 'aac'],
    ['AAC', adts, 'aac'],
    ['M4A', latin('\0\0\0\x20ftypM4A \0\0\0\0'), 'mp4'],
    ['a video', latin('\0\0\0\x20ftypisom\0\0\0\0'), 'mp4'],
    ['old QuickTime', latin('\0\0\0\x08wide\0\0\0\0mdat'), 'mp4'],
    ['a photograph', latin('\0\0\0\x20ftypheic\0\0\0\0'), 'image'],
    ['WebM', ebml('webm'), 'webm'],
    ['Matroska', ebml('matroska'), 'matroska'],
    ['EBML that is cut', latin('\x1a\x45\xdf\xa3\x9f'), 'webm'],
    ['a program stream', latin('\0\0\x01\xba\x44\0\x04'), 'mpeg'],
    ['a transport stream', transport, 'mpegTransport'],
    ['Ogg', latin('OggS\0\x02'), 'ogg'],
    ['FLAC', latin('fLaC\0\0\0\x22'), 'flac'],
    ['AIFF', latin('FORM\0\0\0\x20AIFFCOMM'), 'aiff'],
    ['ASF', latin('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9'), 'asf'],
    ['a PNG', latin('\x89PNG\r\n\x1a\n'), 'image'],
    ['a PDF', latin('%PDF-1.7'), 'pdf'],
    ['a ZIP', latin('PK\x03\x04\x14\0'), 'zip'],
    ['text', Buffer.from('Not a recording 🐙\n'), 'text'],
    ['text that begins as a tag does', Buffer.from('ID3 is a format'), 'text'],
    ['text in UTF-16', Buffer.from('\ufeffNot a recording', 'utf16le'), 'text'],
    ['a web page', Buffer.from('\n<!-- x --><!DOCTYPE html><html>'), 'html'],
    ['JSON', Buffer.from('{"error": 1}'), 'json'],
    ['noise', Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 167 + 129) % 251)), 'unknown'],
  ];
  for (const [what, bytes, content] of contents) {
    it(`knows ${what}`, async () => {
      assert.deepEqual(await audioFacts(sourceOfBytes(bytes)), { content, size: bytes.length });
    });
  }

  it('fails for no bytes, and knows none of what looks like a frame by chance', async () => {
    assert.equal(await contentOf(Buffer.concat([frames(1), Buffer.alloc(2000, 0x12)])), 'unknown');
    assert.equal(await contentOf(frames(1).subarray(0, 300)), 'unknown');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4000 }), async (bytes) => {
        assert.ok(await contentOf(bytes));
      }),
      { numRuns: 300 },
    );
  });

  it('reads little, however long a file is and whatever its tags say', async () => {
    let bytesRead = 0;
    const tag = id3(2_000_000);
    await audioFacts({
      size: 2 ** 40,
      read: (_start, length) => {
        bytesRead += length;
        return Promise.resolve(tag.subarray(0, length));
      },
    });
    assert.ok(bytesRead < 2 ** 20);
  });

  it('reads a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inkwell-facts-'));
    try {
      await writeFile(join(folder, 'a'), Buffer.concat([id3(100_000), frames(5)]));
      const handle = await open(join(folder, 'a'));
      try {
        const source = await sourceOfFile(handle);
        assert.deepEqual(await audioFacts(source), { content: 'mp3', size: source.size });
        assert.equal((await source.read(source.size - 2, 10)).length, 2);
        assert.equal((await source.read(source.size + 2, 10)).length, 0);
      } finally {
        await handle.close();
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  const findings: [string, AudioContent, ContentFinding | undefined][] = [
    ['a.mp3', 'mp3', undefined],
    ['a.MPGA', 'mp3', undefined],
    ['a.mpeg', 'mpeg', undefined],
    ['a.mpeg', 'mp3', undefined],
    ['a.mp4', 'mp4', undefined],
    ['a.m4a', 'mp4', undefined],
    ['a.wav', 'wav', undefined],
    ['a.webm', 'webm', undefined],
    ['a.wav', 'text', { kind: 'notAudio', content: 'text' }],
    ['a.mp3', 'zeros', { kind: 'notAudio', content: 'zeros' }],
    ['a.mp3', 'wav', { kind: 'otherExtension', content: 'wav', extension: 'wav' }],
    ['a.bin', 'mp4', { kind: 'otherExtension', content: 'mp4', extension: 'mp4' }],
    ['a.mp3', 'ogg', { kind: 'otherMedia', content: 'ogg' }],
    ['a.webm', 'matroska', { kind: 'otherMedia', content: 'matroska' }],
    ['a.ogg', 'ogg', { kind: 'extension', content: 'ogg' }],
    ['a.wav', 'empty', { kind: 'empty', content: 'empty' }],
    ['a.wav', 'unknown', { kind: 'unknown', content: 'unknown' }],
  ];
  for (const [name, content, finding] of findings) {
    it(`finds ${finding?.kind ?? 'nothing'} in ${name} that is ${content}`, () => {
      assert.deepEqual(checkContent(name, { content, size: 1 }), finding);
    });
  }
});
