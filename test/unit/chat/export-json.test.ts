import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { ChatEvent } from '../../../src/chat/events.ts';
import { exportAsJson, exportedConversation, isoTime } from '../../../src/chat/export-json.ts';
import { asked, conversationOf, NOON, replied } from './export-fixture.ts';

const attachment = {
  id: 'a1',
  kind: 'selection',
  name: 'src/a.ts',
  language: 'typescript',
  lines: [3, 5],
  uri: 'file:///home/someone/secret/src/a.ts',
  text: 'const a = 1;',
} as const;

const events: ChatEvent[] = [
  { ...asked('u1', null, 'Why?'), attachments: [{ ...attachment, lines: [3, 5] }] } as ChatEvent,
  ...replied('r1', 'u1', 'Because.'),
  {
    type: 'ended',
    id: 'r1',
    at: NOON,
    outcome: 'finished',
    finish_reason: 'stop',
    usage: { prompt_tokens: 5, completion_tokens: 2 },
    leftOut: 2,
    max_tokens: 100,
  },
  ...replied('r2', 'u1', 'Why', 1),
  {
    type: 'ended',
    id: 'r2',
    at: NOON,
    outcome: 'failed',
    failure: { kind: 'server', message: 'It failed.', remedies: ['retry'], requestId: 'req_1' },
  },
  asked('u2', 'r1', 'And now?'),
  ...replied('r3', 'u2', 'No'),
  { type: 'titled', title: 'Why' },
  { type: 'configured', model: 'chat-1', system: 'Be brief.', parameters: { temperature: 0.5, top_p: null } },
];

function exported(...of: ChatEvent[]): v.InferOutput<typeof exportedConversation> {
  return v.parse(exportedConversation, JSON.parse(exportAsJson(conversationOf(...of), NOON)));
}

describe('exportAsJson', () => {
  it('has every message of every branch, and which are shown', () => {
    const { messages, shown, title } = exported(...events);
    assert.deepEqual(
      messages.map(({ id, parent, text }) => [id, parent, text]),
      [
        ['u1', null, 'Why?'],
        ['r1', 'u1', 'Because.'],
        ['r2', 'u1', 'Why'],
        ['u2', 'r1', 'And now?'],
        ['r3', 'u2', 'No'],
      ],
    );
    assert.deepEqual(shown, ['u1', 'r1', 'u2', 'r3']);
    assert.equal(title, 'Why');
  });

  it('has how each reply ended', () => {
    const [, first, second, , last] = exported(...events).messages;
    assert.deepEqual(first, {
      role: 'assistant',
      id: 'r1',
      parent: 'u1',
      at: '2026-11-21T12:00:00.000Z',
      model: 'chat-1',
      choice: 0,
      text: 'Because.',
      outcome: 'finished',
      finish_reason: 'stop',
      usage: { prompt_tokens: 5, completion_tokens: 2 },
      leftOut: 2,
      max_tokens: 100,
    });
    assert.ok(second?.role === 'assistant' && last?.role === 'assistant');
    assert.deepEqual(second.failure, { kind: 'server', message: 'It failed.', requestId: 'req_1' });
    assert.equal(last.outcome, 'unfinished');
  });

  it('has what was chosen for the conversation alone, and only then', () => {
    const { model, system, parameters } = exported(...events);
    assert.deepEqual([model, system, parameters], ['chat-1', 'Be brief.', { temperature: 0.5, top_p: null }]);
    const plain = exported(asked('u1', null, 'Hi'));
    assert.deepEqual(
      ['model', 'system', 'parameters'].filter((name) => name in plain),
      [],
    );
  });

  it('has what was attached, without the place on this machine', () => {
    const [first] = exported(...events).messages;
    const { id: _, uri: __, ...kept } = attachment;
    assert.deepEqual(first?.role === 'user' && first.attachments, [kept]);
    assert.doesNotMatch(exportAsJson(conversationOf(...events), NOON), /someone|file:/);
  });

  it('keeps text as it is, whatever it is', () => {
    const text = '</script>\0\u202e\ud800 "quoted" \\ 🧭';
    assert.equal(exported(asked('u1', null, text)).messages[0]?.text, text);
  });

  it('takes any time', () => {
    const at = [Number.NaN, Number.POSITIVE_INFINITY, 1e300, -1e300];
    assert.deepEqual(new Set(at.map(isoTime)), new Set(['1970-01-01T00:00:00.000Z']));
    assert.equal(isoTime(NOON), '2026-11-21T12:00:00.000Z');
  });
});
