import { type Disposable, type LogOutputChannel, window } from 'vscode';
import type { TransportEvent } from '../service/transport.ts';
import { requestLine } from './request-line.ts';

/** Inkwell's output channel, made when the first line is written. It is never given a key or a prompt. */
export class Log implements Disposable {
  #made: LogOutputChannel | undefined;

  get #channel(): LogOutputChannel {
    this.#made ??= window.createOutputChannel('Inkwell', { log: true });
    return this.#made;
  }

  show(): void {
    this.#channel.show(true);
  }

  info(message: string): void {
    this.#channel.info(message);
  }

  warn(message: string): void {
    this.#channel.warn(message);
  }

  error(message: string): void {
    this.#channel.error(message);
  }

  /** One line for each request's fate. */
  request(event: TransportEvent): void {
    const { type, error } = event;
    const line = requestLine(event);
    if (type === 'answered') {
      this.info(line);
    } else if (type === 'retrying' || error?.kind === 'cancelled') {
      this.warn(line);
    } else {
      this.error(line);
    }
  }

  dispose(): void {
    this.#made?.dispose();
  }
}
