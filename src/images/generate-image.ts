import { FileType, l10n, Uri, window, workspace } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { targetFolder } from '../landing/target-folder.ts';
import { passAdvice } from '../ui/advice.ts';
import { plainText } from '../ui/plain-text.ts';
import { askForChoice } from './choice-picker.ts';
import { showImageError } from './conclude-run.ts';
import { whileChecking } from './image-progress.ts';
import { choiceOf, type ImageChoice, type ImageParameters } from './image-request.ts';
import { type ImageTask, imageStem } from './image-run.ts';
import type { ImageServices } from './image-services.ts';
import { IMAGES_FOLDER, readImageParameters } from './image-settings.ts';
import { type InsertPlace, insertPlaceOf } from './insert-image.ts';
import { makeImages } from './make-images.ts';
import { askForPrompt, draftPrompt } from './prompt-picker.ts';

/** What may be given to Generate Image, by a key binding as well as by a menu. */
interface GenerateArguments {
  /** A folder to save in, or something in the workspace folder to save in. */
  readonly uri?: Uri;
  /** Without it, the person is asked, for count and size too. */
  readonly prompt?: string;
}

/** Generate Image, and Insert Generated Image, which puts it into the document at hand at once. */
export async function generateImage(
  services: ImageServices,
  given: readonly unknown[],
  { insert = false } = {},
): Promise<void> {
  const { uri, prompt } = generateArguments(given);
  const place = insertPlaceOf(window.activeTextEditor);
  const generating = new Generating(services, uri, place, insert);
  await generating.start(prompt);
}

function generateArguments([given]: readonly unknown[]): GenerateArguments {
  if (given instanceof Uri) {
    return { uri: given };
  }
  const { uri, prompt } = (given ?? {}) as Record<string, unknown>;
  return {
    ...(uri instanceof Uri && { uri }),
    ...(typeof prompt === 'string' && prompt.trim() !== '' && { prompt: prompt.trim() }),
  };
}

/** One run of the command, and its retries. */
class Generating {
  readonly #services: ImageServices;
  readonly #uri: Uri | undefined;
  readonly #place: InsertPlace | undefined;
  readonly #insert: boolean;

  constructor(
    services: ImageServices,
    uri: Uri | undefined,
    place: InsertPlace | undefined,
    insert: boolean,
  ) {
    this.#services = services;
    this.#uri = uri;
    this.#place = place;
    this.#insert = insert;
  }

  /** Asks for what is wanting: a connection, prompt, count and size, and the folder. */
  async start(given: string | undefined): Promise<void> {
    const { log, context, connection } = this.#services;
    try {
      const connected = await connection.require();
      const parameters = connected && readImageParameters(this.#uri ?? this.#place?.document.uri);
      if (!connected || !parameters) {
        return;
      }
      const prompt = given ?? (await askForPrompt(context, l10n.t('Generate Image')));
      const choice =
        prompt === undefined
          ? undefined
          : given === undefined
            ? await askForChoice(plainText(prompt, 60), choiceOf(parameters))
            : choiceOf(parameters);
      if (prompt === undefined || !choice) {
        return;
      }
      if (!(await passAdvice('image', { prompt, ...choice }, { modal: true }))) {
        return;
      }
      if (!(await this.#passGuard(connected, prompt))) {
        return;
      }
      const folder = await folderFor(this.#uri);
      if (folder) {
        await this.#make(folder, prompt, choice, parameters);
      }
    } catch (error) {
      await showImageError(error, log, { retry: () => this.start(given) });
    }
  }

  /** Whether the prompt may be sent. If it may not, it stands there when it is asked for again, at once or the next time. */
  async #passGuard(connected: Connected, prompt: string): Promise<boolean> {
    const during = whileChecking(l10n.t('Checking the prompt against the content policy'));
    const answer = await this.#services.guard.check('image', prompt, { connected, during });
    if (answer !== 'send') {
      draftPrompt(prompt);
    }
    if (answer === 'edit') {
      await this.start(undefined);
    }
    return answer === 'send';
  }

  async #make(folder: Uri, prompt: string, choice: ImageChoice, parameters: ImageParameters): Promise<void> {
    const { response_format } = parameters;
    const body = { prompt, ...choice, ...(response_format && { response_format }) };
    const task: ImageTask = {
      ...choice,
      prompt,
      stem: imageStem(prompt),
      folder,
      request: (client, options) => client.generateImages(body, options),
    };
    await makeImages(this.#services, {
      tasks: [task],
      progress: l10n.t('Generating “{0}”', plainText(prompt, 60)),
      place: this.#place,
      insert: this.#insert,
      changePrompt: () => {
        draftPrompt(prompt);
        return this.start(undefined);
      },
    });
  }
}

async function folderFor(uri: Uri | undefined): Promise<Uri | undefined> {
  if (!uri) {
    return targetFolder(IMAGES_FOLDER);
  }
  const type = await Promise.resolve(workspace.fs.stat(uri)).then(
    (stat) => stat.type,
    () => FileType.Unknown,
  );
  return (type & FileType.Directory) !== 0 ? uri : targetFolder(IMAGES_FOLDER, uri);
}
