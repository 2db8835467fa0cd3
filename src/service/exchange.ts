import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Watchdog } from './deadlines.ts';
import { cancelled } from './errors.ts';

/** Who takes an answer in. After `end` or `fail` nothing more comes. */
export interface Receiver {
  /** The first byte of an answer, good or bad. */
  begin?(): void;
  head(status: number, headers: IncomingHttpHeaders, exchange: Exchange): void;
  data(chunk: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/**
 * One request and its answer, at the level of undici's dispatcher: what `undici.request` adds to it (a
 * readable stream for each answer) would be paid for and thrown away.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #receiver: Receiver;
  readonly #watchdog: Watchdog;
  readonly #onSent: ((bytes: number) => void) | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #signal: AbortSignal | undefined;
  #draining: NodeJS.Timeout | undefined;
  #over = false;

  constructor(receiver: Receiver, watchdog: Watchdog, onSent?: (bytes: number) => void) {
    this.#receiver = receiver;
    this.#watchdog = watchdog;
    this.#onSent = onSent;
  }

  start(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions, signal: AbortSignal | undefined): void {
    this.#watchdog.begin((error) => this.abort(error));
    this.#signal = signal;
    signal?.addEventListener('abort', this.#cancel, { once: true });
    try {
      dispatcher.dispatch(options, this);
    } catch (error) {
      this.abort(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Ends it at once, whatever its state; the receiver is told the error. */
  abort(error: Error): void {
    if (this.#finish()) {
      this.#receiver.fail(error);
      this.#controller?.abort(error);
    }
  }

  /** Stops caring for the rest of the answer, which is read for `grace` ms so that the connection can be used again. */
  release(grace: number): void {
    if (this.#finish()) {
      this.#draining = setTimeout(() => this.#controller?.abort(new Error('the rest is not needed')), grace);
      this.#draining.unref();
      this.#controller?.resume();
    }
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) {
      // Given up while it waited for a connection: nothing is sent.
      controller.abort(new Error('given up'));
      return;
    }
    this.#watchdog.enter('idle');
  }

  onBodySent(chunk: Buffer): void {
    this.#watchdog.touch();
    this.#onSent?.(chunk.length);
  }

  onRequestSent(): void {
    this.#watchdog.enter('firstByte');
  }

  onResponseStarted(): void {
    this.#receiver.begin?.();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (!this.#over && status >= 200) {
      this.#receiver.head(status, headers, this);
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#over) {
      this.#watchdog.touch();
      this.#receiver.data(chunk);
    }
  }

  onResponseEnd(): void {
    clearTimeout(this.#draining);
    if (this.#finish()) {
      this.#receiver.end();
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#draining);
    if (this.#finish()) {
      this.#receiver.fail(error);
    }
  }

  readonly #cancel = (): void => this.abort(cancelled(this.#signal));

  /** False when it was over already. */
  #finish(): boolean {
    if (this.#over) {
      return false;
    }
    this.#over = true;
    this.#signal?.removeEventListener('abort', this.#cancel);
    return true;
  }
}
