import assert from 'node:assert/strict';
import { createParser } from 'eventsource-parser';
import OpenAI from 'openai';
import { Agent, request } from 'undici';
import { Client } from '../../src/service/client.ts';
import { compare } from './rounds.ts';
import type { Row } from './row.ts';
import {
  type BenchService,
  CHUNKS,
  PACED_CHUNKS,
  type StreamModel,
  startBenchService,
  WORD,
} from './service-process.ts';

const apiKey = 'key-for-benchmarks';
const messages = [{ role: 'user' as const, content: 'Tell me about the lighthouse.' }];

/** Reads a whole stream and gives each chunk's text to `onText`. */
type ReadStream = (model: StreamModel, onText: (text: string) => void) => Promise<void>;
type Contender = 'ours' | 'undici' | 'openai';

/** A long stream at full speed, one at a fast model's pace, and how soon the first chunk of a stream is there. */
export async function measureChatStream(): Promise<Row[]> {
  const service = await startBenchService();
  const client = new Client({ baseUrl: service.origin, apiKey });
  const openai = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey });
  const dispatcher = new Agent();
  const readers: Record<Contender, ReadStream> = {
    ours: async (model, onText) => {
      for await (const { choices } of client.streamChatCompletion({ model, messages })) {
        onText(choices[0]?.delta.content ?? '');
      }
    },
    undici: (model, onText) => readBare(service, dispatcher, model, onText),
    openai: async (model, onText) => {
      for await (const { choices } of await openai.chat.completions.create({
        model,
        messages,
        stream: true,
      })) {
        onText(choices[0]?.delta.content ?? '');
      }
    },
  };
  try {
    const burst = await compare(
      each((name) => readWhole(readers[name], 'burst', CHUNKS)),
      15,
    );
    const paced = await compare(
      each((name) => readWhole(readers[name], 'paced', PACED_CHUNKS)),
      5,
    );
    const first = await measureFirst(readers);
    return [
      ...(['cpu', 'wall'] as const).flatMap((kind) =>
        peers.map((name) =>
          row(`stream of ${CHUNKS} chunks, ${kind}`, burst.ours[kind], name, burst[name][kind]),
        ),
      ),
      // Its pace is the service's, and most of its cost is the waking up: no promise is made about it.
      ...peers.map((name): Row => {
        const { bound, aim, ...rest } = row(
          `${PACED_CHUNKS} chunks, 1 ms apart, cpu`,
          paced.ours.cpu,
          name,
          paced[name].cpu,
        );
        return rest;
      }),
      ...peers.map((name): Row => row('first chunk, wall', first.ours, name, first[name])),
    ];
  } finally {
    await client.close();
    await dispatcher.destroy();
    service.stop();
  }
}

const peers = ['undici', 'openai'] as const;

function each<T>(make: (name: Contender) => Promise<T>): Record<Contender, () => Promise<T>> {
  return { ours: () => make('ours'), undici: () => make('undici'), openai: () => make('openai') };
}

async function readWhole(read: ReadStream, model: StreamModel, chunks: number): Promise<void> {
  let text = '';
  await read(model, (piece) => {
    text += piece;
  });
  assert.equal(text.length, chunks * WORD.length);
}

/** The least that a program can do by hand: no checks, no end of stream, no deadlines. */
async function readBare(
  service: BenchService,
  dispatcher: Agent,
  model: StreamModel,
  onText: (text: string) => void,
): Promise<void> {
  const { body } = await request(`${service.origin}/v1/chat/completions`, {
    dispatcher,
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, stream: true }),
  });
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== '[DONE]') {
        onText(JSON.parse(data).choices[0]?.delta.content ?? '');
      }
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
  }
}

/** Milliseconds from the call to its first chunk, the median of many streams in each round. */
async function measureFirst(readers: Record<Contender, ReadStream>): Promise<Record<Contender, number[]>> {
  const samples: Record<Contender, number[]> = { ours: [], undici: [], openai: [] };
  const streams = 25;
  for (let round = 0; round < 13; round++) {
    for (let turn = 0; turn < 3; turn++) {
      const name = (['ours', ...peers] as const)[(round + turn) % 3] ?? 'ours';
      let sum = 0;
      for (let count = 0; count < streams; count++) {
        const start = performance.now();
        let first: number | undefined;
        await readers[name]('first', () => {
          first ??= performance.now() - start;
        });
        assert.ok(first !== undefined, 'there was no chunk');
        sum += first;
      }
      if (round >= 2) {
        samples[name].push(sum / streams);
      }
    }
  }
  return samples;
}

function row(measure: string, ours: number[], name: (typeof peers)[number], samples: number[]): Row {
  return {
    measure,
    unit: 'ms',
    ours,
    peer: { name, samples },
    figure: 'ratio',
    ...(name === 'undici' ? { bound: 1.5, aim: 1.2 } : { bound: 0.5 }),
  };
}
