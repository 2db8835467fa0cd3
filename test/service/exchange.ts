import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Form } from './multipart.ts';

/** One request as the service saw it. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query, undecoded. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Which connection it came over, counted from 1: the same number means the connection was reused. */
  readonly connection: number;
  /** The `x-request-id` that belongs to it. */
  readonly requestId: string;
  /** The body, of uploads the first 64 KiB. */
  readonly rawBody: Buffer;
  /** Length of the whole body in bytes, as far as it came. */
  readonly bodyBytes: number;
  /** A JSON body, parsed. */
  readonly json?: unknown;
  /** A multipart body: its fields by name. */
  readonly form?: Form;
  /** Whether the client ended it before the answer was complete. */
  readonly closedByClient: boolean;
  /** Resolves when the exchange is over, whoever ended it. */
  readonly whenClosed: Promise<void>;
}

/** A request and its response, from the first header to the end. */
export class Exchange implements RecordedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly connection: number;
  readonly requestId: string;
  readonly whenClosed: Promise<void>;
  rawBody: Buffer = Buffer.alloc(0);
  bodyBytes = 0;
  json?: unknown;
  form?: Form;
  closedByClient = false;
  /** Set where the service itself destroys the connection. */
  cutByService = false;
  /** Aborted when the exchange is over. */
  readonly closed: AbortSignal;

  constructor(request: IncomingMessage, response: ServerResponse, connection: number, requestId: string) {
    this.request = request;
    this.response = response;
    this.method = request.method ?? '';
    this.path = request.url ?? '';
    this.headers = request.headers;
    this.connection = connection;
    this.requestId = requestId;
    const over = new AbortController();
    this.closed = over.signal;
    this.whenClosed = new Promise((resolve) => {
      response.once('close', () => {
        this.closedByClient = !response.writableFinished && !this.cutByService;
        over.abort();
        resolve();
      });
    });
  }

  /** Destroys the connection. */
  cut(): void {
    this.cutByService = true;
    this.request.socket.destroy();
  }
}
