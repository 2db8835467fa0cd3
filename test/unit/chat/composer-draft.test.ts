import assert from 'node:assert/strict';
import { ComposerDraft } from '../../../src/chat/composer-draft.ts';
import type { UserMessage } from '../../../src/chat/conversation.ts';
import { NO_DRAFT } from '../../../src/chat/draft.ts';
import type { Attachment } from '../../../src/chat/events.ts';
import type { Draft } from '../../../src/chat/store.ts';

function attached(id: string): Attachment {
  return { id, kind: 'file', name: `${id}.txt`, text: id };
}

const early: UserMessage = { role: 'user', id: 'm', parent: null, at: 1, text: 'early', attachments: [] };

/** A composer, and what it has told: what is to be kept, and the kind of each change. */
function composer(draft: Draft = NO_DRAFT) {
  const kept: (Draft | undefined)[] = [];
  const kinds: string[] = [];
  const made = new ComposerDraft(draft, {
    keep: (changed) => void kept.push(changed),
    changed: (kind) => void kinds.push(kind),
  });
  return { composer: made, kept, kinds };
}

describe('ComposerDraft', () => {
  it('keeps what is typed, and tells of it when it is something else', () => {
    const { composer: typing, kept, kinds } = composer();
    typing.typed('a');
    typing.typed('a');
    assert.deepEqual(kept, [{ text: 'a', attachments: [] }]);
    assert.deepEqual(kinds, ['typed']);
  });

  it('keeps nothing where nothing is left', () => {
    const { composer: emptied, kept } = composer({ text: 'a', attachments: [] });
    emptied.typed('');
    assert.deepEqual(kept, [undefined]);
  });

  it('takes attachments, and gives them up by their ids', () => {
    const { composer: attaching, kinds } = composer({ text: 'a', attachments: [attached('1')] });
    attaching.attach(attached('2'), attached('3'));
    attaching.detach('1');
    attaching.detach('unknown');
    assert.deepEqual(attaching.draft, { text: 'a', attachments: [attached('2'), attached('3')] });
    assert.deepEqual(kinds, ['attachments', 'attachments', 'attachments']);
  });

  it('lets an earlier message stand in its place, and has its own again after', () => {
    const { composer: editing, kept, kinds } = composer({ text: 'half', attachments: [] });
    editing.edit(early);
    assert.deepEqual([editing.draft.text, editing.draft.editing], ['early', 'm']);
    assert.deepEqual(kept, [editing.draft]);
    editing.cancelEdit();
    assert.deepEqual(editing.draft, { text: 'half', attachments: [] });
    assert.deepEqual(kinds, ['draft', 'draft']);
  });

  it('has left what was typed while it was sent, and all of what was not sent', () => {
    const { composer: sending } = composer({ text: 'a question', attachments: [attached('1')] });
    const { draft } = sending;
    sending.sent(draft);
    assert.deepEqual(sending.draft, NO_DRAFT);
    sending.typed(' and more');
    sending.unsent(draft);
    assert.deepEqual(sending.draft, { text: 'a question and more', attachments: [attached('1')] });
  });

  it('tells again what it is set to, though it is the same', () => {
    const { composer: set, kinds } = composer();
    set.set(set.draft);
    assert.deepEqual(kinds, ['draft']);
  });
});
