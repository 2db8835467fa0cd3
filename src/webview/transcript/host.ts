import * as v from 'valibot';
import {
  type TranscriptHostMessage,
  type TranscriptPageMessage,
  transcriptHostMessage,
} from '../../audio/shared/transcript-protocol.ts';

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

/** The extension host, as seen from the transcript editor's page: messages that have passed the schema. */
export class Host {
  readonly #api = acquireVsCodeApi();

  /** Gives every message of the host to `receive`, from now on for as long as the page lives. */
  listen(receive: (message: TranscriptHostMessage) => void): void {
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const parsed = v.safeParse(transcriptHostMessage, data);
      if (parsed.success) {
        receive(parsed.output);
      } else {
        console.error(`The transcript editor got what it cannot understand: ${parsed.issues[0].message}`);
      }
    });
  }

  post(message: TranscriptPageMessage): void {
    this.#api.postMessage(message);
  }
}
