import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import {
  type SampleService,
  type SampleServiceOptions,
  startSampleService,
} from '../../service/sample-service.ts';
import type { Failure } from './answers.ts';

/** A sample service for a test file, started before its tests, reset between them and closed after them. */
export function useService(options: SampleServiceOptions = {}): ServiceUnderTest {
  const fixture = new ServiceUnderTest();
  before(async () => {
    fixture.start(await startSampleService(options));
  });
  afterEach(() => fixture.service.reset());
  after(() => fixture.service.close());
  return fixture;
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  /** The body of a good answer or of an error, whichever the test expects; a string where it is no JSON. */
  body: T & Failure;
}

/** What came of a request, whole or not. */
export interface Raw {
  status?: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the body came to its end. */
  complete: boolean;
  error?: NodeJS.ErrnoException;
}

export class ServiceUnderTest {
  #service: SampleService | undefined;

  start(service: SampleService): void {
    this.#service = service;
  }

  get service(): SampleService {
    assert.ok(this.#service, 'the service has not started');
    return this.#service;
  }

  /** The raw response to a JSON body, with the right key. */
  fetch(path: string, body?: unknown, init: RequestInit = {}): Promise<Response> {
    const { origin, apiKey } = this.service;
    return fetch(origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...init,
      headers: {
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...init.headers,
      },
    });
  }

  async get<T>(path: string): Promise<Answer<T>> {
    return answerOf(await this.fetch(path));
  }

  async post<T>(path: string, body: unknown): Promise<Answer<T>> {
    return answerOf(await this.fetch(path, body));
  }

  /** Sends a JSON body over a connection of its own, and takes whatever comes of it. */
  send(path: string, body: object): Promise<Raw> {
    const { origin, apiKey } = this.service;
    return new Promise((resolve) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const request = httpRequest(origin + path, { method: 'POST', agent: false, headers }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', () => {});
        response.on('close', () => {
          const { statusCode: status, complete } = response;
          resolve({ status, headers: response.headers, body: Buffer.concat(pieces), complete });
        });
      });
      request.on('error', (error) => resolve({ headers: {}, body: Buffer.alloc(0), complete: false, error }));
      request.end(JSON.stringify(body));
    });
  }

  /** Sends a multipart form; a field that is a `File` goes as a file. */
  async upload<T>(path: string, fields: Record<string, string | File>): Promise<Answer<T>> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      form.append(name, value);
    }
    const headers = { authorization: `Bearer ${this.service.apiKey}` };
    return answerOf(await fetch(this.service.origin + path, { method: 'POST', body: form, headers }));
  }

  /** The chunks of a stream, which must end with `[DONE]`. */
  async chunks<T>(path: string, body: object): Promise<T[]> {
    const response = await this.fetch(path, { ...body, stream: true });
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    return chunksOf(await response.text());
  }
}

/** The chunks of a stream that ends with `[DONE]`. */
export function chunksOf<T>(stream: string): T[] {
  const payloads = payloadsOf(stream);
  assert.equal(payloads.pop(), '[DONE]');
  return payloads.map((payload) => JSON.parse(payload));
}

/** The `data:` of each event of a stream. */
export function payloadsOf(stream: string): string[] {
  return stream
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      assert.match(event, /^data: /);
      return event.slice('data: '.length);
    });
}

export async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Asserts the error answer that refuses a parameter. */
export function assertRefused(answer: Answer<unknown>, param: string | null, code?: string): void {
  assert.equal(answer.status, 400, JSON.stringify(answer.body).slice(0, 300));
  assert.equal(answer.body.error.type, 'invalid_request_error');
  assert.equal(typeof answer.body.error.message, 'string');
  assert.equal(answer.body.error.param, param);
  if (code !== undefined) {
    assert.equal(answer.body.error.code, code);
  }
}
