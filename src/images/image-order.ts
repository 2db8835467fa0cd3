import { type Uri, window, workspace } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import { targetFolder } from '../landing/target-folder.ts';
import { cancelled } from '../service/errors.ts';
import { checkRequest } from '../service/limits.ts';
import { imageGenerationRequest } from '../service/request-schema.ts';
import { errorInWords } from '../ui/error-words.ts';
import type { Log } from '../ui/log.ts';
import { concludeRun } from './conclude-run.ts';
import { choiceOf } from './image-request.ts';
import { imageStem, runImages } from './image-run.ts';
import { IMAGES_FOLDER, readImageParameters } from './image-settings.ts';

/** Images that somebody else than the person asks for, such as an agent. What is not said, the settings say. */
export interface ImageOrder {
  readonly prompt: string;
  readonly n?: number | undefined;
  readonly size?: string | undefined;
  readonly folder?: Uri | undefined;
}

/** An order with nothing left open, to be agreed to before it is carried out. */
export interface PlannedImages {
  /** `undefined` where the settings leave it to the service. */
  readonly n: number | undefined;
  readonly size: string | undefined;
  readonly folder: Uri;
  make(signal: AbortSignal): Promise<MadeImages>;
}

export interface MadeImages {
  readonly saved: readonly Uri[];
  /** Why others did not come, in words. */
  readonly failures: readonly string[];
}

interface OrderServices {
  readonly connection: Connection;
  readonly log: Log;
}

/**
 * What an order comes to. Neither sends nor writes anything, and asks nothing where a folder is open.
 *
 * @throws {ServiceError} `invalidRequest` on what cannot be sent
 * @throws {LandingError} when the folder of the settings leads out of the workspace
 */
export async function planImages(
  services: OrderServices,
  order: ImageOrder,
): Promise<PlannedImages | undefined> {
  const at = order.folder ?? folderAtHand();
  const { response_format, ...set } = readImageParameters(at);
  const { prompt } = order;
  const { n, size } = choiceOf({
    ...set,
    ...(order.n !== undefined && { n: order.n }),
    ...(order.size !== undefined && { size: order.size }),
  });
  const body = checkRequest(imageGenerationRequest, {
    prompt,
    n,
    size,
    ...(response_format && { response_format }),
  });
  const folder = order.folder ?? (at && (await targetFolder(IMAGES_FOLDER, at)));
  return (
    folder && {
      n,
      size,
      folder,
      make: async (signal) => {
        const connected = await services.connection.require();
        if (!connected) {
          throw cancelled();
        }
        const run = await runImages(
          connected.client,
          {
            prompt,
            n,
            size,
            folder,
            stem: imageStem(prompt),
            request: (client, options) => client.generateImages(body, options),
          },
          { signal, onStage: () => {} },
        );
        const saved = await concludeRun(run, services.log);
        return {
          saved: saved.map(({ uri }) => uri),
          failures: [...new Set(run.failures.map((failure) => errorInWords(failure).message))],
        };
      },
    }
  );
}

/** The workspace folder that the person works in; without one at hand, the first. */
function folderAtHand(): Uri | undefined {
  const uri = window.activeTextEditor?.document.uri;
  return ((uri && workspace.getWorkspaceFolder(uri)) ?? workspace.workspaceFolders?.[0])?.uri;
}
