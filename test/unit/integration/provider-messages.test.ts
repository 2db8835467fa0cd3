import assert from 'node:assert/strict';
import {
  countedText,
  type ProviderMessage,
  wireMessages,
} from '../../../src/integration/provider-messages.ts';
import { ServiceError } from '../../../src/service/errors.ts';

const text = (value: string) => ({ value });
const data = (value: string | Uint8Array, mimeType: string) => ({
  data: typeof value === 'string' ? new TextEncoder().encode(value) : value,
  mimeType,
});
const message = (role: number, ...content: unknown[]): ProviderMessage => ({
  role,
  content,
  name: undefined,
});

function refusal(...given: ProviderMessage[]): ServiceError {
  try {
    wireMessages(given);
  } catch (error) {
    assert.ok(ServiceError.is(error, 'invalidRequest'), String(error));
    return error;
  }
  return assert.fail('It was taken.');
}

describe('wireMessages', () => {
  it('has the roles of VS Code, its system messages too', () => {
    assert.deepEqual(
      wireMessages([message(3, text('Be brief.')), message(1, text('Hello')), message(2, text('Hi'))]),
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
      ],
    );
  });

  it('takes a role that is not known for the user’s', () => {
    assert.deepEqual(wireMessages([message(9, text('Hello'))]), [{ role: 'user', content: 'Hello' }]);
  });

  it('joins pieces of text as they are, and messages of one role as paragraphs', () => {
    assert.deepEqual(wireMessages([message(1, text('Hel'), text('lo')), message(1, text('there'))]), [
      { role: 'user', content: 'Hello\n\nthere' },
    ]);
  });

  it('leaves out messages without text', () => {
    assert.deepEqual(
      wireMessages([message(1, text('One')), message(2, text(' \n')), message(1, text('Two'))]),
      [{ role: 'user', content: 'One\n\nTwo' }],
    );
  });

  it('has nothing to send where no message has text', () => {
    assert.match(refusal().message, /no text/);
    assert.match(refusal(message(1, text('')), message(2)).message, /no text/);
  });

  it('says who speaks where a message has a name', () => {
    assert.deepEqual(wireMessages([{ role: 1, content: [text('Hello')], name: 'Anna' }]), [
      { role: 'user', content: 'Anna: Hello' },
    ]);
  });

  it('tells calls of tools and their results in words', () => {
    const call = { callId: '7', name: 'weather', input: { city: 'Paris' } };
    const result = { callId: '7', content: [text('Rain'), { value: 'and wind' }] };
    assert.deepEqual(wireMessages([message(2, text('I look.'), call), message(1, result, text('So?'))]), [
      {
        role: 'assistant',
        content: 'I look.\n\n<tool_call>\n{"name":"weather","arguments":{"city":"Paris"}}\n</tool_call>',
      },
      { role: 'user', content: '<tool_response name="weather">\nRain\nand wind\n</tool_response>\n\nSo?' },
    ]);
  });

  it('has the text of a result that is a rendered prompt', () => {
    const node = {
      children: [
        { type: 2, text: 'First' },
        { children: [{ type: 2, text: 'second', lineBreakBefore: true }] },
      ],
    };
    const result = { callId: '7', content: [{ value: { node } }] };
    assert.match(wireMessages([message(1, result)])[0]?.content ?? '', /First\nsecond\n<\/tool_response>$/);
  });

  it('has data that is text, and not the marks of VS Code’s chat', () => {
    assert.deepEqual(
      wireMessages([
        message(
          1,
          text('See:'),
          data('{"a":1}', 'application/json'),
          data('x', 'cache_control'),
          data('ä', 'text/plain'),
        ),
      ]),
      [{ role: 'user', content: 'See:\n\n{"a":1}\n\nä' }],
    );
  });

  it('refuses images and other data, by their kind', () => {
    const png = data(Uint8Array.of(1, 2), 'image/png');
    assert.match(refusal(message(1, text('What is it?'), png)).message, /text only, no images/);
    const result = { callId: '7', content: [png] };
    assert.match(refusal(message(1, result)).message, /text only, no images/);
    assert.match(refusal(message(1, data('x', 'application/pdf'))).message, /application\/pdf/);
  });

  it('leaves out what another model was thinking, and what nobody knows', () => {
    assert.deepEqual(
      wireMessages([
        message(2, { value: 'Hm', id: '1', metadata: {} }, text('Yes'), null, 7, {}, { value: 3 }),
      ]),
      [{ role: 'assistant', content: 'Yes' }],
    );
  });

  it('sends no half characters', () => {
    assert.deepEqual(wireMessages([message(1, text('a\ud83d'))]), [{ role: 'user', content: 'a\ufffd' }]);
  });
});

describe('countedText', () => {
  it('is the text that would be sent, images left out', () => {
    const png = data(Uint8Array.of(1, 2), 'image/png');
    assert.equal(countedText(message(1, text('What'), png, text(' is it?'))), 'What is it?');
  });
});
