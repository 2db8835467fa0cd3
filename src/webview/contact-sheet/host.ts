import * as v from 'valibot';
import {
  type SheetHostMessage,
  type SheetPageMessage,
  sheetHostMessage,
} from '../../images/shared/sheet-protocol.ts';

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

/** The extension host, as seen from the contact sheet's page: messages that have passed the schema. */
export class Host {
  readonly #api = acquireVsCodeApi();

  /** Gives every message of the host to `receive`, from now on for as long as the page lives. */
  listen(receive: (message: SheetHostMessage) => void): void {
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const parsed = v.safeParse(sheetHostMessage, data);
      if (parsed.success) {
        receive(parsed.output);
      } else {
        console.error(`The contact sheet got what it cannot understand: ${parsed.issues[0].message}`);
      }
    });
  }

  post(message: SheetPageMessage): void {
    this.#api.postMessage(message);
  }
}
