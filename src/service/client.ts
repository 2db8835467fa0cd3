import type { Dispatcher } from 'undici';
import type * as v from 'valibot';
import { checkApiKey } from './api-key.ts';
import { parseBaseUrl } from './base-url.ts';
import { chatChunks, choicesOf, completionChunks } from './chunk-formats.ts';
import { ChunkStream } from './chunk-stream.ts';
import { DEFAULT_DEADLINES, type Deadlines } from './deadlines.ts';
import { createDispatcher, type Network } from './dispatcher.ts';
import { type Downloaded, type DownloadOptions, type DownloadSource, downloadImage } from './download.ts';
import { ServiceError } from './errors.ts';
import { checkAudioName, checkRequest, modelSegment, refuseStream } from './limits.ts';
import { checkMask } from './mask.ts';
import type { Operation } from './operations.ts';
import { parseAnswer } from './parse-answer.ts';
import { parseJson } from './parse-json.ts';
import { type Probe, probeOperation } from './probe.ts';
import type { Answer } from './receivers.ts';
import * as request from './request-schema.ts';
import { describe, errorFromEvent, hasError, looksLikeHtml } from './response-error.ts';
import * as response from './response-schema.ts';
import { type Chunk, type ChunkFormat, ChunkReader } from './stream.ts';
import { type Call, type RetryListener, Transport, type TransportEvent } from './transport.ts';
import { multipart, nameOf } from './upload.ts';

export interface ClientOptions {
  /** As the operator gives it; with or without `/v1`, a trailing slash, a path prefix. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer` (§5) to the base URL's origin and nowhere else. */
  readonly apiKey?: string | undefined;
  /** Milliseconds. */
  readonly deadlines?: Partial<Deadlines> | undefined;
  /** Tries after the first; 2 when absent. */
  readonly retries?: number | undefined;
  /** Proxy and certificates. */
  readonly network?: Network | undefined;
  readonly userAgent?: string | undefined;
  /** Told of each request's fate, for a log. */
  readonly onEvent?: ((event: TransportEvent) => void) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the body sent so far, and all of them; for operations that send files. Another try begins anew. */
  readonly onUpload?: ((sent: number, total: number) => void) | undefined;
  /** Told what failed, and in how many seconds it is tried again. */
  readonly onRetry?: RetryListener | undefined;
  /** Tries after the first, where there are to be others than the client's. */
  readonly retries?: number | undefined;
}

/** A request without `stream`: the method's name says whether it streams. */
type Streaming<R> = Omit<R, 'stream'>;

/**
 * The service's twelve operations (§4). Requests and results bear the interface's own field names. Every
 * method fails with a {@link ServiceError}: `invalidRequest` before anything is sent, `cancelled` by its
 * signal, and the kinds of errors.ts for what the service or the network did.
 */
export class Client {
  readonly #transport: Transport;
  readonly #dispatcher: Dispatcher;
  readonly #images: DownloadSource;

  /** @throws {ServiceError} `invalidRequest` on `baseUrl` or `apiKey` */
  constructor(options: ClientOptions) {
    const base = parseBaseUrl(options.baseUrl);
    const network = options.network ?? {};
    const deadlines = { ...DEFAULT_DEADLINES, ...options.deadlines };
    checkApiKey(options.apiKey);
    const retries = options.retries ?? 2;
    this.#images = { allowLoopback: base.isLoopback, network, retries };
    // The longest that a timer can wait stands for no deadline.
    this.#dispatcher = createDispatcher(network, {
      connectTimeout: Math.min(deadlines.connect, 2 ** 31 - 1) || 2 ** 31 - 1,
    });
    this.#transport = new Transport({
      base,
      apiKey: options.apiKey,
      dispatcher: this.#dispatcher,
      network,
      deadlines,
      retries,
      userAgent: options.userAgent ?? 'inkwell',
      onEvent: options.onEvent,
    });
  }

  /** The models of the service (§4.1). */
  async listModels(options?: CallOptions): Promise<response.ModelList> {
    return this.#json({ method: 'GET', path: '/models', ...options }, response.modelList);
  }

  /** One model (§4.2). */
  async retrieveModel(id: string, options?: CallOptions): Promise<response.Model> {
    return this.#json({ method: 'GET', path: `/models/${modelSegment(id)}`, ...options }, response.model);
  }

  /** Text completion (§4.3). */
  async createCompletion(
    body: request.CompletionRequest,
    options?: CallOptions,
  ): Promise<response.Completion> {
    refuseStream(body);
    return this.#post('/completions', request.completionRequest, body, response.completion, options);
  }

  /** Text completion, in chunks as the service makes them (§4.3, §6). */
  streamCompletion(
    body: Streaming<request.CompletionRequest>,
    options?: CallOptions,
  ): ChunkStream<response.CompletionChunk> {
    return this.#stream('/completions', request.completionRequest, body, completionChunks, options);
  }

  /** Chat completion (§4.4). */
  async createChatCompletion(
    body: request.ChatCompletionRequest,
    options?: CallOptions,
  ): Promise<response.ChatCompletion> {
    refuseStream(body);
    return this.#post(
      '/chat/completions',
      request.chatCompletionRequest,
      body,
      response.chatCompletion,
      options,
    );
  }

  /** Chat completion, in chunks as the service makes them (§4.4, §6). */
  streamChatCompletion(
    body: Streaming<request.ChatCompletionRequest>,
    options?: CallOptions,
  ): ChunkStream<response.ChatCompletionChunk> {
    return this.#stream('/chat/completions', request.chatCompletionRequest, body, chatChunks, options);
  }

  /** A text changed by an instruction (§4.5). */
  async createEdit(body: request.EditRequest, options?: CallOptions): Promise<response.Edit> {
    return this.#post('/edits', request.editRequest, body, response.edit, options);
  }

  /** Images from a prompt (§4.6). */
  async generateImages(
    body: request.ImageGenerationRequest,
    options?: CallOptions,
  ): Promise<response.ImageResult> {
    return this.#post(
      '/images/generations',
      request.imageGenerationRequest,
      body,
      response.imageResult,
      options,
    );
  }

  /** An image extended or corrected, where its mask allows (§4.7). */
  async editImage(body: request.ImageEditRequest, options?: CallOptions): Promise<response.ImageResult> {
    await checkMask(checkRequest(request.imageEditRequest, body));
    return this.#form('/images/edits', request.imageEditRequest, body, response.imageResult, options);
  }

  /** Variations of an image (§4.8). */
  async varyImage(body: request.ImageVariationRequest, options?: CallOptions): Promise<response.ImageResult> {
    return this.#form(
      '/images/variations',
      request.imageVariationRequest,
      body,
      response.imageResult,
      options,
    );
  }

  /** Vectors that represent texts (§4.9). */
  async createEmbeddings(
    body: request.EmbeddingRequest,
    options?: CallOptions,
  ): Promise<response.EmbeddingResult> {
    return this.#post('/embeddings', request.embeddingRequest, body, response.embeddingResult, options);
  }

  /** Whether texts violate the content policy (§4.10). */
  async createModeration(
    body: request.ModerationRequest,
    options?: CallOptions,
  ): Promise<response.ModerationResult> {
    return this.#post('/moderations', request.moderationRequest, body, response.moderationResult, options);
  }

  /** Speech as text in its own language (§4.11); `text`, `srt` and `vtt` come back in `text`. */
  async transcribeAudio(
    body: request.TranscriptionRequest,
    options?: CallOptions,
  ): Promise<response.Transcript> {
    return this.#audio('/audio/transcriptions', request.transcriptionRequest, body, options);
  }

  /** Speech as English text (§4.12); `text`, `srt` and `vtt` come back in `text`. */
  async translateAudio(
    body: request.TranslationRequest,
    options?: CallOptions,
  ): Promise<response.Transcript> {
    return this.#audio('/audio/translations', request.translationRequest, body, options);
  }

  /**
   * How the service answers where there is nothing to make anything of: see `probeOperation` and `findingOf`.
   *
   * @throws {ServiceError} `cancelled`, and nothing else
   */
  async probe(operation: Operation, { signal }: Pick<CallOptions, 'signal'> = {}): Promise<Probe> {
    return probeOperation(this.#transport, operation, signal);
  }

  /** An image that a result's `url` names (§2), fetched without the key. */
  async downloadImage(url: string, options?: DownloadOptions): Promise<Downloaded> {
    return downloadImage(this.#dispatcher, url, { ...options, ...this.#images });
  }

  /** Ends the connections; requests under way fail with `cancelled`. */
  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  async #post<Q extends v.GenericSchema, A extends v.GenericSchema>(
    path: Call['path'],
    schema: Q,
    body: v.InferInput<Q>,
    answer: A,
    options: CallOptions | undefined,
  ): Promise<v.InferOutput<A>> {
    const text = JSON.stringify(checkRequest(schema, body));
    return this.#json({ method: 'POST', path, body: text, ...options }, answer);
  }

  async #form<Q extends v.GenericSchema, A extends v.GenericSchema>(
    path: Call['path'],
    schema: Q,
    body: v.InferInput<Q>,
    answer: A,
    options: CallOptions | undefined,
  ): Promise<v.InferOutput<A>> {
    const form = await multipart(checkRequest(schema, body) as Record<string, unknown>);
    return this.#json({ method: 'POST', path, body: form, ...options }, answer);
  }

  async #json<A extends v.GenericSchema>(call: Call, schema: A): Promise<v.InferOutput<A>> {
    return this.#parse(schema, await this.#transport.collect(call));
  }

  async #audio(
    path: Call['path'],
    schema: typeof request.transcriptionRequest | typeof request.translationRequest,
    body: request.TranscriptionRequest,
    options: CallOptions | undefined,
  ): Promise<response.Transcript> {
    const checked = checkRequest(schema, body);
    checkAudioName(nameOf(checked.file));
    const format = checked.response_format ?? 'json';
    const isPlain = format === 'text' || format === 'srt' || format === 'vtt';
    const form = await multipart(checked);
    const answer = await this.#transport.collect({
      method: 'POST',
      path,
      accept: isPlain ? '*/*' : 'application/json',
      body: form,
      ...options,
    });
    // What was heard was paid for: it counts also where a service does not write JSON when it is asked to.
    const text = isPlain || isNoJson(answer) ? plainAnswer(answer) : undefined;
    return text === undefined ? this.#parse(response.transcript, answer) : { text };
  }

  #stream<Q extends v.GenericSchema, T extends Chunk>(
    path: Call['path'],
    schema: Q,
    body: object,
    format: ChunkFormat<T>,
    options: CallOptions | undefined,
  ): ChunkStream<T> {
    return new ChunkStream(async () => {
      const checked = checkRequest(schema, { ...body, stream: true });
      const text = JSON.stringify(checked);
      const choices = choicesOf(checked as Record<string, unknown>);
      return this.#transport.run<ChunkReader<T>>(
        { method: 'POST', path, accept: 'text/event-stream', body: text, ...options },
        (context, settle) => new ChunkReader(format, choices, context, settle),
      );
    });
  }

  #parse<A extends v.GenericSchema>(schema: A, answer: Answer): v.InferOutput<A> {
    const details = { status: answer.status, requestId: answer.requestId, host: this.#transport.host };
    const value = parseJson(answer.body);
    try {
      if (value === undefined) {
        const message = `${this.#transport.host} did not answer with JSON but with status ${answer.status}${describe(answer.body)}.`;
        const code = looksLikeHtml(answer.body) ? 'webPage' : undefined;
        throw new ServiceError('invalidResponse', message, { ...details, code });
      }
      return parseAnswer(schema, value, details);
    } catch (error) {
      // Some services put a failure under a good status.
      const failure = ServiceError.is(error) && hasError(value) ? errorFromEvent(value, details) : error;
      throw ServiceError.is(failure) ? this.#transport.clean(failure) : failure;
    }
  }
}

function isNoJson({ body }: Answer): boolean {
  return /^\s*[^\s[{"]/.test(body);
}

/** The text of an answer that is to be text; `undefined` where it is a web page, or JSON that is more than a text. */
function plainAnswer({ headers, body }: Answer): string | undefined {
  if (looksLikeHtml(body)) {
    return undefined;
  }
  if (!/\bjson\b/i.test(String(headers['content-type'] ?? ''))) {
    return body;
  }
  const value = parseJson(body);
  // Some services call subtitles JSON, or write them as a JSON string.
  return value === undefined ? body : typeof value === 'string' ? value : undefined;
}
