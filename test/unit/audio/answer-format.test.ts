import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Answer,
  type AnswerFormat,
  convertAnswer,
  formatOfAnswer,
  type ResponseFormat,
} from '../../../src/audio/answer-format.ts';

const SRT = '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nyou\n';
const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n\n00:00:03.000 --> 00:00:04.000\nyou\n';
const VERBOSE = {
  text: 'Hello you',
  segments: [
    { start: 1, end: 2, text: 'Hello' },
    { start: 3, end: 4, text: 'you' },
  ],
};
const JSON_TEXT = `${JSON.stringify({ text: 'Hello you' }, null, 2)}\n`;
const VERBOSE_TEXT = `${JSON.stringify(VERBOSE, null, 2)}\n`;
const HTML = '<!DOCTYPE html><html><title>Log in</title></html>';

describe('answer-format', () => {
  const formats: [string, AnswerFormat][] = [
    ['', 'empty'],
    [' \ufeff\n', 'empty'],
    [SRT, 'srt'],
    [`\ufeff\r\n${SRT.replaceAll('\n', '\r\n')}`, 'srt'],
    ['00:00:01,000 --> 00:00:02,000\na', 'srt'],
    ['0:01.5 --> 0:02.5\na', 'srt'],
    [VTT, 'vtt'],
    ['WEBVTT', 'vtt'],
    ['WEBVTT - a\n', 'vtt'],
    ['WEBVTTX', 'text'],
    [HTML, 'html'],
    ['<div>No</div>', 'html'],
    [VERBOSE_TEXT, 'json'],
    ['{"text": "cut', 'text'],
    ['[1, 2]', 'text'],
    ['"Hello"', 'text'],
    ['1. First --> second', 'text'],
    ['Hello', 'text'],
  ];
  for (const [text, format] of formats) {
    it(`knows ${JSON.stringify(text.slice(0, 20))} as ${format}`, () =>
      assert.equal(formatOfAnswer(text), format));
  }

  const converted: [string | Answer, ResponseFormat, string, boolean][] = [
    [SRT, 'srt', SRT, false],
    [{ text: SRT }, 'srt', SRT, false],
    [VTT, 'srt', SRT, true],
    [VERBOSE, 'srt', SRT, true],
    [JSON.stringify(VERBOSE), 'srt', SRT, true],
    [{ text: JSON.stringify(VERBOSE) }, 'srt', SRT, true],
    [JSON.stringify({ text: SRT }), 'srt', SRT, true],
    [JSON.stringify({ text: VTT }), 'srt', SRT, true],
    ['', 'srt', '', false],
    [{ text: '', segments: [] }, 'srt', '', true],
    [VTT, 'vtt', VTT, false],
    [SRT, 'vtt', VTT, true],
    [VERBOSE, 'vtt', VTT, true],
    ['', 'vtt', 'WEBVTT\n', false],
    [{ text: 'Hello you\n' }, 'text', 'Hello you\n', false],
    ['Hello you', 'text', 'Hello you\n', false],
    [SRT, 'text', 'Hello you\n', true],
    [VTT, 'text', 'Hello you\n', true],
    [VERBOSE, 'text', 'Hello you\n', true],
    [JSON_TEXT, 'text', 'Hello you\n', true],
    ['', 'text', '', false],
    [{ text: 'Hello you' }, 'json', JSON_TEXT, false],
    [VERBOSE, 'json', VERBOSE_TEXT, false],
    ['Hello you', 'json', JSON_TEXT, true],
    [VERBOSE, 'verbose_json', VERBOSE_TEXT, false],
    [{ text: '' }, 'verbose_json', '{\n  "text": ""\n}\n', false],
    [SRT, 'verbose_json', VERBOSE_TEXT, true],
  ];
  for (const [answer, wanted, text, isConverted] of converted) {
    it(`makes ${wanted} of ${JSON.stringify(answer).slice(0, 40)}`, () => {
      assert.deepEqual(convertAnswer(answer, wanted), { text, converted: isConverted });
    });
  }

  const mismatches: [string | Answer, ResponseFormat, AnswerFormat][] = [
    [HTML, 'srt', 'html'],
    [HTML, 'text', 'html'],
    ['Hello', 'srt', 'text'],
    ['Hello', 'verbose_json', 'text'],
    [{ text: 'Hello' }, 'vtt', 'text'],
    [JSON_TEXT, 'srt', 'json'],
    [{ text: 'Hello' }, 'verbose_json', 'json'],
    ['{"error": {"message": "no"}}', 'srt', 'json'],
    ['{"error": {"message": "no"}}', 'text', 'json'],
  ];
  for (const [answer, wanted, mismatch] of mismatches) {
    it(`makes no ${wanted} of ${JSON.stringify(answer).slice(0, 40)}, and keeps what came`, () => {
      const found = convertAnswer(answer, wanted);
      assert.ok('mismatch' in found);
      assert.equal(found.mismatch, mismatch);
      assert.ok(found.text.includes('Hello') || found.text.includes('no') || found.text === HTML);
    });
  }

  it('fails for no answer', () => {
    const wanted = fc.constantFrom<ResponseFormat>('json', 'text', 'srt', 'vtt', 'verbose_json');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.string().map((text) => SRT + text),
        ),
        wanted,
        (text, format) => {
          assert.equal(typeof convertAnswer(text, format).text, 'string');
        },
      ),
    );
  });
});
