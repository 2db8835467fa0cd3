import assert from 'node:assert/strict';
import { Draft } from '../../src/webview/chat/draft.ts';

describe('Draft', () => {
  let now: number;
  let posted: [string, string][];
  let draft: Draft;
  beforeEach(() => {
    now = 0;
    posted = [];
    draft = new Draft({ post: (conversation, text) => posted.push([conversation, text]), now: () => now });
    draft.state('c1', undefined, '');
  });
  afterEach(() => draft.dispose());

  it('tells the host at once when the view may be gone, and only what it does not know', () => {
    draft.type('a');
    draft.type('ab');
    draft.flush();
    draft.flush();
    assert.deepEqual(posted, [['c1', 'ab']]);
  });

  it('shows what the host has, as long as nothing was typed', () => {
    draft.state('c1', undefined, 'kept');
    assert.equal(draft.text, 'kept');
    draft.flush();
    assert.deepEqual(posted, []);
  });

  it('keeps what was typed over an echo of an older draft, and tells it once more', () => {
    draft.type('ab');
    draft.flush();
    draft.type('abc');
    draft.state('c1', undefined, 'ab');
    assert.equal(draft.text, 'abc');
    draft.flush();
    draft.state('c1', undefined, 'ab');
    assert.equal(draft.text, 'abc');
    draft.flush();
    assert.deepEqual(posted, [
      ['c1', 'ab'],
      ['c1', 'abc'],
      ['c1', 'abc'],
    ]);
  });

  it('shows the draft of another conversation, after it has told the last of this one', () => {
    draft.type('mine');
    draft.state('c2', undefined, 'other');
    assert.equal(draft.text, 'other');
    assert.deepEqual(posted, [['c1', 'mine']]);
    draft.type('other!');
    draft.flush();
    assert.deepEqual(posted.at(-1), ['c2', 'other!']);
  });

  it('shows an earlier message when that is to be edited, in place of what was typed', () => {
    draft.type('mine');
    draft.answer('m1', 'earlier');
    assert.equal(draft.text, 'earlier');
    draft.state('c1', 'm1', 'earlier');
    draft.state('c1', undefined, 'mine');
    assert.equal(draft.text, 'mine');
  });

  it('sends once, however often Enter is pressed before the answer', () => {
    draft.type('ask');
    assert.equal(draft.send(), true);
    now = 300;
    assert.equal(draft.send(), false);
    draft.answer(undefined, '');
    assert.equal(draft.text, '');
  });

  it('sends again after a while if the host has not answered, or at once when the text is another', () => {
    draft.type('ask');
    draft.send();
    now = 1500;
    assert.equal(draft.send(), true);
    draft.type('ask more');
    assert.equal(draft.send(), true);
  });

  it('sends the same text again after the host has given it back', () => {
    draft.type('ask');
    draft.send();
    draft.answer(undefined, 'ask');
    assert.equal(draft.text, 'ask');
    assert.equal(draft.send(), true);
  });

  it('does not tell as a draft what was sent', () => {
    draft.type('ask');
    draft.send();
    draft.flush();
    assert.deepEqual(posted, []);
  });

  it('keeps letters that were typed after sending and before the answer', () => {
    draft.type('ask');
    draft.send();
    draft.type('ask and');
    draft.answer(undefined, '');
    assert.equal(draft.text, ' and');
    draft.flush();
    assert.deepEqual(posted, [['c1', ' and']]);
  });

  it('keeps them too when the host gives back what was sent', () => {
    draft.type('ask');
    draft.send();
    draft.type('ask and');
    draft.answer(undefined, 'ask');
    assert.equal(draft.text, 'ask and');
  });

  it('keeps a text that was changed within after sending', () => {
    draft.type('ask');
    draft.send();
    draft.type('task');
    draft.answer(undefined, '');
    assert.equal(draft.text, 'task');
  });

  it('takes a whole state for the answer as well, even if that ends editing', () => {
    draft.answer('m1', 'earlier');
    draft.type('earlier, better');
    draft.send();
    draft.type('earlier, better and');
    draft.state('c1', undefined, '');
    assert.equal(draft.text, ' and');
  });

  it('does not take a state from before the sending for the answer', () => {
    draft.type('ask');
    draft.flush();
    draft.send();
    draft.state('c1', undefined, 'ask');
    assert.equal(draft.text, 'ask');
    draft.type('ask and');
    draft.answer(undefined, '');
    assert.equal(draft.text, ' and');
  });

  it('tells only what was not sent when another conversation comes', () => {
    draft.type('ask');
    draft.send();
    draft.type('ask and');
    draft.state('c2', undefined, '');
    assert.deepEqual(posted, [['c1', ' and']]);
  });
});
