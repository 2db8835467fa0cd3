import assert from 'node:assert/strict';
import { decode } from 'fast-png';
import type { Locator } from 'playwright-core';
import * as v from 'valibot';
import { maskHtml } from '../../src/images/mask-html.ts';
import {
  type MaskHostMessage,
  type MaskInit,
  type MaskPageMessage,
  type MaskSubmit,
  maskPageMessage,
} from '../../src/images/shared/mask-protocol.ts';
import type { PageFrame } from '../../src/ui/page-html.ts';
import { englishMaskWords } from './page-words.ts';
import type { ServedFile } from './served-file.ts';
import type { EmptyPage } from './shared-browser.ts';
import {
  FILES,
  openPage,
  type PageKind,
  type PageOptions,
  pagesForEach,
  WebviewPage,
} from './webview-page.ts';

const KIND: PageKind = {
  name: 'mask',
  background: 'editor',
  size: { width: 1000, height: 700 },
  listens: true,
};

/** A picture as `fast-png` reads it. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of a pixel. */
  at(x: number, y: number): readonly number[];
}

/** The mask editor's own page, which has no image at first. */
export class MaskPage extends WebviewPage<MaskHostMessage, MaskPageMessage> {
  readonly #images = new Map<string, ServedFile>();

  constructor(empty: EmptyPage, options: PageOptions) {
    super(empty, KIND, options);
  }

  get canvas(): Locator {
    return this.page.getByRole('application', { name: 'Mask' });
  }

  get prompt(): Locator {
    return this.page.getByRole('textbox', { name: 'Prompt' });
  }

  get facts(): Locator {
    return this.page.locator('.facts');
  }

  /** What the page says against something, in words. */
  get problem(): Locator {
    return this.page.locator('.request .problem');
  }

  /** Begins with an image; what the host says of it can be something else than what it is. */
  async begin(image: ServedFile, init: Partial<MaskInit> = {}): Promise<void> {
    const name = `image-${this.#images.size}`;
    this.#images.set(name, image);
    const { width = 0, height = 0 } = init.image === undefined ? decode(image.bytes) : {};
    await this.post({
      type: 'init',
      purpose: 'edit',
      image: { name: 'boat.png', width, height, ...init.image, uri: `${FILES}/${name}` },
      findings: [],
      prompts: [],
      prompt: 'a red boat',
      n: 1,
      size: '1024x1024',
      sizes: ['256x256', '512x512', '1024x1024'],
      maskBytes: 4 * 2 ** 20,
      ...without(init, 'image'),
    });
  }

  /** Begins, and waits until the image is shown. */
  async shown(image: ServedFile, init: Partial<MaskInit> = {}): Promise<void> {
    await this.begin(image, init);
    await this.facts.waitFor();
    await this.drawn();
  }

  /** Presses Edit Image, and reads the mask that is sent. */
  async mask(): Promise<Pixels> {
    return pixels((await this.submitted()).mask);
  }

  /** Presses Edit Image, and gives what is sent: a mask is with it. */
  async submitted(): Promise<MaskSubmit & { mask: Uint8Array }> {
    const count = (await this.postedOf('submit')).length;
    await this.button('Edit Image').click();
    const submit = await this.posted('submit', count + 1);
    await this.post({ type: 'idle' });
    const { mask } = submit;
    assert.ok(mask);
    return { ...submit, mask };
  }

  /** Where a point of the picture is on the page. */
  async onPage(x: number, y: number): Promise<{ x: number; y: number }> {
    const box = await this.page.locator('.picture').boundingBox();
    const width = (await this.page.evaluate('document.querySelector(".picture").width')) as number;
    assert.ok(box);
    const scale = box.width / width;
    return { x: box.x + x * scale, y: box.y + y * scale };
  }

  /** Draws with the pointer through these points of the picture. */
  async drag(...points: readonly (readonly [x: number, y: number])[]): Promise<void> {
    const { mouse } = this.page;
    for (const [index, [x, y]] of points.entries()) {
      const at = await this.onPage(x, y);
      await mouse.move(at.x, at.y);
      if (index === 0) {
        await mouse.down();
      }
    }
    await mouse.up();
    await this.drawn();
  }

  protected override served(name: string): ServedFile | undefined {
    return this.#images.get(name);
  }

  protected html(frame: PageFrame): string {
    return maskHtml({ ...frame, words: englishMaskWords() });
  }

  protected parsed(message: unknown): MaskPageMessage {
    return v.parse(maskPageMessage, message);
  }
}

export function pixels(png: Uint8Array): Pixels {
  const { width, height, channels, data } = decode(png);
  return {
    width,
    height,
    at: (x, y) => [...data.subarray((y * width + x) * channels, (y * width + x + 1) * channels)],
  };
}

/** How many pixels are transparent; each of the others has to be opaque, so that nothing lies between. */
export function transparentIn(png: Uint8Array): number {
  const { data, channels } = decode(png);
  assert.equal(channels, 4);
  let count = 0;
  for (let index = 3; index < data.length; index += 4) {
    const alpha = data[index];
    if (alpha === 0) {
      count += 1;
    } else if (alpha !== 255) {
      assert.fail(`A pixel has an alpha of ${alpha}.`);
    }
  }
  return count;
}

function without<T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = object;
  return rest;
}

export function openMaskPage(options: PageOptions = {}): Promise<MaskPage> {
  return openPage(KIND, options, (empty) => new MaskPage(empty, options));
}

export function maskPages(): (options?: PageOptions) => Promise<MaskPage> {
  return pagesForEach(openMaskPage);
}
