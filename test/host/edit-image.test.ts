import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { imageDetails } from '../../src/images/image-details.ts';
import type { MaskHostMessage, MaskInit } from '../../src/images/shared/mask-protocol.ts';
import { png, pngChunk } from '../unit/images/image-bytes.ts';
import { imageSession, namesIn } from './support/image-session.ts';
import { setting, until } from './support/inkwell.ts';
import { folderForEach } from './support/test-folder.ts';
import { type WebviewPage, webviewPages } from './support/webview-pages.ts';

const EDITOR = 'inkwell.maskEditor';
const SHEET = 'inkwell.contactSheet';

describe('Edit Image', () => {
  const session = imageSession();
  const folder = folderForEach();
  let pages: ReturnType<typeof webviewPages>;

  beforeEach(() => {
    pages = webviewPages();
  });

  afterEach(() => pages.dispose());

  const editor = (): WebviewPage => pages.last(EDITOR);
  const told = (): readonly MaskHostMessage[] => editor().told as readonly MaskHostMessage[];
  const last = (): MaskHostMessage | undefined => told().at(-1);
  const sheets = (): readonly WebviewPage[] => pages.opened.filter(({ viewType }) => viewType === SHEET);

  /** Opens an image, and gives what its page is told at first. */
  async function open(uri: vscode.Uri): Promise<MaskInit> {
    await vscode.commands.executeCommand('inkwell.editImage', uri);
    editor().say({ type: 'ready' });
    const [init] = told();
    assert.ok(init?.type === 'init');
    return init;
  }

  function submit(own: object = {}): void {
    const mask = new Uint8Array(png({ width: 4, height: 4 }));
    editor().say({ type: 'submit', prompt: 'A door', n: 1, size: '256x256', mask, ...own });
  }

  const square = (): Promise<vscode.Uri> => folder().write('house.png', png({ width: 4, height: 4 }));

  it('tells the page about the image, and what is in effect', async () => {
    await setting('images.parameters', { n: 2, size: '300x300' });
    const { image, findings, n, size, sizes } = await open(await square());
    assert.deepEqual([image.name, image.width, image.height], ['house.png', 4, 4]);
    assert.deepEqual(findings, []);
    assert.deepEqual([n, size, sizes.at(-1)], [2, '300x300', '300x300']);
  });

  it('leaves out of the request what the setting leaves out', async () => {
    await setting('images.parameters', { n: null, size: null });
    const { n, size, sizes } = await open(await square());
    assert.deepEqual([n, size, sizes], [undefined, undefined, ['256x256', '512x512', '1024x1024']]);
    submit({ n: undefined, size: undefined });
    await until('it has ended', () => last()?.type === 'idle');
    const { form } = session().service.requests[0] ?? {};
    assert.deepEqual(Object.keys(form ?? {}).sort(), ['image', 'mask', 'prompt']);
  });

  it('sends no mask where there is to be none', async () => {
    await open(await square());
    submit({ mask: undefined });
    await until('it has ended', () => last()?.type === 'idle');
    const { form } = session().service.requests[0] ?? {};
    assert.deepEqual(Object.keys(form ?? {}).sort(), ['image', 'n', 'prompt', 'size']);
    assert.deepEqual(await namesIn(folder().at('')), ['a-door.png', 'house.png']);
  });

  it('tells what services refuse, with what can be done about it', async () => {
    const { findings } = await open(await folder().write('wide.png', png({ width: 2048, height: 300 })));
    assert.deepEqual(
      findings.map(({ level, conversions }) => [level, conversions.map(({ kind }) => kind)]),
      [['warning', ['pad', 'crop']]],
    );
    assert.match(findings[0]?.text ?? '', /2048×300 pixels/);
  });

  it('saves what comes beside the image, and keeps the prompt', async () => {
    await open(await square());
    submit();
    await until('it has ended', () => last()?.type === 'idle');
    assert.ok(told().some(({ type }) => type === 'busy'));
    await until('it is shown', () => sheets().length === 1);
    assert.equal(sheets()[0]?.title, 'Images: A door');
    assert.deepEqual(await namesIn(folder().at('')), ['a-door.png', 'house.png']);
    const made = await vscode.workspace.fs.readFile(folder().at('a-door.png'));
    assert.equal(imageDetails(made)?.origin?.prompt, 'A door');
    const { form } = session().service.requests[0] ?? {};
    assert.deepEqual(Object.keys(form ?? {}).sort(), ['image', 'mask', 'n', 'prompt', 'size']);
    editor().close();
    const { prompts } = await open(folder().at('house.png'));
    assert.equal(prompts[0], 'A door');
  });

  it('sends the image as the page has converted it', async () => {
    await open(await folder().write('wide.png', png({ width: 6, height: 4 })));
    submit({ image: new Uint8Array(png({ width: 4, height: 4 })) });
    await until('it has ended', () => last()?.type === 'idle');
    assert.deepEqual(await namesIn(folder().at('')), ['a-door.png', 'wide.png']);
  });

  it('says in the page what failed, and saves nothing', async () => {
    await open(await square());
    submit({ mask: new Uint8Array(png({ width: 6, height: 6 })) });
    await until('it has failed', () => last()?.type === 'error');
    const message = last();
    assert.ok(message?.type === 'error');
    assert.match(message.text, /mask must have the dimensions of the image, 4x4, but has 6x6/);
    assert.deepEqual(await namesIn(folder().at('')), ['house.png']);
    assert.deepEqual(session().service.requests, []);
    // It can be tried again.
    submit();
    await until('it has ended', () => last()?.type === 'idle');
    assert.deepEqual(await namesIn(folder().at('')), ['a-door.png', 'house.png']);
  });

  for (const [how, stop] of [
    ['by the page', () => editor().say({ type: 'cancelRequest' })],
    ['with its tab', () => editor().close()],
  ] as const) {
    it(`leaves nothing when it is stopped ${how}`, async () => {
      const { service } = session();
      const gate = service.gate({ path: '/v1/images/edits' });
      await open(await square());
      submit();
      await gate.waiting();
      const [request] = service.requests;
      assert.ok(request);
      stop();
      await request.whenClosed;
      assert.ok(request.closedByClient);
      gate.open();
      assert.deepEqual(await namesIn(folder().at('')), ['house.png']);
      assert.ok(told().every(({ type }) => type !== 'error'));
      assert.equal(sheets().length, 0);
    });
  }

  it('has one editor for each image', async () => {
    const uri = await square();
    await open(uri);
    await vscode.commands.executeCommand('inkwell.editImage', uri);
    assert.equal(pages.opened.length, 1);
    editor().close();
    await open(uri);
    assert.equal(pages.opened.length, 2);
  });

  it('has an editor for each of several images that are chosen, and for nothing else', async () => {
    const uris = await Promise.all([
      square(),
      folder().write('hut.png', png()),
      folder().write('a.txt', 'x'),
    ]);
    await vscode.commands.executeCommand('inkwell.editImage', uris[0], uris);
    assert.deepEqual(
      pages.opened.map(({ title }) => title),
      ['Edit house.png', 'Edit hut.png'],
    );
  });

  it('shows what was asked for by the same prompt in one sheet, and by another in another', async () => {
    await open(await square());
    for (const [index, prompt] of ['A door', 'A door', 'A window'].entries()) {
      submit({ prompt });
      await until('it is shown', () => {
        const sheet = sheets().at(-1);
        const isAdded = sheet?.told.some((message) => 'images' in message);
        return index === 1 ? isAdded === true : sheets().length === (index === 0 ? 1 : 2);
      });
    }
    assert.deepEqual(
      sheets().map(({ title }) => title),
      ['Images: A door', 'Images: A window'],
    );
  });

  it('asks for the same edit again from the sheet, also when the editor is closed', async () => {
    await open(await square());
    submit();
    await until('it is shown', () => sheets().length === 1);
    editor().close();
    const sheet = pages.last(SHEET);
    sheet.say({ type: 'regenerate' });
    await until('there are two', () => sheet.told.some((message) => said(message) === '1 image saved in '));
    assert.deepEqual(await namesIn(folder().at('')), ['a-door-2.png', 'a-door.png', 'house.png']);
    const [first, second] = session().service.requests.filter(({ path }) => path === '/v1/images/edits');
    assert.deepEqual(first?.form, second?.form);
  });

  it('asks before it sends what has become too large by being converted', async () => {
    await open(await folder().write('wide.png', png({ width: 6, height: 4 })));
    const large = png({ width: 4, height: 4 }, [pngChunk('teXt', Buffer.alloc(4 * 2 ** 20))]);
    submit({ image: new Uint8Array(large) });
    await until('it is not sent', () => last()?.type === 'idle');
    assert.deepEqual(session().said('has 4 MB or more').actions, ['Send Anyway']);
    assert.deepEqual(session().service.requests, []);
    session().answers.set('has 4 MB or more', 'Send Anyway');
    submit({ image: new Uint8Array(large) });
    await until('it is sent', () => session().service.requests.length === 1);
    await until('it has failed', () => last()?.type === 'error');
  });

  it('opens nothing for what is no image', async () => {
    const uri = await folder().write('page.png', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await vscode.commands.executeCommand('inkwell.editImage', uri);
    assert.equal(pages.opened.length, 0);
    assert.match(session().said('is no PNG, JPEG, WebP or GIF image').text, /SVG/);
  });
});

/** What a page was told that it is to say; of a path, no more than the words before it. */
function said(message: object): string | undefined {
  return 'text' in message && typeof message.text === 'string'
    ? message.text.replace(/\S+\/$/, '')
    : undefined;
}
