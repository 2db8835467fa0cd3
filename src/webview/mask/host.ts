import * as v from 'valibot';
import {
  type MaskHostMessage,
  type MaskPageMessage,
  maskHostMessage,
} from '../../images/shared/mask-protocol.ts';

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

/** The extension host, as seen from the mask editor's page: messages that have passed the schema. */
export class Host {
  readonly #api = acquireVsCodeApi();

  /** Gives every message of the host to `receive`, from now on for as long as the page lives. */
  listen(receive: (message: MaskHostMessage) => void): void {
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const parsed = v.safeParse(maskHostMessage, data);
      if (parsed.success) {
        receive(parsed.output);
      } else {
        console.error(`The mask editor got what it cannot understand: ${parsed.issues[0].message}`);
      }
    });
  }

  post(message: MaskPageMessage): void {
    this.#api.postMessage(message);
  }
}
