import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type SampleService, startSampleService } from '../../service/sample-service.ts';

const main = fileURLToPath(new URL('../../service/main.ts', import.meta.url));

describe('sample service: command line', function () {
  // Each test starts processes, which takes its time on a busy machine.
  this.timeout(30_000);
  let running: ChildProcess | undefined;

  afterEach(async () => {
    if (running && running.exitCode === null && running.signalCode === null) {
      running.kill('SIGKILL');
      await once(running, 'exit');
    }
    running = undefined;
  });

  /** Starts it and collects what it prints until that matches, or until it ends. */
  async function run(args: string[], until?: RegExp) {
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    running = child;
    let output = '';
    await new Promise<void>((resolve) => {
      const add = (piece: Buffer) => {
        output += piece;
        if (until?.test(output)) {
          resolve();
        }
      };
      child.stdout.on('data', add);
      child.stderr.on('data', add);
      child.on('close', () => resolve());
    });
    return { child, output };
  }

  it('prints address and key, answers, and ends when interrupted', async () => {
    const { child, output } = await run(['--port', '0', '--key', 'mine', '--fault', 'quota:1'], /API key/);
    assert.match(output, /^API key: mine$/m);
    const origin = /^Address: (http:\/\/127\.0\.0\.1:\d+)$/m.exec(output)?.[1];
    assert.ok(origin, output);
    const get = () => fetch(`${origin}/v1/models`, { headers: { authorization: 'Bearer mine' } });
    const limited = await get();
    assert.equal(limited.status, 429);
    assert.match(await limited.text(), /insufficient_quota/);
    assert.equal((await get()).status, 200);
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    assert.equal(code, 0);
  });

  it('serves https and needs no key when told so', async () => {
    const { output } = await run(['--port', '0', '--tls', '--key', 'none'], /API key/);
    assert.match(output, /^Address: https:/m);
    assert.match(output, /none needed/);
  });

  it('explains itself, and what it does not understand', async () => {
    const help = await run(['--help']);
    assert.match(help.output, /--fault NAME/);
    assert.equal(help.child.exitCode, 0);
    for (const args of [['--fault', 'absent'], ['--port', 'x'], ['--unknown']]) {
      const { child, output } = await run(args);
      assert.equal(child.exitCode, 1, args.join(' '));
      assert.ok(output.includes(args.at(-1) ?? ''), output);
    }
  });
});

describe('sample service: switching faults over HTTP', () => {
  let service: SampleService;

  before(async () => {
    service = await startSampleService({ control: true, apiKey: null });
  });
  afterEach(() => service.reset());
  after(() => service.close());

  const control = (method: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${service.origin}/_faults`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const status = async () => (await fetch(`${service.origin}/v1/models`)).status;

  it('queues faults by name and by type, and clears them', async () => {
    const posted = await control('POST', [
      { name: 'overloaded' },
      { type: 'status', status: 418, times: 'always', path: '/v1/models' },
    ]);
    assert.equal(posted.status, 200);
    const listed = await (await control('GET')).json();
    assert.deepEqual(listed, [
      { faults: [{ type: 'status', status: 503 }], times: 1 },
      { faults: [{ type: 'status', status: 418 }], times: 'always' },
    ]);
    assert.deepEqual([await status(), await status(), await status()], [503, 418, 418]);
    assert.equal((await control('DELETE')).status, 200);
    assert.equal(await status(), 200);
  });

  it('keeps its own requests out of the record', async () => {
    await control('POST', { name: 'quota' });
    assert.equal(service.requests.length, 0);
  });

  it('refuses what is no fault, other methods, and web pages', async () => {
    for (const body of [
      { name: 'absent' },
      { type: 'hold' },
      { type: 'absent' },
      {},
      5,
      { type: 'html', times: 0 },
    ]) {
      assert.equal((await control('POST', body)).status, 400, JSON.stringify(body));
    }
    assert.equal((await control('PUT', {})).status, 405);
    assert.equal((await control('POST', { name: 'quota' }, { origin: 'http://example.com' })).status, 403);
    assert.equal(await status(), 200);
  });

  it('is not there unless asked for', async () => {
    const closed = await startSampleService({ apiKey: null });
    try {
      assert.equal((await fetch(`${closed.origin}/_faults`, { method: 'DELETE' })).status, 404);
    } finally {
      await closed.close();
    }
  });
});
