import type { CertificateFile } from '../service/certificate-file.ts';
import type { ConnectionFacts } from '../service/connection-facts.ts';
import type { Operation } from '../service/operations.ts';
import type { Finding } from '../service/probe.ts';
import type { RouteReason } from '../service/proxy.ts';
import { plainText } from '../ui/plain-text.ts';

// The report is for whoever helps, and so in English whatever VS Code speaks, as the log and what services say are.

/** What came of something that took time: it, or why it failed. */
export type Timed<T> =
  | { readonly value: T; readonly elapsed: number }
  | { readonly failure: string }
  /** Not tried, since nothing could have come of it. */
  | undefined;

/** All that a report says; strings from outside as they are. */
export interface CheckFacts {
  readonly at: Date;
  /** Each a sentence, or two: what is wrong and what to do. */
  readonly problems: readonly string[];
  /** Absent where it is none. */
  readonly address: { readonly href: string; readonly origin: string; readonly travels: string } | undefined;
  readonly key: 'session' | 'storage' | 'none' | 'unavailable';
  readonly place: readonly (readonly [name: string, value: string])[];
  readonly route:
    | { readonly reason: RouteReason; readonly proxy?: string; readonly source?: string }
    | undefined;
  readonly trust: {
    readonly isStrict: boolean;
    readonly withSystem: boolean;
    readonly files: readonly CertificateFile[];
    /** What `NODE_EXTRA_CA_CERTS` names. */
    readonly extra: string | undefined;
  };
  readonly connection: Timed<ConnectionFacts>;
  /** How many there are. */
  readonly models: Timed<number>;
  readonly chosen: readonly {
    readonly task: string;
    readonly model: string | undefined;
    /** Absent where there is no list. */
    readonly isListed: boolean | undefined;
  }[];
  readonly firstTokens: readonly FirstToken[];
  /** Without findings where the service was not asked. */
  readonly operations: readonly { readonly operation: Operation; readonly finding: Finding | undefined }[];
  /** By what edits are made. */
  readonly edits: string;
}

export interface FirstToken {
  readonly operation: string;
  readonly model: string;
  readonly result: Timed<true>;
}

const LONGEST = 500;

/** The report as Markdown, which can also be read as it is. It holds no key: whoever has one takes it out of the facts’ text. */
export function reportOf(facts: CheckFacts): string {
  const sections: [title: string, lines: string[]][] = [
    [
      'What is wrong',
      facts.problems.length > 0
        ? facts.problems.map((problem) => `- ${said(problem)}`)
        : ['Nothing that could be seen from here.'],
    ],
    ['Address and key', list(addressLines(facts))],
    ['Where Inkwell runs', list(facts.place)],
    ['The way there', list(wayLines(facts))],
    ['Models', list(modelLines(facts))],
    ['First token', firstTokenLines(facts)],
    ['Operations', operationLines(facts)],
  ];
  return [
    '# Connection report',
    '',
    `${facts.at.toISOString().replace('T', ' ').slice(0, 19)} UTC. The key is not in this report.`,
    ...sections.flatMap(([title, lines]) => ['', `## ${title}`, '', ...lines]),
    '',
  ].join('\n');
}

/** Text from outside: in one line, and no link, picture or tag where the Markdown is shown. */
function said(text: string): string {
  return plainText(text, LONGEST).replaceAll('<', '\\<');
}

function list(lines: readonly (readonly [name: string, value: string])[]): string[] {
  return lines.map(([name, value]) => `- ${name}: ${said(value)}`);
}

function addressLines({ address, key }: CheckFacts): [string, string][] {
  const keys = {
    session: 'set, in memory until this window closes',
    storage: 'set, in VS Code’s secret storage',
    none: 'not set',
    unavailable: 'unknown, since VS Code’s secret storage does not answer',
  };
  return [
    ['Address', address?.href ?? 'not one that could be right'],
    ...(address
      ? [
          ['Origin, which the key belongs to', address.origin] as [string, string],
          ['Encryption', address.travels] as [string, string],
        ]
      : []),
    ['Key', keys[key]],
  ];
}

function wayLines({ route, trust, connection }: CheckFacts): [string, string][] {
  return [
    ['Proxy', proxyLine(route)],
    ['Certificates', trust.isStrict ? 'checked' : 'NOT checked, since http.proxyStrictSSL is off'],
    [
      'Authorities',
      `those of Node.js${trust.extra ? `, NODE_EXTRA_CA_CERTS (${trust.extra})` : ''}${
        trust.withSystem ? ', and the operating system’s' : ''
      }`,
    ],
    ...trust.files.map(({ path, names, problems }): [string, string] => [
      'File of inkwell.certificates',
      [path, names.length > 0 && `with ${names.join(', ')}`, ...problems].filter(Boolean).join('; '),
    ]),
    ...connectionLines(connection),
  ];
}

function proxyLine(route: CheckFacts['route']): string {
  switch (route?.reason) {
    case undefined:
      return 'not known';
    case 'settings':
    case 'environment':
      return `${route.proxy}, from ${route.source}`;
    case 'off':
      return 'none, switched off by http.proxySupport';
    case 'loopback':
      return 'none, since the service is on this machine';
    case 'exception':
      return `none, since ${route.source} names the host`;
    case 'none':
      return 'none, since neither http.proxy nor the environment names one';
  }
}

function connectionLines(connection: CheckFacts['connection']): [string, string][] {
  if (!connection || 'failure' in connection) {
    return [['Connection', connection ? `failed: ${connection.failure}` : 'not tried']];
  }
  const { peer, tls } = connection.value;
  return [
    ['Connection', `stood after ${milliseconds(connection.elapsed)}${peer ? `, to ${peer}` : ''}`],
    ['Protocol', `HTTP/1.1${tls ? ` over ${tls.protocol}` : ', not encrypted'}`],
    ...(tls
      ? [
          [
            'Certificate',
            `for ${tls.subject}, by ${tls.issuer}, until ${tls.validTo}${
              tls.isBySystem ? '; trusted by the operating system' : ''
            }${tls.problem ? `; NOT trusted: ${tls.problem}` : ''}`,
          ] as [string, string],
        ]
      : []),
  ];
}

function modelLines({ models, chosen }: CheckFacts): [string, string][] {
  const counted = (count: number): string => (count === 1 ? '1 model' : `${count} models`);
  return [
    [
      'GET /v1/models',
      timed(models, (count, time) => `${counted(count)} after ${time}, the connection included`),
    ],
    ...chosen.map(({ task, model, isListed }): [string, string] => [
      task,
      model === undefined
        ? 'no model chosen'
        : `${model}${isListed === undefined ? '' : isListed ? ', in the list' : ', NOT in the list'}`,
    ]),
  ];
}

function firstTokenLines({ firstTokens, chosen }: CheckFacts): string[] {
  if (firstTokens.length > 0) {
    return list(
      firstTokens.map(({ operation, model, result }) => [
        `${operation} with ${said(model)}`,
        timed(result, (_, time) => `after ${time} (one token was asked for)`),
      ]),
    );
  }
  return [
    chosen.some(({ model }) => model !== undefined)
      ? 'Not measured: it costs a token. “Measure” in the message after the check does it.'
      : 'Not measured: no model is chosen.',
  ];
}

function operationLines({ operations, edits }: CheckFacts): string[] {
  const words = { there: 'yes', missing: 'no', unknown: 'unknown' };
  const rows = operations.map(({ operation, finding }) => [
    finding ? words[finding.presence] : 'not asked',
    operation.name,
    `${operation.method} ${operation.path}`,
    finding?.how ?? '',
  ]);
  const table = [['Is there', 'Operation', 'Below /v1', 'The service …'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return [
    'Found without generating anything: those that make something were sent JSON that breaks off, or a form without a file.',
    '',
    ...lines,
    '',
    `Edits by instruction are asked for ${said(edits)}.`,
  ];
}

function timed<T>(what: Timed<T>, words: (value: T, time: string) => string): string {
  if (!what) {
    return 'not asked';
  }
  return 'failure' in what ? `failed: ${what.failure}` : words(what.value, milliseconds(what.elapsed));
}

function milliseconds(time: number): string {
  return time < 10_000 ? `${Math.round(time)} ms` : `${Math.round(time / 100) / 10} s`;
}
