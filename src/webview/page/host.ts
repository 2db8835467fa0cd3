import * as v from 'valibot';

/** What VS Code gives a webview. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The extension host, as seen from a page: messages that have passed the schema, and a small memory. */
export class Host<HostMessage, PageMessage> {
  readonly #api = acquireVsCodeApi();
  readonly #schema: v.GenericSchema<unknown, HostMessage>;

  /** @param schema of what the host sends */
  constructor(schema: v.GenericSchema<unknown, HostMessage>) {
    this.#schema = schema;
  }

  /** Gives every message of the host to `receive`, from now on for as long as the page lives. */
  listen(receive: (message: HostMessage) => void): void {
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const parsed = v.safeParse(this.#schema, data);
      if (parsed.success) {
        receive(parsed.output);
      } else {
        console.error(`The page got what it cannot understand: ${parsed.issues[0].message}`);
      }
    });
  }

  post(message: PageMessage): void {
    this.#api.postMessage(message);
  }

  /** What was kept by `save`, which VS Code hands to the next page when the view is hidden and shown again. */
  saved(): unknown {
    return this.#api.getState();
  }

  save(state: unknown): void {
    this.#api.setState(state);
  }
}
