import { EditsSupport } from '../connection/edits-support.ts';
import { readConnectionSettings } from '../connection/settings.ts';
import { TASK_NAMES, type Task } from '../models/tasks.ts';
import type { BaseUrl } from '../service/base-url.ts';
import { inspectCertificateFile } from '../service/certificate-file.ts';
import { ServiceError } from '../service/errors.ts';
import { EDITS } from '../service/operations.ts';
import { routeFor } from '../service/proxy.ts';
import { errorInWords } from '../ui/error-words.ts';
import type { CheckServices } from './check-services.ts';
import { reachService, unasked } from './reach-service.ts';
import type { CheckFacts, Timed } from './report.ts';
import { whereItRuns } from './where-it-runs.ts';

export interface Gathered {
  readonly facts: CheckFacts;
  /** What keeps the service from being used. */
  readonly error: unknown;
  /** Not for the report, but to be looked for in it. */
  readonly apiKey: string | undefined;
}

/**
 * All that can be known about the connection. What fails is a fact, too.
 *
 * @throws {ServiceError} `cancelled`, and nothing else
 */
export async function gatherFacts(
  services: CheckServices,
  say: (message: string) => void,
  signal: AbortSignal,
): Promise<Gathered> {
  const { connection, context } = services;
  const settings = readConnectionSettings();
  const base = connection.base();
  const apiKey = base && (await connection.keys.get(base.origin).catch(() => undefined));
  const problems: string[] = [];
  let error: unknown;
  const fail = (thrown: unknown): { failure: string } => {
    if (ServiceError.is(thrown, 'cancelled')) {
      throw thrown;
    }
    const { message } = errorInWords(thrown);
    if (error === undefined) {
      error = thrown;
      problems.push([sentence(message), adviceOn(thrown)].filter(Boolean).join(' '));
    }
    return { failure: message };
  };
  const timed = async <T>(work: () => Promise<T>): Promise<Timed<T>> => {
    const start = performance.now();
    try {
      return { value: await work(), elapsed: performance.now() - start };
    } catch (thrown) {
      return fail(thrown);
    }
  };

  const files = await Promise.all(settings.certificateFiles.map((file) => inspectCertificateFile(file)));
  for (const { path, problems: found } of files) {
    problems.push(...found.map((problem) => `${path} of inkwell.certificates: ${problem}.`));
  }
  if (!base) {
    fail(
      new ServiceError('invalidRequest', 'The address of the service cannot be right.', { param: 'baseUrl' }),
    );
  }
  const mayTravel = base !== undefined && (await connection.mayTravelTo(base));
  if (base && !mayTravel) {
    problems.push(`${base.host} is not encrypted, and you have not agreed to that. Nothing was sent.`);
  }
  const reached = mayTravel
    ? await reachService(connection, base, apiKey, { timed, say, signal })
    : undefined;
  const list = reached?.list;
  const chosen = TASK_NAMES.map((task) => {
    const model = services.models.configured(task);
    return {
      task: TASK_TITLES[task],
      model,
      isListed: model && list ? list.some(({ id }) => id === model) : undefined,
    };
  });
  for (const { task, model, isListed } of chosen) {
    if (isListed === false) {
      problems.push(
        `${task}: the service does not list ${model}. If requests fail, run “Inkwell: Select Model…”.`,
      );
    }
  }
  if (!settings.network.strictSsl && base?.isSecure) {
    problems.push('Certificates are not checked: somebody else could answer. Switch http.proxyStrictSSL on.');
  }
  const support = new EditsSupport(context.globalState);
  const operations = reached?.operations ?? unasked();
  const edits = base ? await editsBy(support, base, operations) : 'by /v1/edits';
  const route = base && routeOrProblem(base, settings.network, fail);
  return {
    error,
    apiKey,
    facts: {
      at: new Date(),
      problems,
      address: base && { href: base.href, origin: base.origin, travels: travels(base) },
      key: base ? await connection.keys.placeOf(base.origin) : 'none',
      place: whereItRuns(context),
      route,
      trust: {
        isStrict: settings.network.strictSsl !== false,
        withSystem: settings.network.systemCertificates !== false,
        files,
        extra: process.env.NODE_EXTRA_CA_CERTS,
      },
      connection: reached?.connection,
      models: reached?.models,
      chosen,
      firstTokens: [],
      operations,
      edits,
    },
  };
}

const TASK_TITLES: Readonly<Record<Task, string>> = {
  completion: 'Completing text',
  chat: 'Chat',
  edit: 'Editing by instruction',
  search: 'Search by meaning',
};

/** What a service says may have no end. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** What the words for a failure leave out where they are read in a report. */
function adviceOn(error: unknown): string {
  if (!ServiceError.is(error)) {
    return '';
  }
  switch (error.kind) {
    case 'authentication':
    case 'permission':
    case 'invalidRequest':
    case 'notFound':
      return 'Run “Inkwell: Connect to a Service…”.';
    case 'quota':
      return 'Ask whoever gave you the key.';
    default:
      return '';
  }
}

function travels(base: BaseUrl): string {
  if (base.isSecure) {
    return 'yes, by TLS';
  }
  return base.isLoopback
    ? 'none, but it does not leave this machine'
    : 'NONE: others on the way can read all';
}

function routeOrProblem(
  base: BaseUrl,
  network: Parameters<typeof routeFor>[1],
  fail: (error: unknown) => unknown,
): CheckFacts['route'] {
  try {
    const { reason, proxy, source } = routeFor(new URL(base.origin), network);
    return { reason, ...(proxy ? { proxy: proxy.shown } : {}), ...(source ? { source } : {}) };
  } catch (error) {
    fail(error);
    return undefined;
  }
}

/** By what edits are made; what is remembered is put right where the service is found to have them. */
async function editsBy(
  support: EditsSupport,
  base: BaseUrl,
  operations: CheckFacts['operations'],
): Promise<string> {
  const presence = operations.find(({ operation }) => operation === EDITS)?.finding?.presence;
  const wasMissing = support.isMissing(base);
  if (presence === 'there' && wasMissing) {
    await support.forget(base);
    return 'by /v1/edits from now on: it was remembered as missing, and is there';
  }
  if (wasMissing) {
    return 'by chat: /v1/edits was missing when it was last asked for, which is remembered for a day';
  }
  return presence === 'missing' ? 'by chat, once /v1/edits has been asked for in vain' : 'by /v1/edits';
}
