import * as v from 'valibot';
import type { Exchange } from './exchange.ts';
import { faultPresets } from './fault-presets.ts';
import { type Fault, type FaultQueue, faultTypes } from './faults.ts';

/** A fault as `{"name": …}` or `{"type": …}`, with how often it comes and for which path. */
const entrySchema = v.pipe(
  v.looseObject({
    name: v.optional(v.picklist(Object.keys(faultPresets))),
    // A gate can be opened only by the program that made it.
    type: v.optional(v.picklist(Object.keys(faultTypes).filter((type) => type !== 'hold'))),
    times: v.optional(v.union([v.pipe(v.number(), v.integer(), v.minValue(1)), v.literal('always')]), 1),
    path: v.optional(v.string()),
  }),
  v.check(
    (entry) => (entry.name === undefined) !== (entry.type === undefined),
    'Give either a name or a type',
  ),
);

/**
 * `POST /_faults` with a fault or a list of them queues them, `GET` lists those queued, `DELETE` clears them.
 * Answers only to this machine, and to no web page: a browser sends an Origin header with these methods.
 */
export async function control(exchange: Exchange, faults: FaultQueue): Promise<void> {
  const { request, response } = exchange;
  const finish = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(`${JSON.stringify(body, null, 1)}\n`);
  };
  if (!isLoopback(request.socket.remoteAddress) || exchange.headers.origin !== undefined) {
    finish(403, { error: 'The faults are switched from this machine only.' });
    return;
  }
  if (exchange.method === 'DELETE') {
    faults.clear();
  } else if (exchange.method === 'POST') {
    try {
      const pieces: Buffer[] = [];
      for await (const piece of request) {
        pieces.push(piece);
      }
      const body: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
      for (const entry of v.parse(v.array(entrySchema), Array.isArray(body) ? body : [body])) {
        const { name, times, path, ...own } = entry;
        // Its type was checked; a field that is wrong for it shows at the first request it meets.
        const fault = name === undefined ? (own as unknown as Fault) : faultPresets[name];
        faults.add(fault ?? [], {
          times: times === 'always' ? Number.POSITIVE_INFINITY : times,
          ...(path === undefined ? {} : { path }),
        });
      }
    } catch (error) {
      finish(400, { error: error instanceof Error ? error.message : String(error) });
      return;
    }
  } else if (exchange.method !== 'GET') {
    finish(405, { error: 'Use GET, POST or DELETE.' });
    return;
  }
  finish(
    200,
    faults.list().map((entry) => ({
      ...entry,
      times: entry.times === Number.POSITIVE_INFINITY ? 'always' : entry.times,
    })),
  );
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(address);
}
