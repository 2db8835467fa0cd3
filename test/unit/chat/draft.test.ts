import assert from 'node:assert/strict';
import type { UserMessage } from '../../../src/chat/conversation.ts';
import {
  afterSending,
  isEmptyDraft,
  NO_DRAFT,
  withEdited,
  withoutEdited,
  withUnsent,
} from '../../../src/chat/draft.ts';
import type { Attachment } from '../../../src/chat/events.ts';
import type { Draft } from '../../../src/chat/store.ts';

function attached(id: string): Attachment {
  return { id, kind: 'file', name: `${id}.txt`, text: id };
}

function draft(text: string, ...ids: string[]): Draft {
  return { text, attachments: ids.map(attached) };
}

function message(id: string, text: string, ...ids: string[]): UserMessage {
  return { role: 'user', id, parent: null, at: 1, text, attachments: ids.map(attached) };
}

describe('A draft', () => {
  it('is empty when nothing is lost without it', () => {
    assert.equal(isEmptyDraft(NO_DRAFT), true);
    assert.equal(isEmptyDraft(draft(' ')), false);
    assert.equal(isEmptyDraft(draft('', 'a')), false);
    assert.equal(isEmptyDraft({ ...NO_DRAFT, editing: 'm' }), false);
  });

  describe('with an earlier message in its place', () => {
    it('is set aside, and comes back whole', () => {
      const edited = withEdited(draft('half', 'a'), message('m', 'early', 'b'));
      assert.deepEqual([edited.text, edited.attachments, edited.editing], ['early', [attached('b')], 'm']);
      assert.deepEqual(withoutEdited({ ...edited, text: 'changed' }), draft('half', 'a'));
    });

    it('stays aside when another message is edited instead', () => {
      const edited = withEdited(withEdited(draft('half'), message('m', 'early')), message('n', 'earlier'));
      assert.equal(edited.text, 'earlier');
      assert.deepEqual(withoutEdited(edited), draft('half'));
    });

    it('is nothing again when it was nothing', () => {
      const edited = withEdited(NO_DRAFT, message('m', 'early'));
      assert.equal('aside' in edited, false);
      assert.deepEqual(withoutEdited(edited), NO_DRAFT);
      assert.deepEqual(withoutEdited(withEdited(edited, message('n', 'earlier'))), NO_DRAFT);
    });
  });

  describe('that was sent', () => {
    it('is gone', () => {
      assert.deepEqual(afterSending(draft('lamp', 'a'), draft('lamp', 'a')), NO_DRAFT);
    });

    it('leaves what was typed or attached meanwhile', () => {
      assert.deepEqual(afterSending(draft(' more', 'a', 'b'), draft('lamp', 'a')), draft(' more', 'b'));
    });

    it('leaves what was set aside for it, with what was typed meanwhile behind', () => {
      const edited = withEdited(draft('half', 'a'), message('m', 'early', 'b'));
      assert.deepEqual(afterSending(edited, edited), draft('half', 'a'));
      assert.deepEqual(afterSending({ ...edited, text: 'more' }, edited), draft('half\nmore', 'a'));
    });

    it('leaves what has come to stand there instead', () => {
      const edited = withEdited(NO_DRAFT, message('m', 'early'));
      assert.equal(afterSending(draft('early'), edited).text, 'early');
      assert.equal(afterSending(edited, draft('early')), edited);
    });
  });

  describe('that was not sent', () => {
    it('is as it was', () => {
      assert.deepEqual(withUnsent(draft('lamp', 'a'), draft('lamp', 'a')), draft('lamp', 'a'));
    });

    it('stands before what was typed meanwhile', () => {
      assert.deepEqual(withUnsent(draft(' more', 'b'), draft('lamp', 'a')), draft('lamp more', 'b', 'a'));
      assert.deepEqual(withUnsent(NO_DRAFT, draft('lamp')), draft('lamp'));
    });

    it('does not come into a message that is edited by now', () => {
      const edited = withEdited(draft('lamp'), message('m', 'early'));
      assert.deepEqual(withUnsent(edited, draft('lamp')), edited);
    });
  });
});
