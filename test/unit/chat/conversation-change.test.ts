import assert from 'node:assert/strict';
import { Conversation } from '../../../src/chat/conversation.ts';
import { changesOf, lengthsBefore } from '../../../src/chat/conversation-change.ts';
import { ended, reply, selected, text, user } from './conversation-events.ts';

describe('changesOf', () => {
  it('tells where replies have grown, and what the first words change', () => {
    const conversation = new Conversation('id', 0);
    for (const event of [user('q', null), reply('a', 'q'), text('a', 'some'), reply('b', 'q')]) {
      conversation.apply(event);
    }
    const events = [text('a', ' more'), text('b', 'first')];
    assert.deepEqual(changesOf(events, lengthsBefore(events, conversation)), [
      { kind: 'grown', id: 'a', at: 4, text: ' more' },
      { kind: 'grown', id: 'b', at: 0, text: 'first' },
      // Its waiting has ended.
      { kind: 'messages', ids: ['b'] },
    ]);
  });

  it('tells of messages that have changed where it does not know how', () => {
    assert.deepEqual(changesOf([text('a', 'some'), ended('a'), selected('b')]), [
      { kind: 'messages', ids: ['a', 'a', 'b'] },
    ]);
  });

  it('tells once of whatever is no message', () => {
    const events = [
      { type: 'titled', title: 'Lamps' },
      { type: 'configured', model: 'm' },
    ] as const;
    assert.deepEqual(changesOf(events), [{ kind: 'status' }]);
    assert.deepEqual(changesOf([]), []);
  });
});
