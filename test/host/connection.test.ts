import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type SampleService, startSampleService } from '../service/sample-service.ts';
import { type ForwardingProxy, startForwardingProxy } from '../unit/service/forwarding-proxy.ts';
import { makeAuthority, makeCertificate } from '../unit/service/test-authority.ts';
import { answerWith } from './support/completion-stream.ts';
import {
  closeEverything,
  connectedService,
  dismissed,
  inkwell,
  openText,
  select,
  setting,
  until,
} from './support/inkwell.ts';

/** Completes “one” in a new document and gives what the document says then. */
async function complete(): Promise<string> {
  const editor = await openText('one');
  select(editor, 'one');
  await dismissed(vscode.commands.executeCommand('inkwell.completeSelection'));
  return editor.document.getText();
}

function baseUrl(): string | undefined {
  return vscode.workspace.getConfiguration('inkwell').get('baseUrl');
}

/** Writes the workspace's own settings, as a repository brings them, and waits until VS Code knows them. */
async function workspaceSettings(settings: Record<string, unknown>): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const file = join(folder, '.vscode', 'settings.json');
  const marker = Date.now();
  await mkdir(join(folder, '.vscode'), { recursive: true });
  await writeFile(file, JSON.stringify({ ...settings, 'editor.rulers': [marker] }));
  await until('the workspace settings count', () => {
    const rulers = vscode.workspace.getConfiguration('editor').inspect<number[]>('rulers')?.workspaceValue;
    return rulers?.[0] === marker;
  });
}

describe('Connection', () => {
  let service: SampleService;

  before(async () => {
    service = await connectedService();
  });

  afterEach(async () => {
    await closeEverything();
    service.reset();
  });

  after(() => service.close());

  it('connects, says how many models there are, and keeps the address in the user settings', async () => {
    const { models } = await (await inkwell()).connect({
      baseUrl: `${service.origin}/v1/`,
      apiKey: 'sk-sample',
    });
    assert.equal(models, 10);
    const values = vscode.workspace.getConfiguration('inkwell').inspect('baseUrl');
    assert.equal(values?.globalValue, service.origin);
    assert.equal(values?.workspaceValue, undefined);
    assert.equal(service.requests.at(-1)?.path, '/v1/models');
    assert.equal(service.requests.at(-1)?.headers.authorization, 'Bearer sk-sample');
  });

  it('changes nothing when the key is refused', async () => {
    const other = await startSampleService({ apiKey: 'sk-other' });
    const before = baseUrl();
    await assert.rejects(
      async () => (await inkwell()).connect({ baseUrl: other.origin, apiKey: 'sk-wrong' }),
      {
        kind: 'authentication',
      },
    );
    assert.equal(baseUrl(), before);
    answerWith(service, [' two']);
    assert.equal(await complete(), 'one two');
    await other.close();
  });

  for (const address of [
    '',
    'not a url',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://me:secret@example.com',
  ]) {
    it(`refuses the address “${address}”`, async () => {
      await assert.rejects(async () => (await inkwell()).connect({ baseUrl: address }), {
        kind: 'invalidRequest',
        param: 'baseUrl',
      });
    });
  }

  for (const apiKey of ['sk-a\nb', 'sk-ü', 'sk a']) {
    it(`refuses the key ${JSON.stringify(apiKey)} before it is sent`, async () => {
      service.reset();
      await assert.rejects(async () => (await inkwell()).connect({ baseUrl: service.origin, apiKey }), {
        kind: 'invalidRequest',
        param: 'apiKey',
      });
      assert.equal(service.requests.length, 0);
    });
  }

  it('refuses plain http to another machine for a caller that cannot ask the person', async () => {
    await assert.rejects(
      async () => (await inkwell()).connect({ baseUrl: 'http://192.0.2.1', apiKey: 'sk-x' }),
      {
        kind: 'invalidRequest',
        param: 'baseUrl',
      },
    );
  });
});

describe('The key never travels', () => {
  let service: SampleService;
  let other: SampleService;

  beforeEach(async () => {
    service = await connectedService();
    other = await startSampleService({ apiKey: null });
  });

  afterEach(async () => {
    await closeEverything();
    await service.close();
    await other.close();
  });

  it('to another origin that the address setting names', async () => {
    await setting('baseUrl', other.origin);
    answerWith(other, [' two']);
    assert.equal(await complete(), 'one two');
    assert.equal(other.requests.length, 1);
    assert.equal(other.requests[0]?.headers.authorization, undefined);
  });

  it('where a workspace setting says', async () => {
    await workspaceSettings({ 'inkwell.baseUrl': other.origin });
    try {
      answerWith(service, [' two']);
      assert.equal(await complete(), 'one two');
      assert.equal(other.requests.length, 0);
      assert.equal(service.requests[0]?.headers.authorization, 'Bearer sk-sample');
    } finally {
      await workspaceSettings({});
    }
  });

  it('where a redirect points', async () => {
    for (const status of [301, 302, 303, 307, 308] as const) {
      service.fault({ type: 'redirect', location: `${other.origin}/v1/completions`, status });
      assert.equal(await complete(), 'one');
    }
    assert.equal(other.requests.length, 0);
  });
});

describe('Proxy settings of VS Code', () => {
  const http = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('http');
  const names = ['proxy', 'noProxy', 'proxyAuthorization', 'proxySupport', 'proxyStrictSSL'];
  let service: SampleService;
  let proxy: ForwardingProxy;
  let authority: Awaited<ReturnType<typeof makeAuthority>>;

  before(async () => {
    authority = await makeAuthority();
    service = await startSampleService({ tls: await makeCertificate(authority, 'service.test') });
  });

  beforeEach(async () => {
    proxy = await startForwardingProxy({
      hosts: { 'service.test:443': service.port },
      authorization: 'Basic dGVzdA==',
    });
    await http().update('proxy', `http://127.0.0.1:${proxy.port}`, true);
    await http().update('proxyAuthorization', 'Basic dGVzdA==', true);
    await http().update('proxyStrictSSL', false, true);
  });

  afterEach(async () => {
    for (const name of names) {
      await http().update(name, undefined, true);
    }
    await setting('certificates', undefined);
    await proxy.close();
  });

  after(() => service.close());

  const connect = async (): Promise<unknown> =>
    (await inkwell()).connect({ baseUrl: 'https://service.test', apiKey: 'sk-sample' });

  it('are used for every request', async () => {
    await connect();
    assert.deepEqual(
      proxy.seen.map(({ method, target }) => `${method} ${target}`),
      ['CONNECT service.test:443'],
    );
    assert.equal(proxy.seen[0]?.headers.authorization, undefined, 'the key is inside the tunnel');
    await setting('completion.model', 'complete-1');
    answerWith(service, [' two']);
    assert.equal(await complete(), 'one two');
    assert.equal(proxy.seen.length, 2);
  });

  it('name the proxy where it refuses', async () => {
    await http().update('proxyAuthorization', 'Basic d3Jvbmc=', true);
    await assert.rejects(connect, { kind: 'connection', message: /proxy .*127\.0\.0\.1.* credentials/s });
  });

  it('do not trust an unknown certificate unless proxyStrictSSL is off', async () => {
    await http().update('proxyStrictSSL', true, true);
    await assert.rejects(connect, { kind: 'connection', message: /certificate of service\.test/ });
  });

  it('trust the authorities of our own setting', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const file = join(folder, 'authority.pem');
    await writeFile(file, authority.cert);
    await http().update('proxyStrictSSL', true, true);
    await setting('certificates', [file]);
    await connect();
    await rm(file);
    assert.equal(proxy.seen.length, 1);
  });

  it('leave out the hosts of noProxy, and everything when switched off', async () => {
    await http().update('noProxy', ['service.test'], true);
    await assert.rejects(connect, { kind: 'connection' });
    await http().update('noProxy', undefined, true);
    await http().update('proxySupport', 'off', true);
    await assert.rejects(connect, { kind: 'connection' });
    assert.equal(proxy.seen.length, 0);
  });

  it('never reach a service on this machine', async () => {
    const local = await startSampleService();
    await (await inkwell()).connect({ baseUrl: local.origin, apiKey: 'sk-sample' });
    assert.equal(proxy.seen.length, 0);
    await local.close();
  });

  it('do not come from a workspace', async () => {
    await http().update('proxy', undefined, true);
    await workspaceSettings({ 'http.proxy': `http://127.0.0.1:${proxy.port}`, 'http.proxyStrictSSL': false });
    try {
      await assert.rejects(connect, { kind: 'connection' });
      assert.equal(proxy.seen.length, 0);
    } finally {
      await workspaceSettings({});
    }
  });
});
