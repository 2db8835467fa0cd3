import type {
  Finding,
  MaskHostMessage,
  MaskInit,
  MaskPageMessage,
} from '../../images/shared/mask-protocol.ts';
import type { MaskWord, MaskWords } from '../../images/shared/mask-words.ts';
import type { Host } from '../page/host.ts';
import type { MaskDocument } from './mask-document.ts';
import { maskPng, picturePng } from './mask-png.ts';
import type { Picture } from './picture.ts';
import type { Asked, Busy } from './request-form.ts';

/** By which mask: what is painted, or none. */
export type MaskChoice = 'painted' | 'none';

/** What is being sent: from the press of the button until the host says that it has ended. */
export class Submission {
  readonly #words: MaskWords;
  readonly #host: Host<MaskHostMessage, MaskPageMessage>;
  readonly #changed: () => void;
  #busy: Busy | undefined;
  /** Being made by the page; the host knows nothing of it yet. */
  #attempt: object | undefined;

  constructor(words: MaskWords, host: Host<MaskHostMessage, MaskPageMessage>, changed: () => void) {
    this.#words = words;
    this.#host = host;
    this.#changed = changed;
  }

  get busy(): Busy | undefined {
    return this.#busy;
  }

  /** As the host says it. */
  set busy(busy: Busy | undefined) {
    this.#busy = busy;
    this.#changed();
  }

  /** Makes the files, and hands them to the host. Gives what stands against it. */
  async send(
    asked: Asked,
    picture: Picture,
    document: MaskDocument,
    { purpose, maskBytes }: MaskInit,
    by: MaskChoice,
  ): Promise<MaskWord | undefined> {
    const isEdit = purpose === 'edit';
    const attempt = {};
    this.#attempt = attempt;
    this.busy = { text: isEdit ? this.#words.preparing : this.#words.preparingVary };
    try {
      // Both of this moment: what is painted or converted meanwhile is for the next time.
      const [mask, image] = await Promise.all([
        isEdit && by === 'painted' ? maskPng(document.mask) : undefined,
        document.isConverted ? picturePng(picture.canvas) : undefined,
      ]);
      if (this.#attempt !== attempt) {
        return undefined;
      }
      if (!isEdit) {
        const { prompt: _, ...choice } = asked;
        this.#host.post({ type: 'vary', ...choice, ...(image && { image }) });
        return undefined;
      }
      if (mask !== undefined && mask.length >= maskBytes) {
        this.busy = undefined;
        return 'maskTooLarge';
      }
      this.#host.post({ type: 'submit', ...asked, ...(mask && { mask }), ...(image && { image }) });
      return undefined;
    } catch (error) {
      console.error(`No PNG could be made: ${error}`);
      if (this.#attempt !== attempt) {
        return undefined;
      }
      this.busy = undefined;
      return isEdit ? 'notExported' : 'notExportedVary';
    } finally {
      if (this.#attempt === attempt) {
        this.#attempt = undefined;
      }
    }
  }

  stop(): void {
    if (this.#attempt === undefined) {
      this.#host.post({ type: 'cancelRequest' });
    } else {
      this.#attempt = undefined;
      this.busy = undefined;
    }
  }
}

/** What keeps a picture and its mask, if it is to have one, from being sent. */
export function standsAgainst(
  document: MaskDocument,
  findings: readonly Finding[],
  purpose: MaskInit['purpose'],
  by: MaskChoice,
): MaskWord | undefined {
  if (purpose === 'edit' && by === 'painted' && document.mask.painted === 0) {
    return 'noMask';
  }
  return findings.some((finding) => finding.level === 'refused' && !document.settles(finding))
    ? 'unsettled'
    : undefined;
}
