import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { imageDetails } from '../../src/images/image-details.ts';
import type { MaskHostMessage, MaskInit } from '../../src/images/shared/mask-protocol.ts';
import { png } from '../unit/images/image-bytes.ts';
import { imageSession, namesIn } from './support/image-session.ts';
import { setting, until } from './support/inkwell.ts';
import { folderForEach } from './support/test-folder.ts';

/** Stands in for the mask editor's panels: a test is their page. Give it back in the end. */
function maskPages(): vscode.Disposable & {
  /** What the page was told, of the panel that was opened last. */
  readonly told: MaskHostMessage[];
  readonly opened: number;
  say(message: object): void;
  close(): void;
} {
  const original = Object.getOwnPropertyDescriptor(vscode.window, 'createWebviewPanel');
  const { createWebviewPanel } = vscode.window;
  const told: MaskHostMessage[] = [];
  const panels: vscode.WebviewPanel[] = [];
  let received = new vscode.EventEmitter<unknown>();
  const value: typeof createWebviewPanel = (...given) => {
    const panel = createWebviewPanel(...given);
    const messages = new vscode.EventEmitter<unknown>();
    received = messages;
    told.length = 0;
    const webview = new Proxy(panel.webview, {
      set: () => true,
      get: (target, key) => {
        switch (key) {
          case 'onDidReceiveMessage':
            return messages.event;
          case 'postMessage':
            return async (message: MaskHostMessage) => told.push(message) > 0;
          default: {
            const own: unknown = Reflect.get(target, key, target);
            return typeof own === 'function' ? own.bind(target) : own;
          }
        }
      },
    });
    panels.push(panel);
    return new Proxy(panel, {
      get: (target, key) => {
        const own: unknown = key === 'webview' ? webview : Reflect.get(target, key, target);
        return typeof own === 'function' ? own.bind(target) : own;
      },
    });
  };
  Object.defineProperty(vscode.window, 'createWebviewPanel', { value, configurable: true, writable: true });
  return {
    told,
    get opened() {
      return panels.length;
    },
    say: (message) => received.fire(message),
    close: () => panels.at(-1)?.dispose(),
    dispose: () => Object.defineProperty(vscode.window, 'createWebviewPanel', original ?? {}),
  };
}

describe('Edit Image', () => {
  const session = imageSession();
  const folder = folderForEach();
  let pages: ReturnType<typeof maskPages>;

  beforeEach(() => {
    pages = maskPages();
  });

  afterEach(() => {
    pages.close();
    pages.dispose();
  });

  const last = (): MaskHostMessage | undefined => pages.told.at(-1);

  /** Opens an image, and gives what its page is told at first. */
  async function open(uri: vscode.Uri): Promise<MaskInit> {
    await vscode.commands.executeCommand('inkwell.editImage', uri);
    pages.say({ type: 'ready' });
    const [init] = pages.told;
    assert.ok(init?.type === 'init');
    return init;
  }

  function submit(own: object = {}): void {
    const mask = new Uint8Array(png({ width: 4, height: 4 }));
    pages.say({ type: 'submit', prompt: 'A door', n: 1, size: '256x256', mask, ...own });
  }

  const square = (): Promise<vscode.Uri> => folder().write('house.png', png({ width: 4, height: 4 }));

  it('tells the page about the image, and what is in effect', async () => {
    await setting('images.parameters', { n: 2, size: '300x300' });
    const { image, findings, n, size, sizes } = await open(await square());
    assert.deepEqual([image.name, image.width, image.height], ['house.png', 4, 4]);
    assert.deepEqual(findings, []);
    assert.deepEqual([n, size, sizes.at(-1)], [2, '300x300', '300x300']);
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
    assert.ok(pages.told.some(({ type }) => type === 'busy'));
    await until('it is said', () => session().shown.some(({ text }) => text.includes('1 image saved')));
    assert.deepEqual(await namesIn(folder().at('')), ['a-door.png', 'house.png']);
    const made = await vscode.workspace.fs.readFile(folder().at('a-door.png'));
    assert.equal(imageDetails(made)?.origin?.prompt, 'A door');
    const { form } = session().service.requests[0] ?? {};
    assert.deepEqual(Object.keys(form ?? {}).sort(), ['image', 'mask', 'n', 'prompt', 'size']);
    pages.close();
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
    ['by the page', () => pages.say({ type: 'cancelRequest' })],
    ['with its tab', () => pages.close()],
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
      assert.ok(pages.told.every(({ type }) => type !== 'error'));
    });
  }

  it('has one editor for each image', async () => {
    const uri = await square();
    await open(uri);
    await vscode.commands.executeCommand('inkwell.editImage', uri);
    assert.equal(pages.opened, 1);
    pages.close();
    await open(uri);
    assert.equal(pages.opened, 2);
  });

  it('opens nothing for what is no image', async () => {
    const uri = await folder().write('page.png', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await vscode.commands.executeCommand('inkwell.editImage', uri);
    assert.equal(pages.opened, 0);
    assert.match(session().said('is no PNG, JPEG, WebP or GIF image').text, /SVG/);
  });
});
