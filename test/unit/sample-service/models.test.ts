import assert from 'node:assert/strict';
import type { Model, ModelList } from './answers.ts';
import { useService } from './service-fixture.ts';

describe('sample service: models', () => {
  const fixture = useService();

  it('lists models with owner and permissions', async () => {
    const { status, body } = await fixture.get<ModelList>('/v1/models');
    assert.equal(status, 200);
    assert.equal(body.object, 'list');
    const ids = body.data.map((model) => model.id);
    for (const id of [
      'complete-1',
      'complete-1-older',
      'chat-1',
      'chat-1-long',
      'edit-1',
      'embed-1',
      'moderate-1',
    ]) {
      assert.ok(ids.includes(id), id);
    }
    assert.ok(ids.includes('speech-1'));
    for (const model of body.data) {
      assert.equal(model.object, 'model');
      assert.ok(model.owned_by.length > 0);
      assert.equal(model.permission.length, 1);
    }
  });

  it('finds a model whose id needs encoding in the path', async () => {
    const { status, body } = await fixture.get<Model>(
      `/v1/models/${encodeURIComponent('org/tuned:complete-1')}`,
    );
    assert.equal(status, 200);
    assert.equal(body.id, 'org/tuned:complete-1');
    assert.equal(body.owned_by, 'org');
  });

  it('does not find it when the path was not encoded', async () => {
    const { status, body } = await fixture.get('/v1/models/org/tuned:complete-1');
    assert.equal(status, 404);
    assert.equal(body.error.code, 'unknown_url');
  });

  it('answers 404 for an unknown model', async () => {
    const { status, body } = await fixture.get('/v1/models/absent-1');
    assert.equal(status, 404);
    assert.equal(body.error.code, 'model_not_found');
    assert.equal(body.error.param, 'model');
  });
});
