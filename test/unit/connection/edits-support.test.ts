import assert from 'node:assert/strict';
import { EditsSupport } from '../../../src/connection/edits-support.ts';
import { parseBaseUrl } from '../../../src/service/base-url.ts';
import { MemoryState } from '../edit/memory-state.ts';

const HOUR = 60 * 60 * 1000;
const base = parseBaseUrl('https://a.example');
const other = parseBaseUrl('https://a.example/other');

describe('EditsSupport', () => {
  it('knows nothing of a service that it was not told of', () => {
    assert.equal(new EditsSupport(new MemoryState()).isMissing(base), false);
  });

  it('remembers one service, and not others at the same host', async () => {
    const state = new MemoryState();
    await new EditsSupport(state).remember(base);
    const later = new EditsSupport(state);
    assert.equal(later.isMissing(base), true);
    assert.equal(later.isMissing(parseBaseUrl('a.example/v1/')), true, 'however the address is written');
    assert.equal(later.isMissing(other), false);
    assert.equal(later.isMissing(parseBaseUrl('http://a.example')), false);
  });

  it('asks again after a day, and not before', async () => {
    let now = 1_000_000_000_000;
    const support = new EditsSupport(new MemoryState(), () => now);
    await support.remember(base);
    now += 24 * HOUR - 1;
    assert.equal(support.isMissing(base), true);
    now += 1;
    assert.equal(support.isMissing(base), false);
  });

  it('believes no time to come', async () => {
    let now = 1_000_000_000_000;
    const support = new EditsSupport(new MemoryState(), () => now);
    await support.remember(base);
    now -= HOUR;
    assert.equal(support.isMissing(base), false);
  });

  it('forgets one and keeps the others', async () => {
    const support = new EditsSupport(new MemoryState());
    await support.remember(base);
    await support.remember(other);
    await support.forget(base);
    assert.deepEqual([support.isMissing(base), support.isMissing(other)], [false, true]);
  });

  it('remembers the latest fifty', async () => {
    let now = 1_000_000_000_000;
    const support = new EditsSupport(new MemoryState(), () => now);
    const services = Array.from({ length: 52 }, (_, index) => parseBaseUrl(`https://s${index}.example`));
    for (const service of services) {
      now += 1;
      await support.remember(service);
    }
    const missing = services.map((service) => support.isMissing(service));
    assert.deepEqual(missing.slice(0, 3), [false, false, true]);
    assert.ok(missing.slice(2).every(Boolean));
  });

  it('reads what it can of what was kept', () => {
    for (const kept of [undefined, null, 5, 'x', [], { [base.href]: 'now' }, { [base.href]: null }]) {
      assert.equal(new EditsSupport(new MemoryState(kept)).isMissing(base), false, JSON.stringify(kept));
    }
    const kept = { broken: 'x', [base.href]: Date.now() - HOUR };
    assert.equal(new EditsSupport(new MemoryState(kept)).isMissing(base), true);
  });

  it('does not fail where nothing can be kept', async () => {
    const state = new MemoryState();
    state.fails = true;
    await new EditsSupport(state).remember(base);
  });
});
