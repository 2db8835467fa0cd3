import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startSampleService } from '../service/sample-service.ts';
import { startForwardingProxy } from '../unit/service/forwarding-proxy.ts';
import { makeAuthority, makeCertificate } from '../unit/service/test-authority.ts';
import { setting, until } from './support/inkwell.ts';
import { sessionWith } from './support/session.ts';

describe('Check Connection', () => {
  const session = sessionWith({
    beforeEach: () => setting('chat.model', 'chat-1'),
    afterEach: () => setting('certificates', undefined),
    after: () => setting('chat.model', undefined),
  });

  async function check(): Promise<string> {
    await vscode.commands.executeCommand('inkwell.checkConnection');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.path, '/Connection Report.md');
    assert.ok(!document.getText().includes('sk-sample'), 'the key is in the report');
    return document.getText();
  }

  /** The line of the report that begins with this. */
  function line(report: string, begin: string): string {
    const found = report.split('\n').find((each) => each.startsWith(begin));
    assert.ok(found, `“${begin}” begins no line of:\n${report}`);
    return found;
  }

  /** The row of the table that is about this operation. */
  function row(report: string, operation: string): string {
    const found = report.split('\n').find((each) => each.split('|')[2]?.trim() === operation);
    assert.ok(found, `“${operation}” is in no row of:\n${report}`);
    return found;
  }

  it('says what is in effect and what the service has, and generates nothing', async () => {
    const { service, said } = session();
    const report = await check();
    assert.match(line(report, '- Address'), new RegExp(`: ${service.baseUrl}$`));
    assert.match(line(report, '- Key'), /set, in VS Code’s secret storage/);
    assert.match(line(report, '- VS Code'), new RegExp(vscode.version.replaceAll('.', '\\.')));
    assert.match(line(report, '- Runs'), /computer|server|remote/);
    assert.match(line(report, '- Proxy'), /none, since the service is on this machine/);
    assert.match(line(report, '- Protocol'), /HTTP\/1\.1, not encrypted/);
    assert.match(line(report, '- GET /v1/models'), /10 models after \d+ ms/);
    assert.match(line(report, '- Chat'), /chat-1, in the list/);
    const table = report.split('\n').filter((each) => /^\|.* (?:GET|POST) \//.test(each));
    assert.equal(table.length, 12);
    assert.deepEqual(
      table.filter((row) => !/^\| yes +\|/.test(row)),
      [],
    );
    assert.match(report, /Nothing that could be seen from here/);
    assert.deepEqual(
      service.requests.filter(({ json }) => json !== undefined),
      [],
    );
    assert.deepEqual(said('The connection works').actions, ['Measure']);
    assert.match(report, /Not measured: it costs a token/);
  });

  it('measures the first token when it is told to, with one token each', async () => {
    const { service, answers, said } = session();
    answers.set('first token', 'Measure');
    await check();
    const text = (): string => vscode.window.activeTextEditor?.document.getText() ?? '';
    await until('the editor has the figures', () => /with complete-1: after \d+ ms/.test(text()));
    assert.match(line(text(), '- Chat completion with chat-1'), /after \d+ ms/);
    assert.match(said('The first token came').text, /after \d+ ms \(chat-1\), after \d+ ms \(complete-1\)$/);
    const streams = service.requests.flatMap(({ json }) => json ?? []);
    assert.deepEqual(
      streams.map((json) => (json as { max_tokens: number }).max_tokens),
      [1, 1],
    );
  });

  it('says why no token came, in the message and on top of the report', async () => {
    const { service, answers, said } = session();
    answers.set('first token', 'Measure');
    const quota = { type: 'status', status: 429, error: { code: 'insufficient_quota' } } as const;
    service.fault(quota, { times: Number.POSITIVE_INFINITY, path: '/v1/chat/completions' });
    await check();
    const text = (): string => vscode.window.activeTextEditor?.document.getText() ?? '';
    await until('the editor has the figures', () => /with complete-1: after \d+ ms/.test(text()));
    const [wrong = ''] = text().split('## Address and key');
    assert.match(line(wrong, '- Chat completion with chat-1'), /quota of this key .* is spent/);
    assert.match(said('No token came').text, /^No token came from chat-1: The quota of this key/);
  });

  it('finds what the service does not have, and by what edits are made then', async () => {
    session().service.fault(
      { type: 'status', status: 404, body: '{"detail":"Not Found"}' },
      { path: /\/v1\/(edits|images\/.*)$/, times: Number.POSITIVE_INFINITY },
    );
    const report = await check();
    assert.match(row(report, 'Edits'), /^\| no +\|.*\| answered 404 /);
    assert.match(row(report, 'Image variations'), /^\| no /);
    assert.match(row(report, 'Moderations'), /^\| yes /);
    assert.match(report, /by chat, once \/v1\/edits/);
  });

  it('names a refused key, with what to do, and is a report all the same', async () => {
    const { service, said } = session();
    service.fault(
      { type: 'status', status: 401, error: { message: 'Incorrect API key provided: sk-sample' } },
      { times: Number.POSITIVE_INFINITY },
    );
    const report = await check();
    assert.match(
      line(report, '- 127.0.0.1'),
      /refused the key: .*\[key\]\. Run “Inkwell: Connect to a Service…”/,
    );
    assert.match(row(report, 'Edits'), /^\| unknown .*\| refused the key \(401\)/);
    assert.deepEqual(said('refused the key').actions, ['Set Key', 'Show Log']);
  });

  it('is a report where nobody answers, and asks for nothing more', async () => {
    const closed = await startSampleService();
    await closed.close();
    const before = vscode.workspace.getConfiguration('inkwell').get('baseUrl');
    await setting('baseUrl', closed.origin);
    try {
      const report = await check();
      assert.match(line(report, '- Nothing answers at'), new RegExp(`${closed.port}`));
      assert.match(line(report, '- Connection'), /failed: Nothing answers/);
      assert.match(line(report, '- GET /v1/models'), /not asked/);
      assert.match(line(report, '- Key'), /not set/);
      assert.match(row(report, 'Edits'), /^\| not asked/);
      assert.ok(session().said('Nothing answers').actions.includes('Retry'));
    } finally {
      await setting('baseUrl', before);
    }
  });

  it('tells of proxy, certificates and TLS, without the credentials of any', async () => {
    const authority = await makeAuthority();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const file = join(folder, 'authority.pem');
    await writeFile(file, authority.cert);
    const secure = await startSampleService({ tls: await makeCertificate(authority, 'service.test') });
    const proxy = await startForwardingProxy({
      hosts: { 'service.test:443': secure.port },
      authorization: `Basic ${Buffer.from('me:s3cret').toString('base64')}`,
    });
    const http = vscode.workspace.getConfiguration('http');
    const before = vscode.workspace.getConfiguration('inkwell').get('baseUrl');
    await http.update('proxy', `http://me:s3cret@127.0.0.1:${proxy.port}`, true);
    await setting('certificates', [file]);
    await setting('baseUrl', 'https://service.test');
    try {
      const report = await check();
      assert.match(
        line(report, '- Proxy'),
        new RegExp(`: http://127\\.0\\.0\\.1:${proxy.port}, from http\\.proxy$`),
      );
      assert.match(
        line(report, '- File of inkwell.certificates'),
        /authority\.pem; with Authority for tests$/,
      );
      assert.match(line(report, '- Protocol'), /HTTP\/1\.1 over TLSv1\.3/);
      assert.match(line(report, '- Certificate:'), /for service\.test, by Authority for tests, until/);
      assert.ok(!/s3cret|bWU6/.test(report));
    } finally {
      await http.update('proxy', undefined, true);
      await setting('baseUrl', before);
      await rm(file);
      await proxy.close();
      await secure.close();
    }
  });

  it('is a report of an address that cannot be right, without what stands in it', async () => {
    const before = vscode.workspace.getConfiguration('inkwell').get('baseUrl');
    await setting('baseUrl', 'https://me:s3cret@a.example');
    try {
      const report = await check();
      assert.match(line(report, '- Address'), /not one that could be right/);
      assert.ok(!report.includes('s3cret'));
    } finally {
      await setting('baseUrl', before);
    }
  });

  it('names certificate files that do not count, and a model that is not listed', async () => {
    const missing = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'missing.pem');
    await setting('certificates', [missing]);
    await setting('chat.model', 'chat-9');
    const report = await check();
    assert.ok(report.includes(`- ${missing} of inkwell.certificates: cannot be read (ENOENT).`), report);
    assert.match(line(report, '- Chat: the service does not list chat-9'), /Select Model/);
  });

  it('can be copied, and is the same document the next time', async () => {
    const first = await check();
    await vscode.commands.executeCommand('inkwell.copyConnectionReport');
    assert.equal(await vscode.env.clipboard.readText(), first);
    session().service.fault({ type: 'status', status: 404 }, { path: '/v1/edits' });
    await vscode.commands.executeCommand('inkwell.checkConnection');
    const editor = vscode.window.activeTextEditor;
    await until('the editor has the new report', () =>
      /^\| no +\| Edits /m.test(editor?.document.getText() ?? ''),
    );
    assert.equal(vscode.window.visibleTextEditors.length, 1);
  });

  it('says what to do where a window that was loaded anew has no report any more', async () => {
    const uri = vscode.Uri.from({ scheme: 'inkwell-text', path: '/Of another window.md' });
    const document = await vscode.workspace.openTextDocument(uri);
    assert.match(document.getText(), /not kept\. Run the command again/);
  });

  it('can be cancelled, and shows nothing then', async () => {
    const { service, cancel } = session();
    service.fault({ type: 'stallBeforeHeaders' });
    const checked = vscode.commands.executeCommand('inkwell.checkConnection');
    await service.nextRequest(({ path }) => path === '/v1/models');
    await new Promise<void>((resolve) => {
      const poll = setInterval(() => cancel('Checking'), 20);
      void checked.then(() => {
        clearInterval(poll);
        resolve();
      });
    });
    assert.equal(vscode.window.activeTextEditor, undefined);
    assert.deepEqual(session().shown, []);
  });
});
