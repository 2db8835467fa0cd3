/**
 * A service that costs its clients as little as can be, in a process of its own: what it takes is not counted
 * as theirs. Answers are made beforehand; the model's name picks one (service-process.ts).
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { CHUNKS, PACED_CHUNKS, type StreamModel, WORD } from './service-process.ts';

const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'chat-1' };
const completion = JSON.stringify({
  ...head,
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'The lamp turns once in twelve seconds.' },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 21, completion_tokens: 9, total_tokens: 30 },
});
const word = event({ content: WORD }, null);
const ending = `${event({}, 'stop')}data: [DONE]\n\n`;
/** About as much as a socket takes at once. */
const handful = word.repeat(250);

function event(delta: object, finish_reason: string | null): string {
  const chunk = { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    // A client may leave; anything else is a fault here, which must not pass for a slow client.
    if (!response.destroyed) {
      throw error;
    }
  });
});
server.keepAliveTimeout = 60_000;
server.listen({ port: 0, host: '127.0.0.1' });
await once(server, 'listening');
process.send?.({ port: (server.address() as AddressInfo).port });
process.on('disconnect', () => process.exit());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/v1/audio/transcriptions') {
    let bytes = 0;
    for await (const chunk of request) {
      bytes += chunk.length;
    }
    json(response, JSON.stringify({ text: String(bytes) }));
    return;
  }
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
  }
  const { model, stream } = JSON.parse(body);
  if (stream) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await streams[model as StreamModel](response);
    response.end(ending);
  } else {
    json(response, completion);
  }
}

function json(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

const streams: Record<StreamModel, (response: ServerResponse) => Promise<void>> = {
  burst: async (response) => {
    for (let sent = 0; sent < CHUNKS; sent += 250) {
      await write(response, handful);
    }
  },
  paced: async (response) => {
    for (let sent = 0; sent < PACED_CHUNKS; sent++) {
      await write(response, word);
      await pause(1);
    }
  },
  first: async (response) => {
    await write(response, word);
    await pause(2);
  },
};

/** Resolves when there is room for more, or nobody left who reads. */
function write(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    if (response.write(text) || response.destroyed) {
      resolve();
    } else {
      response.on('drain', settle).on('close', settle);
    }
  });
}
