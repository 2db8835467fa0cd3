import { l10n, Uri, window, workspace } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { ServiceError } from '../service/errors.ts';
import type { UploadFile } from '../service/request-schema.ts';
import { passAdvice } from '../ui/advice.ts';
import { Attention } from '../ui/attention.ts';
import { errorInWords } from '../ui/error-words.ts';
import { logFailure } from '../ui/log-failure.ts';
import { plainText } from '../ui/plain-text.ts';
import { showError } from '../ui/show-error.ts';
import type { ContactSheet } from './contact-sheet.ts';
import { findingForPage } from './findings-words.ts';
import { choiceOf, type ImageParameters, sizesWith } from './image-request.ts';
import { type ImageRun, type ImageTask, imageStem, runImages } from './image-run.ts';
import type { ImageServices } from './image-services.ts';
import { readImageParameters } from './image-settings.ts';
import { insertPlaceOf } from './insert-image.ts';
import { type Making, showMade } from './make-images.ts';
import { MaskEditor, type MaskEditorListener } from './mask-editor.ts';
import { passFindings } from './pass-findings.ts';
import { findingsOn } from './preflight.ts';
import { promptHistory } from './prompt-picker.ts';
import type { MaskPurpose, MaskSubmit, VariationSubmit } from './shared/mask-protocol.ts';
import { readImage, type SourceImage, uploadOf } from './source-image.ts';
import { type VariedImage, variationTask, variedImage } from './variation-task.ts';

/** Bytes; a mask that is larger than the interface allows may still be looked at, and made smaller. */
const MOST_MASK_BYTES = 64 * 1024 * 1024;

/** An open mask editor, and the requests that are made from it one after another. */
export class ImageEditing implements MaskEditorListener {
  readonly #services: ImageServices;
  readonly #key: string;
  /** Without its bytes, which are read anew when they are sent. */
  readonly #image: Omit<SourceImage, 'bytes'>;
  readonly #varied: VariedImage;
  readonly #parameters: ImageParameters;
  readonly #editor: MaskEditor;
  readonly #place = insertPlaceOf(window.activeTextEditor);
  /** Of the last images, and what they were asked for by. */
  #shown: { readonly sheet: ContactSheet; readonly prompt: string } | undefined;
  #running: AbortController | undefined;

  /** Shows the editor that is open already, if there is one. */
  static async open(services: ImageServices, uri: Uri, purpose: MaskPurpose): Promise<void> {
    const key = `${purpose} ${uri}`;
    const open = services.editors.get(key);
    if (open) {
      open.reveal();
      return;
    }
    const image = await readImage(uri);
    // Meanwhile it may have been asked for again.
    if (image && !services.editors.has(key)) {
      const editing = new ImageEditing(services, key, image, purpose);
      services.editors.set(key, editing.#editor);
    }
  }

  private constructor(services: ImageServices, key: string, image: SourceImage, purpose: MaskPurpose) {
    const { uri, name, facts, bytes } = image;
    this.#services = services;
    this.#key = key;
    this.#image = { uri, name, facts };
    this.#varied = variedImage(image);
    this.#parameters = readImageParameters(uri);
    const choice = choiceOf(this.#parameters);
    const uploaded = { facts, bytes: bytes.length };
    // A mask will come from the editor, so that it does not matter whether the image can be one.
    const findings = findingsOn({ operation: purpose, image: uploaded }).filter(
      ({ kind }) => kind !== 'imageWithoutAlpha',
    );
    this.#editor = new MaskEditor(
      services.context.extensionUri,
      {
        purpose,
        image: uri,
        name: plainText(name),
        width: facts.width,
        height: facts.height,
        hasAlpha: facts.hasAlpha,
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

  async submit(asked: MaskSubmit | VariationSubmit): Promise<void> {
    if (this.#running) {
      return;
    }
    const running = new AbortController();
    this.#running = running;
    const attention = new Attention();
    try {
      const connected = await this.#services.connection.require();
      const { n } = asked;
      const advised = asked.type === 'submit' ? { prompt: asked.prompt, n } : { n };
      if (
        !connected ||
        !(await passAdvice('image', advised, { modal: true })) ||
        !(asked.image === undefined || (await passFindings(asked.image, asked.type))) ||
        !(await this.#passGuard(connected, asked, running.signal)) ||
        running.signal.aborted
      ) {
        this.#editor.idle();
        return;
      }
      if (asked.type === 'submit') {
        await promptHistory(this.#services.context).add(asked.prompt);
      }
      await this.#run(connected, asked, running.signal, attention);
    } catch (error) {
      this.#fail(error);
    } finally {
      attention.dispose();
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
    this.#services.editors.delete(this.#key);
  }

  /** What may not be sent stays as it is in the page. */
  async #passGuard(
    connected: Connected,
    asked: MaskSubmit | VariationSubmit,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (asked.type !== 'submit') {
      return true;
    }
    const answer = await this.#services.guard.check('image', asked.prompt, {
      connected,
      during: (check) => {
        this.#editor.busy(l10n.t('Checking the prompt against the content policy…'));
        return check(signal);
      },
    });
    return answer === 'send';
  }

  async #run(
    { client }: Connected,
    asked: MaskSubmit | VariationSubmit,
    signal: AbortSignal,
    attention: Attention,
  ): Promise<void> {
    const upload = await this.#upload(asked.image);
    const making = asked.type === 'submit' ? this.#edit(asked, upload) : this.#variation(asked, upload);
    const onStage = (text: string, done?: number): void => this.#editor.busy(text, done);
    const run = await runImages(client, making.tasks[0], { signal, onStage });
    // Somebody who paints on meanwhile is there still.
    const isElsewhere = !this.#editor.isActive || attention.isElsewhere;
    // What was painted stays, for another try, which may begin while there is still something to say about this one.
    this.#editor.idle();
    void this.#conclude(run, making, isElsewhere);
  }

  async #upload(converted: Uint8Array | undefined): Promise<UploadFile> {
    const { uri } = this.#image;
    return converted
      ? { data: converted, name: 'image.png' }
      : uploadOf({
          ...this.#image,
          // On the disk, the client reads it.
          bytes: uri.scheme === 'file' ? new Uint8Array() : await workspace.fs.readFile(uri),
        });
  }

  #edit({ prompt, n, size, mask }: MaskSubmit, image: UploadFile): Making {
    const { response_format } = this.#parameters;
    const body = {
      image,
      ...(mask && { mask: { data: mask, name: 'mask.png' } }),
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
      folder: Uri.joinPath(this.#image.uri, '..'),
      request: (service, options) => service.editImage(body, options),
    };
    return {
      tasks: [task],
      progress: l10n.t('Editing “{0}”', plainText(this.#image.name)),
      place: this.#place,
    };
  }

  #variation({ n, size }: VariationSubmit, image: UploadFile): Making {
    const { name } = this.#varied;
    return {
      tasks: [variationTask({ ...this.#varied, upload: image }, { n, size }, this.#parameters)],
      progress: l10n.t('Creating variations of “{0}”', name),
      title: l10n.t('Variations of {0}', name),
      place: this.#place,
    };
  }

  async #conclude(run: ImageRun, making: Making, isElsewhere: boolean): Promise<void> {
    const { prompt } = making.tasks[0];
    try {
      // What was asked for in the same words is compared in one place.
      const sheet = this.#shown?.prompt === prompt ? this.#shown.sheet : undefined;
      const shown = await showMade(this.#services, run, making, { isElsewhere: () => isElsewhere, sheet });
      this.#shown = shown && { sheet: shown, prompt };
    } catch (error) {
      await showError(error, this.#services.log);
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
