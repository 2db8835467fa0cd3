import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SheetHostMessage, SheetInit } from '../../src/images/shared/sheet-protocol.ts';
import { png } from '../unit/images/image-bytes.ts';
import { imageSession, namesIn } from './support/image-session.ts';
import { openText, setting, until } from './support/inkwell.ts';
import type { Session } from './support/session.ts';
import { folderForEach } from './support/test-folder.ts';
import { type WebviewPage, webviewPages } from './support/webview-pages.ts';
import { standInForWindow } from './support/window-stand-in.ts';

const SHEET = 'inkwell.contactSheet';
const EDITOR = 'inkwell.maskEditor';
const VARIATIONS = '/v1/images/variations';

describe('Images that were made are shown', () => {
  const session = imageSession();
  const folder = folderForEach();
  let pages: ReturnType<typeof webviewPages>;
  let service: Session['service'];
  let answers: Session['answers'];

  beforeEach(async () => {
    ({ service, answers } = session());
    pages = webviewPages();
    await setting('images.folder', `${folder().name}/images`);
  });

  afterEach(() => pages.dispose());

  const generate = (given: object = {}): Thenable<unknown> =>
    vscode.commands.executeCommand('inkwell.generateImage', { prompt: 'A buoy', ...given });
  const said = (page: WebviewPage): string[] =>
    (page.told as SheetHostMessage[]).flatMap((message) => (message.type === 'said' ? [message.text] : []));
  const inits = (page: WebviewPage): SheetInit[] =>
    (page.told as SheetHostMessage[]).flatMap((message) => (message.type === 'init' ? [message] : []));
  const isBusy = (page: WebviewPage): boolean | undefined =>
    (page.told as SheetHostMessage[]).findLast((message) => message.type === 'busy')?.isBusy;

  /** The sheet that was opened last, once its page has begun. */
  async function begun(): Promise<WebviewPage> {
    const sheet = pages.last(SHEET);
    sheet.say({ type: 'ready' });
    await until('the page has begun', () => inits(sheet).length > 0);
    return sheet;
  }

  it('in a sheet that has the focus, and says where they are', async () => {
    await setting('images.parameters', { n: 2, size: '256x256' });
    await generate();
    const sheet = await begun();
    assert.deepEqual([sheet.title, sheet.preserveFocus], ['Images: A buoy', false]);
    const [init] = inits(sheet);
    assert.deepEqual(
      init?.images.map(({ name, width, alt }) => [name, width, alt]),
      [
        ['a-buoy.png', 256, 'A buoy'],
        ['a-buoy-2.png', 256, 'A buoy'],
      ],
    );
    assert.deepEqual([init?.prompt, init?.details], ['A buoy', ['256x256']]);
    assert.deepEqual(said(sheet), [`2 images saved in ${folder().name}/images/`]);
    assert.deepEqual(session().shown, []);
    // A page that was hidden begins again, and does not say it twice.
    sheet.say({ type: 'ready' });
    await until('it has begun again', () => inits(sheet).length === 2);
    assert.equal(said(sheet).length, 1);
  });

  it('without taking the focus from somebody who has gone on', async () => {
    const gate = service.gate({ path: '/v1/images/generations' });
    const done = generate();
    await gate.waiting();
    await openText('Something else');
    answers.set('1 image saved', 'Show');
    gate.open();
    await done;
    assert.equal(pages.last(SHEET).preserveFocus, true);
    assert.deepEqual(session().said('1 image saved').actions, ['Show']);
  });

  it('with others beside them that are asked for from the sheet', async () => {
    await generate();
    const sheet = await begun();
    sheet.say({ type: 'alt', id: 0, alt: 'mine' });
    sheet.say({ type: 'regenerate' });
    await until('there are two', () => inits(sheet).at(-1)?.images.length === 2);
    await until('others may be asked for', () => isBusy(sheet) === false);
    assert.deepEqual(
      inits(sheet)
        .at(-1)
        ?.images.map(({ id, name, alt }) => [id, name, alt]),
      [
        [0, 'a-buoy.png', 'mine'],
        [1, 'a-buoy-2.png', 'A buoy'],
      ],
    );
    assert.deepEqual(service.requests[0]?.json, service.requests.findLast(({ json }) => json)?.json);
    assert.equal(pages.opened.length, 1, 'the same sheet');
    const request = service.nextRequest(({ path }) => path === VARIATIONS);
    sheet.say({ type: 'vary', id: 0 });
    await accepted(VARIATIONS);
    await request;
    await until('there are three', () => inits(sheet).at(-1)?.images.length === 3);
    assert.equal(inits(sheet).at(-1)?.images.at(-1)?.name, 'a-buoy-variation.png');
    assert.equal(pages.opened.length, 1);
  });

  it('so that others may be asked for though nobody has answered to a failure', async () => {
    await generate();
    const sheet = await begun();
    const headers = { 'x-should-retry': 'false' };
    service.fault({ type: 'status', status: 500, headers }, { path: '/v1/images/generations' });
    let answer = (_: string | undefined): void => {};
    const original = Object.getOwnPropertyDescriptor(vscode.window, 'showErrorMessage');
    const value = (): Promise<string | undefined> =>
      new Promise((resolve) => {
        answer = resolve;
      });
    Object.defineProperty(vscode.window, 'showErrorMessage', { value, configurable: true, writable: true });
    try {
      sheet.say({ type: 'regenerate' });
      await until('it is over', () => isBusy(sheet) === false);
      answer('Retry');
      await until('it has come', () => inits(sheet).at(-1)?.images.length === 2);
    } finally {
      Object.defineProperty(vscode.window, 'showErrorMessage', original ?? {});
    }
  });

  it('in a new sheet where theirs was closed meanwhile', async () => {
    await generate();
    const sheet = await begun();
    const gate = service.gate({ path: '/v1/images/generations' });
    sheet.say({ type: 'regenerate' });
    await gate.waiting();
    sheet.close();
    gate.open();
    await until('there is another', () => pages.opened.length === 2);
    assert.deepEqual(await namesIn(folder().at('images')), ['a-buoy-2.png', 'a-buoy.png']);
  });

  it('as they are, where somebody changes or deletes their files', async () => {
    await generate();
    const sheet = await begun();
    const told = (type: string) => (sheet.told as SheetHostMessage[]).find((each) => each.type === type);
    await folder().write('images/a-buoy.png', png({ width: 3, height: 5 }));
    sheet.say({ type: 'copyPath', id: 0 });
    await until('it was changed', () => told('changed') !== undefined);
    const changed = told('changed');
    assert.ok(changed?.type === 'changed');
    assert.deepEqual([changed.id, changed.width, changed.height], [0, 3, 5]);
    assert.match(changed.uri, /a-buoy\.png\?v(?:=|%3D)1$/);
    await folder().remove('images/a-buoy.png');
    sheet.say({ type: 'open', id: 0 });
    await until('it is gone', () => told('gone') !== undefined);
  });

  describe('to be inserted', () => {
    const insert = (given: object): Thenable<unknown> =>
      vscode.commands.executeCommand('inkwell.insertGeneratedImage', { prompt: 'A "red" [lamp]', ...given });

    it('into the document at hand, from the sheet', async () => {
      const editor = await folder().open('docs/page.md', 'Look: here');
      editor.selection = new vscode.Selection(0, 6, 0, 10);
      await generate();
      const sheet = await begun();
      sheet.say({ type: 'insert', id: 0, alt: 'a [b]\nc' });
      const text = String.raw`Look: ![a \[b\] c](../images/a-buoy.png)`;
      await until('it is inserted', () => editor.document.getText() === text);
      await until('it is said', () => said(sheet).includes('a-buoy.png was inserted into page.md'));
      await editor.document.save();
    });

    it('into the document that was at hand before the mask editor was', async () => {
      const image = await folder().write('house.png', png({ width: 4, height: 4 }));
      const editor = await folder().open('page.md', '');
      await vscode.commands.executeCommand('inkwell.editImage', image);
      const mask = new Uint8Array(png({ width: 4, height: 4 }));
      const page = pages.last(EDITOR);
      page.say({ type: 'submit', prompt: 'A door', n: 1, size: '256x256', mask });
      await until('it is shown', () => pages.opened.length === 2);
      const sheet = await begun();
      sheet.say({ type: 'insert', id: 0, alt: 'A door' });
      await until('it is inserted', () => editor.document.getText() === '![A door](a-door.png)');
      await editor.document.save();
    });

    it('at once where that was asked for, with the sheet a click away', async () => {
      const editor = await folder().open('page.html', '');
      answers.set('1 image saved', 'Show');
      await insert({ uri: editor.document.uri });
      assert.match(
        editor.document.getText(),
        /^<img src="images\/a-red-lamp\.png" alt="A &quot;red&quot; \[lamp\]" width="256" height="256">$/,
      );
      await until('the sheet is there', () => pages.opened.length === 1);
      await editor.document.save();
    });

    it('but of several, it is for the person to choose', async () => {
      await setting('images.parameters', { n: 2, size: '256x256' });
      const editor = await folder().open('page.html', '');
      await insert({ uri: editor.document.uri });
      assert.equal(editor.document.getText(), '');
      const sheet = await begun();
      assert.match(said(sheet)[0] ?? '', /Choose which to insert\.$/);
      assert.equal(inits(sheet)[0]?.isToInsert, true, 'so that Enter inserts');
      sheet.say({ type: 'insert', id: 1, alt: '' });
      await until('it is inserted', () => editor.document.getText().includes('a-red-lamp-2.png'));
      await editor.document.save();
    });
  });

  describe('that vary', () => {
    const vary = (...uris: vscode.Uri[]): Thenable<unknown> =>
      vscode.commands.executeCommand('inkwell.createVariations', uris[0], uris);
    const forms = (): unknown[] =>
      service.requests.filter(({ path }) => path === VARIATIONS).map(({ form }) => form?.n);

    it('several images, asked for one after another, in one sheet', async () => {
      const uris = await Promise.all(
        ['a.png', 'b.png'].map((name) => folder().write(name, png({ width: 4, height: 4 }))),
      );
      uris.push(await folder().write('notes.txt', 'no image'));
      const done = vary(...uris);
      await accepted(VARIATIONS);
      await done;
      assert.deepEqual(forms(), ['1', '1']);
      const sheet = await begun();
      assert.deepEqual(
        inits(sheet)[0]?.images.map(({ name, alt }) => [name, alt]),
        [
          ['a-variation.png', 'Variation of a.png'],
          ['b-variation.png', 'Variation of b.png'],
        ],
      );
      assert.equal(sheet.title, 'Variations of 2 Images');
    });

    it('without waiting until somebody has read that another is none', async () => {
      const words = await folder().write('words.png', 'no image');
      const fit = await folder().write('fit.png', png({ width: 4, height: 4 }));
      const message = standInForWindow({ showErrorMessage: () => new Promise(() => {}) });
      try {
        const done = vary(words, fit);
        await accepted(VARIATIONS);
        await done;
      } finally {
        message.dispose();
      }
      assert.deepEqual(forms(), ['1']);
    });

    it('without the one that fails, which is named', async () => {
      const uris = await Promise.all(
        ['a.png', 'b.png'].map((name) => folder().write(name, png({ width: 4, height: 4 }))),
      );
      service.fault({ type: 'status', status: 400 }, { path: VARIATIONS });
      const done = vary(...uris);
      await accepted(VARIATIONS);
      await done;
      assert.match(session().said('1 of 2 images did not come').text, /a\.png: /);
      assert.deepEqual(
        inits(await begun())[0]?.images.map(({ name }) => name),
        ['b-variation.png'],
      );
    });

    it('not before what services refuse is converted, which is sent', async () => {
      const wide = await folder().write('wide.png', png({ width: 4, height: 2 }));
      await vary(wide);
      const page = pages.last(EDITOR);
      assert.equal(page.title, 'Convert wide.png');
      page.say({ type: 'ready' });
      await until('it has begun', () => page.told.length > 0);
      const [init] = page.told;
      assert.ok(init && 'purpose' in init && 'findings' in init && Array.isArray(init.findings));
      assert.deepEqual([init.purpose, init.findings.length], ['variation', 1]);
      assert.deepEqual(forms(), []);
      page.say({ type: 'vary', n: 2, size: '256x256', image: new Uint8Array(png({ width: 4, height: 4 })) });
      await until('it is shown', () => pages.opened.length === 2);
      assert.deepEqual(forms(), ['2']);
      assert.deepEqual(await namesIn(folder().at('')), [
        'wide-variation-2.png',
        'wide-variation.png',
        'wide.png',
      ]);
    });

    it('of several, those that services take, while the others are converted', async () => {
      const fit = await folder().write('fit.png', png({ width: 4, height: 4 }));
      const wide = await folder().write('wide.png', png({ width: 4, height: 2 }));
      answers.set('likely to refuse 1 of the 2 images', 'Convert…');
      const done = vary(fit, wide);
      await accepted(VARIATIONS);
      await done;
      assert.match(session().said('likely to refuse').detail, /^wide\.png: .*4×2 pixels/);
      assert.deepEqual(
        pages.opened.map(({ title }) => title),
        ['Convert wide.png', 'Variations of fit.png'],
      );
    });

    it('what cannot be converted only when the person says so', async () => {
      const cut = await folder().write('cut.png', png({ width: 4, height: 4 }).subarray(0, -6));
      await vary(cut);
      const { detail, actions } = session().said('likely to refuse this image');
      assert.deepEqual([detail, actions], ['The image is cut off: its end is missing.', ['Send Anyway']]);
      assert.deepEqual([forms(), pages.opened.length], [[], 0]);
    });
  });

  /** Takes the first row of the question for count and size. */
  async function accepted(path: string): Promise<void> {
    while (!service.requests.some((request) => request.path === path)) {
      // Each round is a round trip to the window, so this neither spins nor waits for time.
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    }
  }
});
