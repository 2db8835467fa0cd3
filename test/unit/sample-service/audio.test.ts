import assert from 'node:assert/strict';
import type { Transcript, VerboseTranscript } from './answers.ts';
import { assertRefused, useService } from './service-fixture.ts';

const transcriptions = '/v1/audio/transcriptions';
const translations = '/v1/audio/translations';

/** A WAV file of silence: 8000 samples a second, 8 bits. */
function wav(seconds: number, name = 'talk.wav', declared = seconds * 8000): File {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + declared, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(declared, 40);
  return new File([header, Buffer.alloc(seconds * 8000, 128)], name);
}

function file(name: string, start: readonly number[] | string, size = 16_000): File {
  const bytes = Buffer.alloc(size);
  Buffer.from(start as string, 'latin1').copy(bytes);
  return new File([bytes], name);
}

describe('sample service: audio', () => {
  const fixture = useService();

  async function transcribe<T = Transcript>(
    fields: Record<string, string | File> = {},
    path = transcriptions,
  ): Promise<T> {
    const form = { file: wav(10), model: 'speech-1', ...fields };
    const { status, body } = await fixture.upload<T>(path, form);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  const verbose = (fields: Record<string, string | File> = {}, path = transcriptions) =>
    transcribe<VerboseTranscript>({ ...fields, response_format: 'verbose_json' }, path);
  const plain = (format: string) => transcribe<string>({ response_format: format });

  it('answers with a text by default, and says that it is made up', async () => {
    const body = await transcribe();
    assert.deepEqual(Object.keys(body), ['text']);
    assert.match(body.text, /sample service.*10\.0 seconds.*talk\.wav/);
  });

  it('gives segments that cover the recording in verbose_json', async () => {
    const body = await verbose();
    assert.equal(body.task, 'transcribe');
    assert.equal(body.language, 'english');
    assert.equal(body.duration, 10);
    assert.equal(body.segments.length, 3);
    assert.equal(body.segments[0]?.start, 0);
    assert.equal(body.segments[2]?.end, 10);
    for (const [index, segment] of body.segments.entries()) {
      assert.equal(segment.id, index);
      assert.ok(index === 0 || segment.start === body.segments[index - 1]?.end);
      assert.ok(segment.tokens.length > 0);
    }
    assert.equal(body.segments.map((segment) => segment.text.trim()).join(' '), body.text);
  });

  it('writes subtitles in srt and vtt, and plain text', async () => {
    const { text } = await transcribe();
    assert.equal(await plain('text'), `${text}\n`);
    const srt = await plain('srt');
    assert.match(srt, /^1\n00:00:00,000 --> 00:00:03,333\nThis is .*\n\n2\n00:00:03,333 --> 00:00:06,667\n/);
    const vtt = await plain('vtt');
    assert.match(vtt, /^WEBVTT\n\n00:00:00\.000 --> 00:00:03\.333\nThis is /);
    assert.match(vtt, /--> 00:00:10\.000\n.*\n\n$/);
  });

  it('takes the length of a WAV file from its data where the header is not true', async () => {
    for (const declared of [0, 0xffffffff - 36]) {
      const body = await verbose({ file: wav(3, 'a.wav', declared) });
      assert.equal(body.duration, 3);
    }
  });

  it('takes the length of an MP3 file from its bit rate, behind a tag too', async () => {
    const frame = [0xff, 0xfb, 0x90, 0x00];
    const bare = await verbose({ file: file('a.mp3', frame, 32_000) });
    assert.equal(bare.duration, 2);
    const tag = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0];
    const tagged = file('a.mpga', [...tag, ...frame], 16_016);
    assert.equal((await verbose({ file: tagged })).duration, 1);
  });

  it('accepts each container by its content', async () => {
    await transcribe({ file: file('a.m4a', '\0\0\0\x20ftypM4A ') });
    await transcribe({ file: file('a.mp4', '\0\0\0\x20ftypisom') });
    await transcribe({ file: file('a.webm', [0x1a, 0x45, 0xdf, 0xa3]) });
    await transcribe({ file: file('a.mpeg', [0, 0, 1, 0xba]) });
  });

  it('shows the prompt, answers in the language asked for, and translates into English', async () => {
    assert.match((await transcribe({ prompt: 'Kitchen talk' })).text, /“Kitchen talk”/);
    const german = await verbose({ language: 'de' });
    assert.match(german.text, /Beispieldienst/);
    assert.equal(german.language, 'german');
    const english = await verbose({}, translations);
    assert.equal(english.task, 'translate');
    assert.equal(english.language, 'english');
    assert.match(english.text, /sample service/);
  });

  const refusals: readonly (readonly [string, string, Record<string, string | File>, string, string])[] = [
    ['what is no audio', transcriptions, { file: file('a.wav', '<html>') }, 'file', 'invalid_file_format'],
    [
      'another kind of RIFF file',
      transcriptions,
      { file: file('a.wav', 'RIFF\0\0\0\0AVI ') },
      'file',
      'invalid_file_format',
    ],
    ['an empty file', transcriptions, { file: new File([], 'a.wav') }, 'file', 'invalid_file_format'],
    ['another extension', transcriptions, { file: wav(1, 'a.ogg') }, 'file', 'invalid_file_format'],
    ['a file that is text', transcriptions, { file: 'sound' }, 'file', 'invalid_type'],
    [
      'another response_format',
      transcriptions,
      { response_format: 'xml' },
      'response_format',
      'invalid_type',
    ],
    ['temperature above 1', transcriptions, { temperature: '1.1' }, 'temperature', 'invalid_value'],
    ['temperature that is no number', translations, { temperature: 'hot' }, 'temperature', 'invalid_value'],
    ['a language by its name', transcriptions, { language: 'german' }, 'language', 'invalid_value'],
    ['an unknown language code', transcriptions, { language: 'qq' }, 'language', 'invalid_value'],
    ['a language for a translation', translations, { language: 'de' }, 'language', 'unknown_parameter'],
    ['an unknown field', transcriptions, { user: 'me' }, 'user', 'unknown_parameter'],
  ];
  for (const [what, path, fields, param, code] of refusals) {
    it(`refuses ${what}`, async () => {
      const answer = await fixture.upload(path, { file: wav(1), model: 'speech-1', ...fields });
      assertRefused(answer, param, code);
    });
  }

  it('knows only speech-1', async () => {
    for (const model of ['speech-2', 'chat-1']) {
      assert.equal((await fixture.upload(transcriptions, { file: wav(1), model })).status, 404);
    }
    assertRefused(
      await fixture.upload(translations, { file: wav(1) }),
      'model',
      'missing_required_parameter',
    );
  });

  it('answers 413 over 25 MB, having kept only the beginning', async () => {
    const big = new File(
      [new Uint8Array(await wav(1).arrayBuffer()), Buffer.alloc(26 * 1024 * 1024)],
      'big.wav',
    );
    const { status, body } = await fixture.upload(transcriptions, { file: big, model: 'speech-1' });
    assert.equal(status, 413);
    assert.equal(body.error.type, 'invalid_request_error');
    const [request] = fixture.service.requests;
    const recorded = request?.form?.file;
    assert.ok(typeof recorded === 'object');
    assert.equal(recorded.size, big.size);
    assert.equal(recorded.filename, 'big.wav');
    assert.equal(recorded.bytes.length, 64 * 1024);
    assert.equal(request?.rawBody.length, 64 * 1024);
    assert.ok((request?.bodyBytes ?? 0) > big.size);
  });
});
