import { l10n, Uri, window, workspace } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { ServiceError } from '../service/errors.ts';
import { passAdvice } from '../ui/advice.ts';
import { errorInWords } from '../ui/error-words.ts';
import { logFailure } from '../ui/log-failure.ts';
import { plainText } from '../ui/plain-text.ts';
import { showError } from '../ui/show-error.ts';
import { concludeRun } from './conclude-run.ts';
import { findingForPage } from './findings-words.ts';
import { choiceOf, type ImageParameters, sizesWith } from './image-request.ts';
import { type ImageRun, type ImageTask, imageStem, runImages } from './image-run.ts';
import type { ImageServices } from './image-services.ts';
import { readImageParameters } from './image-settings.ts';
import { insertPlaceOf } from './insert-images.ts';
import { MaskEditor, type MaskEditorListener } from './mask-editor.ts';
import { findingsOn, type UploadedImage } from './preflight.ts';
import { promptHistory } from './prompt-picker.ts';
import type { MaskSubmit } from './shared/mask-protocol.ts';
import { showImages } from './show-images.ts';
import { imageFor, readImage, type SourceImage, uploadOf } from './source-image.ts';

/** Bytes; a mask that is larger than the interface allows may still be looked at, and made smaller. */
const MOST_MASK_BYTES = 64 * 1024 * 1024;

/** Edit Image: opens the mask editor on an image, or shows the one that is open already. */
export async function editImage(services: ImageServices, given: readonly unknown[]): Promise<void> {
  const uri = await imageFor(given);
  if (!uri) {
    return;
  }
  const open = services.editors.get(uri.toString());
  if (open) {
    open.reveal();
    return;
  }
  const image = await readImage(uri);
  if (image) {
    new ImageEditing(services, image, readImageParameters(uri)).open();
  }
}

/** An open mask editor, and the requests that are made from it one after another. */
class ImageEditing implements MaskEditorListener {
  readonly #services: ImageServices;
  /** Without its bytes, which are read anew when they are sent. */
  readonly #image: Omit<SourceImage, 'bytes'>;
  readonly #parameters: ImageParameters;
  readonly #editor: MaskEditor;
  readonly #place = insertPlaceOf(window.activeTextEditor);
  #running: AbortController | undefined;

  constructor(
    services: ImageServices,
    { uri, name, facts, bytes }: SourceImage,
    parameters: ImageParameters,
  ) {
    this.#services = services;
    this.#image = { uri, name, facts };
    this.#parameters = parameters;
    const uploaded: UploadedImage = { facts, bytes: bytes.length };
    const choice = choiceOf(parameters);
    // A mask will come from the editor, so that it does not matter whether the image can be one.
    const findings = findingsOn({ operation: 'edit', image: uploaded }).filter(
      ({ kind }) => kind !== 'imageWithoutAlpha',
    );
    this.#editor = new MaskEditor(
      services.context.extensionUri,
      {
        image: uri,
        name: plainText(name),
        width: facts.width,
        height: facts.height,
        findings: findings.map((found) => findingForPage(found, uploaded)),
        prompts: promptHistory(services.context).list(),
        prompt: '',
        ...choice,
        sizes: sizesWith(choice.size),
      },
      this,
      services.log,
    );
  }

  open(): void {
    this.#services.editors.set(this.#image.uri.toString(), this.#editor);
  }

  async submit(asked: MaskSubmit): Promise<void> {
    if (this.#running) {
      return;
    }
    const running = new AbortController();
    this.#running = running;
    try {
      const connected = await this.#services.connection.require();
      const { prompt, n } = asked;
      if (
        !connected ||
        !(await passAdvice('image', { prompt, n }, { modal: true })) ||
        running.signal.aborted
      ) {
        this.#editor.idle();
        return;
      }
      await promptHistory(this.#services.context).add(prompt);
      await this.#run(connected, asked, running.signal);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#running = undefined;
    }
  }

  cancelRequest(): void {
    if (this.#running) {
      this.#running.abort();
    } else {
      this.#editor.idle();
    }
  }

  async chooseMaskFile(): Promise<void> {
    const [chosen] =
      (await window.showOpenDialog({
        canSelectMany: false,
        title: l10n.t('Choose a Mask'),
        defaultUri: Uri.joinPath(this.#image.uri, '..'),
        filters: { [l10n.t('Images')]: ['png', 'webp', 'gif'] },
      })) ?? [];
    if (!chosen) {
      return;
    }
    const name = plainText(chosen.path.split('/').at(-1) ?? '');
    const { size } = await workspace.fs.stat(chosen);
    if (size > MOST_MASK_BYTES) {
      this.#editor.fail(
        l10n.t('“{0}” is too large for a mask: at most {1} MB are read.', name, MOST_MASK_BYTES >> 20),
      );
      return;
    }
    this.#editor.giveMaskFile(name, await workspace.fs.readFile(chosen));
  }

  closed(): void {
    this.#running?.abort();
    this.#services.editors.delete(this.#image.uri.toString());
  }

  async #run({ client }: Connected, asked: MaskSubmit, signal: AbortSignal): Promise<void> {
    const { uri } = this.#image;
    const { prompt, n, size, mask, image } = asked;
    const upload = image
      ? { data: image, name: 'image.png' }
      : uploadOf({
          ...this.#image,
          // On the disk, the client reads it.
          bytes: uri.scheme === 'file' ? new Uint8Array() : await workspace.fs.readFile(uri),
        });
    const { response_format } = this.#parameters;
    const body = {
      image: upload,
      mask: { data: mask, name: 'mask.png' },
      prompt,
      n,
      size,
      ...(response_format && { response_format }),
    };
    const task: ImageTask = {
      prompt,
      n,
      size,
      stem: imageStem(prompt),
      folder: Uri.joinPath(uri, '..'),
      request: (service, options) => service.editImage(body, options),
    };
    const onStage = (text: string, done?: number): void => this.#editor.busy(text, done);
    const run = await runImages(client, task, { signal, onStage });
    // What was painted stays, for another try, which may begin while there is still something to say about this one.
    this.#editor.idle();
    void this.#conclude(run);
  }

  async #conclude(run: ImageRun): Promise<void> {
    const { log } = this.#services;
    try {
      await showImages(await concludeRun(run, log), run.origin, { place: this.#place });
    } catch (error) {
      await showError(error, log);
    }
  }

  #fail(error: unknown): void {
    if (ServiceError.is(error, 'cancelled')) {
      this.#editor.idle();
      return;
    }
    logFailure(error, this.#services.log);
    this.#editor.fail(errorInWords(error).message);
  }
}
