import { control } from './control.ts';
import type { Exchange } from './exchange.ts';
import type { FaultQueue, FaultSet } from './faults.ts';
import type { FileStore } from './file-store.ts';
import { Head, keptBytes, readForm } from './multipart.ts';
import { badRequest, Refusal, usualError } from './refusal.ts';
import type { Reply } from './reply.ts';
import { answerByFault, respond } from './respond.ts';
import { type Operation, operationAt } from './routes.ts';

/** What a request is answered from. */
export interface Context {
  apiKey: string | null;
  baseUrl: string;
  pathPrefix: string;
  faults: FaultQueue;
  files: FileStore;
  control: boolean;
  record(exchange: Exchange): void;
  announce(exchange: Exchange): void;
}

/** A JSON body over this is refused. */
const jsonLimit = 16 * 1024 * 1024;

/** Answers one request. Never throws: what goes wrong inside becomes a 500 that says so. */
export async function handle(exchange: Exchange, context: Context): Promise<void> {
  const path = exchange.path.split('?', 1)[0] ?? '';
  if (context.control && path === '/_faults') {
    await control(exchange, context.faults);
    return;
  }
  context.record(exchange);
  const faults = context.faults.take(path);
  let announced = false;
  const announce = () => {
    if (!announced) {
      announced = true;
      context.announce(exchange);
    }
  };
  void exchange.whenClosed.then(announce);
  try {
    if (faults.get('cut')?.at === 'accept') {
      exchange.cut();
      return;
    }
    if (faults.get('earlyRefusal')) {
      await refuseEarly(exchange, faults);
      return;
    }
    const found = operationAt(exchange.method, path, context.pathPrefix);
    const problem = await readBody(exchange, 'operation' in found ? found.operation : undefined);
    announce();
    if (exchange.closed.aborted || (await answerByFault(exchange, faults))) {
      return;
    }
    await respond(exchange, faults, answer(exchange, context, found, problem));
  } catch (error) {
    if (!exchange.closed.aborted && !exchange.response.headersSent) {
      await respond(exchange, faults, refusalReply(error));
    } else {
      exchange.cut();
    }
  }
}

function answer(
  exchange: Exchange,
  context: Context,
  found: ReturnType<typeof operationAt>,
  problem: Refusal | undefined,
): Reply {
  try {
    if ('refusal' in found) {
      throw found.refusal;
    }
    const { operation, parameter } = found;
    if (operation.needsKey) {
      checkKey(exchange.headers.authorization, context.apiKey);
    }
    checkContentType(exchange.headers['content-type'], operation.takes);
    if (problem) {
      throw problem;
    }
    const { baseUrl, files } = context;
    const { json, form = {} } = exchange;
    return operation.run({
      json,
      form,
      parameter,
      service: { baseUrl, files },
      requestId: exchange.requestId,
    });
  } catch (error) {
    return refusalReply(error);
  }
}

function refusalReply(error: unknown): Reply {
  if (error instanceof Refusal) {
    return { kind: 'json', status: error.status, body: { error: error.body }, headers: error.headers };
  }
  // A defect of this service, said aloud so that no test takes it for a planned fault.
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'json', status: 500, body: { error: { ...usualError(500), message } } };
}

function checkKey(authorization: string | undefined, apiKey: string | null): void {
  if (apiKey === null || authorization === `Bearer ${apiKey}`) {
    return;
  }
  throw new Refusal(
    401,
    authorization === undefined
      ? { message: 'No API key was sent. Send it as "Authorization: Bearer <API_KEY>".' }
      : { message: 'Incorrect API key provided.' },
    { 'www-authenticate': 'Bearer' },
  );
}

function checkContentType(contentType: string | undefined, takes: Operation['takes']): void {
  const wanted = { nothing: undefined, json: 'application/json', form: 'multipart/form-data' }[takes];
  const actual = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (wanted !== undefined && actual !== wanted) {
    const message = `The Content-Type must be ${wanted}, not ${actual ?? 'absent'}.`;
    throw badRequest(message, null, 'invalid_content_type');
  }
}

/** Reads the whole body, so that no answer overtakes an upload; returns what is wrong with it. */
async function readBody(exchange: Exchange, operation: Operation | undefined): Promise<Refusal | undefined> {
  const { request } = exchange;
  const contentType = exchange.headers['content-type'] ?? '';
  const form = /^multipart\/form-data/i.test(contentType);
  const head = new Head(form ? keptBytes : jsonLimit);
  try {
    if (form) {
      const parsed = await readForm(request, operation?.keepFileBytes ?? keptBytes, (piece) => count(piece));
      exchange.form = parsed.form;
      const [repeated] = parsed.repeated;
      return repeated === undefined
        ? undefined
        : badRequest(`The field '${repeated}' came more than once.`, repeated, 'duplicate_field');
    }
    for await (const piece of request) {
      count(piece);
    }
    if (head.size > jsonLimit) {
      return new Refusal(413);
    }
    exchange.rawBody = head.bytes;
    if (head.size > 0 && /^application\/json/i.test(contentType)) {
      exchange.json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(head.bytes));
    }
    return undefined;
  } catch (error) {
    if (!exchange.closed.aborted) {
      // Keeps the connection usable when a malformed form was given up halfway.
      request.resume();
    }
    const message = `The body could not be parsed: ${error instanceof Error ? error.message : error}`;
    return badRequest(message, null, 'invalid_body');
  } finally {
    exchange.rawBody = head.bytes;
  }

  function count(piece: Buffer): void {
    head.add(piece);
    exchange.bodyBytes = head.size;
  }
}

/** Answers before the upload has ended, as gateways do that refuse by size. */
async function refuseEarly(exchange: Exchange, faults: FaultSet): Promise<void> {
  const { request, response } = exchange;
  const { status = 413, afterBytes = 0, finish = 'drain' } = faults.get('earlyRefusal') ?? {};
  await new Promise<void>((resolve) => {
    const enough = () => {
      if (exchange.bodyBytes >= afterBytes) {
        resolve();
      }
    };
    request.on('data', (piece: Buffer) => {
      exchange.bodyBytes += piece.length;
      enough();
    });
    request.once('end', resolve);
    exchange.closed.addEventListener('abort', () => resolve(), { once: true });
    enough();
  });
  if (exchange.closed.aborted) {
    return;
  }
  if (finish === 'close') {
    request.pause();
    response.setHeader('connection', 'close');
  }
  response.setHeader('content-type', 'application/json');
  response.setHeader('x-request-id', exchange.requestId);
  response.writeHead(status);
  response.end(JSON.stringify({ error: usualError(status) }));
  await exchange.whenClosed;
}
