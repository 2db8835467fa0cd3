import assert from 'node:assert/strict';
import { type CheckFacts, reportOf } from '../../../src/check/report.ts';
import { textWithoutKey } from '../../../src/service/api-key.ts';
import { EDITS, LIST_MODELS } from '../../../src/service/operations.ts';

const KEY = 'sk-very-secret-key-0123456789';

const facts: CheckFacts = {
  at: new Date('2026-11-21T22:05:20.123Z'),
  problems: [],
  address: { href: 'https://a.example/x', origin: 'https://a.example', travels: 'yes, by TLS' },
  key: 'storage',
  place: [['Inkwell', '0.1.0']],
  route: { reason: 'settings', proxy: 'http://p.example:8080', source: 'http.proxy' },
  trust: { isStrict: true, withSystem: true, files: [], extra: undefined },
  connection: {
    elapsed: 12.4,
    value: {
      elapsed: 12.4,
      peer: '192.0.2.1',
      tls: {
        protocol: 'TLSv1.3',
        subject: 'a.example',
        issuer: 'An Authority',
        validTo: 'Nov 30 00:00:00 2026 GMT',
        isBySystem: false,
        problem: undefined,
      },
    },
  },
  models: { value: 10, elapsed: 33.6 },
  chosen: [
    { task: 'Chat', model: 'chat-1', isListed: true },
    { task: 'Completing text', model: undefined, isListed: undefined },
  ],
  firstTokens: [],
  operations: [
    { operation: LIST_MODELS, finding: { presence: 'there', how: 'answered it' } },
    { operation: EDITS, finding: { presence: 'missing', how: 'answered 404' } },
  ],
  edits: 'by chat',
};

describe('The connection report', () => {
  it('says what is in effect, how long it took and what there is', () => {
    assert.equal(
      reportOf(facts),
      `# Connection report

2026-11-21 22:05:20 UTC. The key is not in this report.

## What is wrong

Nothing that could be seen from here.

## Address and key

- Address: https://a.example/x
- Origin, which the key belongs to: https://a.example
- Encryption: yes, by TLS
- Key: set, in VS Code’s secret storage

## Where Inkwell runs

- Inkwell: 0.1.0

## The way there

- Proxy: http://p.example:8080, from http.proxy
- Certificates: checked
- Authorities: those of Node.js, and the operating system’s
- Connection: stood after 12 ms, to 192.0.2.1
- Protocol: HTTP/1.1 over TLSv1.3
- Certificate: for a.example, by An Authority, until Nov 30 00:00:00 2026 GMT

## Models

- GET /v1/models: 10 models after 34 ms, the connection included
- Chat: chat-1, in the list
- Completing text: no model chosen

## First token

Not measured: it costs a token. “Measure” in the message after the check does it.

## Operations

Found without generating anything: those that make something were sent JSON that breaks off, or a form without a file.

| Is there | Operation      | Below /v1   | The service … |
|----------|----------------|-------------|---------------|
| yes      | List of models | GET /models | answered it   |
| no       | Edits          | POST /edits | answered 404  |

Edits by instruction are asked for by chat.
`,
    );
  });

  it('is a report where nothing could be asked', () => {
    const offline = reportOf({
      ...facts,
      problems: ['Nothing answers at a.example.'],
      connection: { failure: 'Nothing answers at a.example.' },
      models: undefined,
      chosen: [],
      route: undefined,
      operations: [{ operation: EDITS, finding: undefined }],
    });
    assert.match(offline, /^- Nothing answers at a\.example\.$/m);
    assert.match(offline, /^- Connection: failed: Nothing answers at a\.example\.$/m);
    assert.match(offline, /^- Proxy: not known$/m);
    assert.match(offline, /^- GET \/v1\/models: not asked$/m);
    assert.match(offline, /^Not measured: no model is chosen\.$/m);
    assert.match(offline, /^\| not asked +\| Edits +\| POST \/edits +\|/m);
    assert.match(reportOf({ ...facts, address: undefined }), /^- Address: not one that could be right$/m);
  });

  const ways: readonly [CheckFacts['route'], string][] = [
    [{ reason: 'environment', proxy: 'http://p:1', source: 'HTTPS_PROXY' }, 'http://p:1, from HTTPS_PROXY'],
    [{ reason: 'off', source: 'http.proxySupport' }, 'none, switched off by http.proxySupport'],
    [{ reason: 'loopback' }, 'none, since the service is on this machine'],
    [{ reason: 'exception', source: 'NO_PROXY' }, 'none, since NO_PROXY names the host'],
    [{ reason: 'none' }, 'none, since neither http.proxy nor the environment names one'],
  ];
  for (const [route, line] of ways) {
    it(`says of the proxy “${line}”`, () =>
      assert.ok(reportOf({ ...facts, route }).includes(`- Proxy: ${line}\n`)));
  }

  it('names files of certificates with what is wrong with them, and what is not checked', () => {
    const trust = {
      isStrict: false,
      withSystem: false,
      extra: '/etc/extra.pem',
      files: [
        { path: '/a.pem', names: ['Ours'], problems: [] },
        { path: '/b.pem', names: [], problems: ['cannot be read (ENOENT)'] },
      ],
    };
    const report = reportOf({ ...facts, trust });
    assert.match(report, /^- Certificates: NOT checked, since http\.proxyStrictSSL is off$/m);
    assert.match(report, /^- Authorities: those of Node\.js, NODE_EXTRA_CA_CERTS \(\/etc\/extra\.pem\)$/m);
    assert.match(report, /^- File of inkwell\.certificates: \/a\.pem; with Ours$/m);
    assert.match(report, /^- File of inkwell\.certificates: \/b\.pem; cannot be read \(ENOENT\)$/m);
  });

  it('has the first token where it was measured, or why there was none', () => {
    const report = reportOf({
      ...facts,
      firstTokens: [
        { operation: 'Chat completion', model: 'chat-1', result: { value: true, elapsed: 123.4 } },
        { operation: 'Text completion', model: 'm', result: { failure: 'It failed.' } },
        { operation: 'Text completion', model: 'slow', result: { value: true, elapsed: 12_340 } },
      ],
    });
    assert.match(report, /^- Chat completion with chat-1: after 123 ms \(one token was asked for\)$/m);
    assert.match(report, /^- Text completion with m: failed: It failed\.$/m);
    assert.match(report, /^- Text completion with slow: after 12\.3 s/m);
  });

  it('makes no links, pictures, tags or lines of what others say', () => {
    const evil = 'x\n## Address\n[a](command:b) ![c](https://d) <img src=e>\u202e';
    const report = reportOf({
      ...facts,
      problems: [evil],
      models: { failure: evil },
      chosen: [{ task: 'Chat', model: evil, isListed: false }],
    });
    assert.equal(report.match(/^## Address/gm)?.length, 1);
    assert.ok(!/\]\(|[^\\]<|\u202e/.test(report), report);
  });

  it('has no key in it, wherever one came from', () => {
    const report = reportOf({
      ...facts,
      address: { href: `https://a.example/${KEY}`, origin: `https://${KEY}.example`, travels: '' },
      problems: [`The service said: ${KEY} is wrong`],
      models: { failure: `Authorization: Bearer ${KEY}` },
      route: { reason: 'environment', proxy: `http://${KEY}:1`, source: KEY },
      chosen: [{ task: 'Chat', model: `${KEY}x`, isListed: false }],
      edits: KEY,
      place: [['Inkwell', KEY]],
      trust: { ...facts.trust, files: [{ path: `/${KEY}.pem`, names: [KEY], problems: [KEY] }] },
      firstTokens: [{ operation: 'Chat completion', model: KEY, result: { failure: KEY } }],
    });
    assert.ok(report.includes(KEY), 'the test would pass for nothing');
    const clean = report
      .split('\n')
      .map((line) => textWithoutKey(line, KEY))
      .join('\n');
    assert.ok(!clean.includes(KEY.slice(0, 12)), clean);
    assert.ok(clean.includes('[key]'));
  });
});
