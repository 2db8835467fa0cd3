import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { Agent, request } from 'undici';
import { Client } from '../../src/service/client.ts';
import { compare } from './rounds.ts';
import type { Row } from './row.ts';
import { startBenchService } from './service-process.ts';

const REQUESTS = 300;
const ROUNDS = 15;
const apiKey = 'key-for-benchmarks';
const body = {
  model: 'chat-1',
  messages: [
    { role: 'system' as const, content: 'You answer in one sentence.' },
    { role: 'user' as const, content: 'How fast does the lamp of the lighthouse turn?' },
  ],
  temperature: 0.2,
  max_tokens: 64,
};

/** Small chat completions, one after the other. */
export async function measureChatCompletion(): Promise<Row[]> {
  const service = await startBenchService();
  const client = new Client({ baseUrl: service.origin, apiKey });
  const openai = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey });
  const dispatcher = new Agent();
  const repeat = (ask: () => Promise<string | null | undefined>) => async (): Promise<void> => {
    for (let count = 0; count < REQUESTS; count++) {
      assert.equal(await ask(), 'The lamp turns once in twelve seconds.');
    }
  };
  try {
    const times = await compare(
      {
        ours: repeat(async () => (await client.createChatCompletion(body)).choices[0]?.message.content),
        undici: repeat(async () => {
          const answer = await request(`${service.origin}/v1/chat/completions`, {
            dispatcher,
            method: 'POST',
            headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          });
          return JSON.parse(await answer.body.text()).choices[0].message.content;
        }),
        openai: repeat(async () => (await openai.chat.completions.create(body)).choices[0]?.message.content),
      },
      ROUNDS,
    );
    return (['cpu', 'wall'] as const).flatMap((kind) =>
      (['undici', 'openai'] as const).map((name): Row => {
        const each = (samples: number[]) => samples.map((sample) => (sample / REQUESTS) * 1000);
        return {
          measure: `chat completion, ${kind}`,
          unit: 'µs',
          ours: each(times.ours[kind]),
          peer: { name, samples: each(times[name][kind]) },
          figure: 'ratio',
          ...(name === 'undici' ? { bound: 1.5, aim: 1.2 } : { bound: 0.5 }),
        };
      }),
    );
  } finally {
    await client.close();
    await dispatcher.destroy();
    service.stop();
  }
}
