import type { Locator } from 'playwright-core';
import * as v from 'valibot';
import {
  type SheetHostMessage,
  type SheetImage,
  type SheetInit,
  type SheetPageMessage,
  sheetPageMessage,
} from '../../src/images/shared/sheet-protocol.ts';
import { sheetHtml } from '../../src/images/sheet-html.ts';
import type { PageFrame } from '../../src/ui/page-html.ts';
import { gradient } from './mask-images.ts';
import { englishSheetWords } from './page-words.ts';
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
  name: 'contact-sheet',
  background: 'editor',
  size: { width: 800, height: 700 },
  listens: true,
};

const IMAGES: Readonly<Record<string, ServedFile>> = {
  'boat.png': gradient(60, 40),
  'broken.png': { contentType: 'image/png', bytes: Buffer.from('not a picture') },
};

/** An image of a sheet; what is not given is as of any. */
export function sheetImage(id: number, image: Partial<SheetImage> = {}): SheetImage {
  return {
    id,
    uri: `${FILES}/boat.png`,
    name: `boat-${id + 1}.png`,
    width: 60,
    height: 40,
    alt: 'a red boat',
    isKept: false,
    isGone: false,
    ...image,
  };
}

/** The contact sheet's own page. */
export class SheetPage extends WebviewPage<SheetHostMessage, SheetPageMessage> {
  constructor(empty: EmptyPage, options: PageOptions) {
    super(empty, KIND, options);
  }

  override async load(): Promise<void> {
    await super.load();
    await this.forgetPosted();
  }

  get figures(): Locator {
    return this.page.getByRole('figure');
  }

  /** Shows these images, or so many. */
  async begin(images: number | readonly SheetImage[], init: Partial<SheetInit> = {}): Promise<void> {
    await this.post({
      type: 'init',
      prompt: 'a red boat',
      details: ['image-1', '512x512'],
      images:
        typeof images === 'number' ? Array.from({ length: images }, (_, id) => sheetImage(id)) : [...images],
      isToInsert: false,
      isBusy: false,
      ...init,
    });
  }

  protected override served(name: string): ServedFile | undefined {
    return IMAGES[name];
  }

  protected html(frame: PageFrame): string {
    return sheetHtml({ ...frame, words: englishSheetWords() });
  }

  protected parsed(message: unknown): SheetPageMessage {
    return v.parse(sheetPageMessage, message);
  }
}

function openSheetPage(options: PageOptions = {}): Promise<SheetPage> {
  return openPage(KIND, options, (empty) => new SheetPage(empty, options));
}

export function sheetPages(): (options?: PageOptions) => Promise<SheetPage> {
  return pagesForEach(openSheetPage);
}
