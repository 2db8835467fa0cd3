import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MaskEditor } from '../../src/images/mask-editor.ts';
import { Log } from '../../src/ui/log.ts';
import { closeEverything, until } from './support/inkwell.ts';
import { answerMessages } from './support/questions.ts';
import { webviewPages } from './support/webview-pages.ts';

/** The tabs that show a mask editor. */
function tabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('inkwell.maskEditor'),
    );
}

function openEditor(log: Log, closed: () => void): MaskEditor {
  const extension = vscode.extensions.getExtension('inkwell.inkwell');
  assert.ok(extension);
  return new MaskEditor(
    extension.extensionUri,
    {
      purpose: 'edit',
      image: vscode.Uri.joinPath(extension.extensionUri, 'media', 'icon.png'),
      name: 'icon.png',
      width: 128,
      height: 128,
      hasAlpha: true,
      findings: [],
      prompts: [],
      prompt: '',
      n: 1,
      size: '1024x1024',
      sizes: ['1024x1024'],
    },
    {
      submit: () => undefined,
      cancelRequest: () => undefined,
      chooseMaskFile: () => undefined,
      closed,
    },
    log,
  );
}

describe('The mask editor', () => {
  let log: Log;
  let editor: MaskEditor;
  let closed: number;

  beforeEach(async () => {
    log = new Log();
    closed = 0;
    editor = openEditor(log, () => {
      closed += 1;
    });
    await until('the editor has a tab', () => tabs().length === 1);
  });

  afterEach(async () => {
    editor.dispose();
    log.dispose();
    await closeEverything();
  });

  it('has a tab that names the image', () => {
    assert.equal(tabs()[0]?.label, 'Edit icon.png');
    assert.equal(editor.isDisposed, false);
  });

  it('tells once that its tab was closed, and is quiet from then on', async () => {
    await vscode.window.tabGroups.close(tabs());
    await until('the editor has heard of it', () => editor.isDisposed);
    editor.busy('Sending…', 7);
    editor.idle();
    editor.fail('It failed.');
    editor.giveMaskFile('mask.png', new Uint8Array());
    editor.reveal();
    editor.close();
    assert.equal(closed, 1);
  });

  it('closes its tab', async () => {
    editor.close();
    await until('the tab is gone', () => tabs().length === 0);
    assert.equal(closed, 1);
  });
});

describe('The mask editor and its page', () => {
  let pages: ReturnType<typeof webviewPages>;
  let log: Log;
  let editor: MaskEditor;
  let questions: ReturnType<typeof answerMessages>;
  let answer: string | undefined;

  beforeEach(() => {
    pages = webviewPages();
    log = new Log();
    answer = undefined;
    questions = answerMessages(() => answer);
    editor = openEditor(log, () => undefined);
  });

  afterEach(async () => {
    questions.dispose();
    editor.dispose();
    pages.dispose();
    log.dispose();
    await closeEverything();
  });

  const cancel = (isPainted: boolean) => pages.last('inkwell.maskEditor').say({ type: 'cancel', isPainted });

  it('tells the page whether the image can be transparent', async () => {
    const page = pages.last('inkwell.maskEditor');
    page.say({ type: 'ready' });
    await until('it has begun', () => page.told.length > 0);
    const [init] = page.told;
    assert.ok(init && 'image' in init);
    assert.deepEqual(
      { ...Object(init.image), uri: '' },
      {
        uri: '',
        name: 'icon.png',
        width: 128,
        height: 128,
        hasAlpha: true,
      },
    );
  });

  it('closes at once where nothing is painted', async () => {
    cancel(false);
    await until('it is closed', () => editor.isDisposed);
    assert.deepEqual(questions.shown, []);
  });

  it('asks before a mask is lost', async () => {
    cancel(true);
    await until('it has asked', () => questions.shown.length === 1);
    assert.equal(questions.shown[0]?.text, 'Close the editor of “icon.png”?');
    answer = 'Close';
    cancel(true);
    await until('it is closed', () => editor.isDisposed);
    // The first answer, which was none, has closed nothing: else the second question had not been asked.
    assert.equal(questions.shown.length, 2);
  });
});
