import assert from 'node:assert/strict';
import { closeEverything, openText, setting } from '../host/support/inkwell.ts';
import { InlineSession, TestCursor } from '../host/support/inline-session.ts';

describe('inline completions in Restricted Mode', () => {
  afterEach(async () => {
    await setting('inlineCompletion.enabled', undefined);
    await closeEverything();
  });

  it('send nothing, also where the user has switched them on', async () => {
    await setting('inlineCompletion.enabled', true);
    const session = await InlineSession.start();
    const cursor = new TestCursor(await openText('a'), 'a');
    assert.deepEqual(await session.known(cursor), []);
    assert.deepEqual(await session.texts(cursor, { isAsked: true }), []);
    assert.equal(session.provider.obstacleIn(cursor.document), 'untrusted');
    assert.equal(session.service.requests.length, 0);
    await session.close();
  });
});
