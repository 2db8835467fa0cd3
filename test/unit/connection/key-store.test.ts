import assert from 'node:assert/strict';
import type { SecretStorage } from 'vscode';
import { KeyringError, KeyStore } from '../../../src/connection/key-store.ts';

/** A secret storage that works, or has no keyring behind it. */
function secretStorage({ works }: { works: boolean }): SecretStorage {
  const secrets = new Map<string, string>();
  const answer = <T>(value: T): Promise<T> =>
    works ? Promise.resolve(value) : Promise.reject(new Error('no keyring'));
  return {
    get: (name) => answer(secrets.get(name)),
    keys: () => answer([...secrets.keys()]),
    store: (name, value) => answer(undefined).then(() => void secrets.set(name, value)),
    delete: (name) => answer(undefined).then(() => void secrets.delete(name)),
    onDidChange: () => ({ dispose: () => {} }),
  };
}

const A = 'https://a.example';
const B = 'https://b.example:8443';

describe('KeyStore', () => {
  it('keeps one key for each origin, and gives it to no other', async () => {
    const keys = new KeyStore(secretStorage({ works: true }));
    await keys.store(A, 'sk-a');
    await keys.store(B, 'sk-b');
    assert.equal(await keys.get(A), 'sk-a');
    assert.equal(await keys.get(B), 'sk-b');
    for (const other of ['http://a.example', 'https://a.example:444', 'https://www.a.example']) {
      assert.equal(await keys.get(other), undefined, other);
    }
    assert.deepEqual(await keys.origins(), [A, B]);
    await keys.forget(A);
    assert.equal(await keys.get(A), undefined);
    assert.deepEqual(await keys.origins(), [B]);
  });

  it('says so where there is no keyring', async () => {
    const keys = new KeyStore(secretStorage({ works: false }));
    await assert.rejects(keys.get(A), KeyringError);
    await assert.rejects(keys.store(A, 'sk-a'), KeyringError);
    await assert.rejects(keys.forget(A), KeyringError);
  });

  it('can keep a key for this session all the same, and forget it', async () => {
    const keys = new KeyStore(secretStorage({ works: false }));
    keys.storeForSession(A, 'sk-a');
    assert.equal(await keys.get(A), 'sk-a');
    assert.deepEqual(await keys.origins(), [A]);
    await keys.forget(A);
    assert.deepEqual(await keys.origins(), []);
    await assert.rejects(keys.get(A), KeyringError);
  });

  it('says where a key is', async () => {
    const keys = new KeyStore(secretStorage({ works: true }));
    assert.equal(await keys.placeOf(A), 'none');
    await keys.store(A, 'sk-a');
    assert.equal(await keys.placeOf(A), 'storage');
    keys.storeForSession(A, 'sk-b');
    assert.equal(await keys.placeOf(A), 'session');
    assert.equal(await new KeyStore(secretStorage({ works: false })).placeOf(A), 'unavailable');
  });
});
