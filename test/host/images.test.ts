import assert from 'node:assert/strict';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { imageDetails } from '../../src/images/image-details.ts';
import { png } from '../unit/images/image-bytes.ts';
import { imageSession, namesIn } from './support/image-session.ts';
import { setting, until } from './support/inkwell.ts';
import type { Session } from './support/session.ts';
import { folderForEach } from './support/test-folder.ts';

const PROMPT = 'A lighthouse at dusk';

async function sheetIsThere(): Promise<void> {
  await until('the sheet is there', () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .some(({ label }) => label === `Images: ${PROMPT}`),
  );
}

describe('Images', () => {
  const session = imageSession();
  const folder = folderForEach();
  let service: Session['service'];
  let answers: Session['answers'];
  let said: Session['said'];
  let images: vscode.Uri;

  beforeEach(async () => {
    ({ service, answers, said } = session());
    await setting('images.folder', `${folder().name}/images`);
    images = folder().at('images');
  });

  const generate = (given: object = {}): Thenable<unknown> =>
    vscode.commands.executeCommand('inkwell.generateImage', { prompt: PROMPT, ...given });
  const sent = (): unknown[] =>
    service.requests.filter(({ path }) => path.startsWith('/v1/')).map(({ json }) => json);
  const bytesOf = (name: string): Promise<Buffer> => readFile(join(images.fsPath, name));

  const answer = (body: unknown): void =>
    service.fault(
      { type: 'bytes', slices: [JSON.stringify(body)], contentType: 'application/json' },
      { path: '/v1/images/generations' },
    );

  describe('that are generated', () => {
    for (const response_format of ['url', 'b64_json']) {
      it(`land in the folder of the setting with where they come from, as ${response_format}`, async () => {
        await setting('images.parameters', { n: 3, size: '256x256', response_format });
        await generate();
        assert.deepEqual(sent(), [{ prompt: PROMPT, n: 3, size: '256x256', response_format }]);
        assert.deepEqual(await namesIn(images), [
          'a-lighthouse-at-dusk-2.png',
          'a-lighthouse-at-dusk-3.png',
          'a-lighthouse-at-dusk.png',
        ]);
        for (const name of await namesIn(images)) {
          const details = imageDetails(await bytesOf(name));
          assert.deepEqual(
            [details?.origin?.prompt, details?.origin?.size, details?.facts.width, details?.facts.isWhole],
            [PROMPT, '256x256', 256, true],
          );
        }
        await sheetIsThere();
      });
    }

    it('have the usual size where none is set', async () => {
      await setting('images.parameters', undefined);
      await generate();
      assert.deepEqual(sent(), [{ prompt: PROMPT, n: 1, size: '1024x1024' }]);
    });

    it('are as many, and as large, as the service has it where the setting leaves that out', async () => {
      await setting('images.parameters', { n: null, size: null });
      await generate();
      assert.deepEqual(sent(), [{ prompt: PROMPT }]);
      const details = imageDetails(await bytesOf('a-lighthouse-at-dusk.png'));
      assert.deepEqual([details?.origin?.prompt, details?.origin?.size], [PROMPT, undefined]);
    });

    it('are ten at most where the service says how many', async () => {
      await setting('images.parameters', { n: null });
      answer({ data: Array.from({ length: 12 }, () => ({ b64_json: png().toString('base64') })) });
      await generate();
      assert.equal((await namesIn(images)).length, 10);
    });

    it('land in the folder on which the command was chosen', async () => {
      await mkdir(folder().at('art').fsPath);
      await generate({ uri: folder().at('art') });
      assert.deepEqual(await namesIn(folder().at('art')), ['a-lighthouse-at-dusk.png']);
      assert.deepEqual(await namesIn(images), []);
    });

    it('never take the place of a file', async () => {
      await folder().write('images/A-Lighthouse-at-dusk.PNG', 'mine');
      await generate();
      assert.equal(await folder().read('images/A-Lighthouse-at-dusk.PNG'), 'mine');
      assert.deepEqual(await namesIn(images), ['A-Lighthouse-at-dusk.PNG', 'a-lighthouse-at-dusk-2.png']);
    });

    it('leave nothing when the request is cancelled', async () => {
      const gate = service.gate({ path: '/v1/images/generations' });
      const done = generate();
      await gate.waiting();
      session().cancel('Generating');
      await done;
      assert.deepEqual(await namesIn(folder().at('')), []);
      assert.deepEqual(session().shown, []);
    });

    it('leave nothing when a download is cancelled', async () => {
      await setting('images.parameters', { n: 2, size: '256x256' });
      service.fault({ type: 'stallBeforeHeaders' }, { path: /^\/files\/.*-1\.png/ });
      const done = generate();
      await service.nextRequest(({ path }) => path.endsWith('-1.png'));
      session().cancel('Generating');
      await done;
      assert.deepEqual(await namesIn(folder().at('')), []);
      assert.deepEqual(session().shown, []);
    });

    it('do not take each other away when one does not come', async () => {
      await setting('images.parameters', { n: 3, size: '256x256' });
      service.fault({ type: 'html' }, { path: /^\/files\// });
      await generate();
      assert.equal((await namesIn(images)).length, 2);
      assert.match(said('1 of 3 images did not come').text, /a web page instead of an image/);
      await sheetIsThere();
    });

    it('do not take each other away when the answer holds nothing for one', async () => {
      await setting('images.parameters', { n: 2, size: '256x256' });
      answer({ data: [{ revised_prompt: 'A tower' }, { b64_json: png().toString('base64') }] });
      await generate();
      assert.deepEqual(await namesIn(images), ['a-lighthouse-at-dusk.png']);
      assert.match(
        said('1 of 2 images did not come').text,
        /“data\[0\]” in the answer has neither url nor b64_json/,
      );
    });

    it('have failed when the answer holds nothing for any', async () => {
      answer({ data: [{ revised_prompt: 'A tower' }] });
      await generate();
      said('“data[0]” in the answer has neither url nor b64_json');
      assert.deepEqual(await namesIn(images), []);
    });

    it('can be asked for once more after a failure', async () => {
      const headers = { 'x-should-retry': 'false' };
      service.fault({ type: 'status', status: 500, headers }, { path: '/v1/images/generations' });
      answers.set('failed:', 'Retry');
      await generate();
      assert.equal(sent().length, 2);
      assert.deepEqual(await namesIn(images), ['a-lighthouse-at-dusk.png']);
    });

    it('can be asked for by another prompt where the service has refused it', async () => {
      service.fault({ type: 'status', status: 400 }, { path: '/v1/images/generations' });
      answers.set('refused the request', 'Change Prompt');
      const done = generate();
      while (sent().length < 2) {
        // The prompt, as it was, and then count and size: each round is a round trip to the window.
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      }
      await done;
      assert.deepEqual(sent()[1], sent()[0]);
    });

    it('are not asked for where the setting cannot be sent', async () => {
      await setting('images.parameters', { size: 'large' });
      await generate();
      assert.deepEqual(said('Nothing was sent').actions, ['Open Setting']);
      assert.deepEqual(sent(), []);
    });

    it('are not asked for where the folder is outside', async () => {
      await setting('images.folder', '../elsewhere');
      await generate();
      assert.deepEqual(said('does not lead to a folder inside').actions, ['Open Setting']);
      assert.deepEqual(sent(), []);
    });

    it('are asked for with a long prompt only when the person says so', async () => {
      const prompt = 'lamp '.repeat(300).trim();
      await generate({ prompt });
      said('Most services take at most 1,000 characters');
      assert.deepEqual(sent(), []);
      answers.set('Most services', 'Send Anyway');
      await generate({ prompt });
      assert.equal(sent().length, 1);
    });

    it('are not lost where the folder cannot be written in', async () => {
      if (process.getuid?.() === 0 || process.platform === 'win32') {
        // Nothing is forbidden to root, and Windows has other rights.
        await folder().write('images', 'a file');
      } else {
        await mkdir(images.fsPath);
        await chmod(images.fsPath, 0o500);
      }
      const original = Object.getOwnPropertyDescriptor(vscode.window, 'showOpenDialog');
      const value = async (): Promise<vscode.Uri[]> => [folder().at('other')];
      Object.defineProperty(vscode.window, 'showOpenDialog', { value, configurable: true, writable: true });
      answers.set('“', 'Save Elsewhere…');
      try {
        await generate();
      } finally {
        Object.defineProperty(vscode.window, 'showOpenDialog', original ?? {});
        if ((await namesIn(folder().at(''))).includes('images')) {
          await chmod(images.fsPath, 0o700);
        }
      }
      assert.deepEqual(await namesIn(folder().at('other')), ['a-lighthouse-at-dusk.png']);
      assert.equal(sent().length, 1, 'they are not asked for again');
    });
  });

  describe('that vary another', () => {
    const vary = (uri: vscode.Uri): Thenable<unknown> =>
      vscode.commands.executeCommand('inkwell.createVariations', uri);

    it('are saved beside it', async () => {
      const uri = await folder().write('square.png', png());
      const done = vary(uri);
      await acceptChoice();
      await done;
      assert.deepEqual(await namesIn(folder().at('')), ['square-variation.png', 'square.png']);
      const form = service.requests.find(({ path }) => path === '/v1/images/variations')?.form;
      assert.deepEqual(Object.keys(form ?? {}).sort(), ['image', 'n', 'size']);
      assert.deepEqual([form?.n, form?.size], ['1', '256x256']);
    });

    it('have the size that the service has where the setting leaves it out', async () => {
      await setting('images.parameters', { size: null });
      const done = vary(await folder().write('square.png', png()));
      await acceptChoice();
      await done;
      const form = service.requests.find(({ path }) => path === '/v1/images/variations')?.form;
      assert.deepEqual(Object.keys(form ?? {}).sort(), ['image', 'n']);
    });

    it('are not made of what is no image', async () => {
      await vary(await folder().write('page.png', '<!DOCTYPE html><p>No.</p>'));
      assert.match(said('is no PNG, JPEG, WebP or GIF image').text, /a web page/);
      assert.deepEqual(sent(), []);
    });

    /** Takes the first row of the question for count and size. */
    async function acceptChoice(): Promise<void> {
      const asked = (): boolean => service.requests.some(({ path }) => path === '/v1/images/variations');
      while (!asked()) {
        // Each round is a round trip to the window, so this neither spins nor waits for time.
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      }
    }
  });

  describe('and their details', () => {
    it('are shown, and copied', async () => {
      await generate();
      await vscode.env.clipboard.writeText('');
      answers.set('a-lighthouse-at-dusk.png', 'Copy');
      await vscode.commands.executeCommand(
        'inkwell.showImageDetails',
        vscode.Uri.joinPath(images, 'a-lighthouse-at-dusk.png'),
      );
      const { detail } = said('a-lighthouse-at-dusk.png');
      assert.match(
        detail,
        /^Prompt: A lighthouse at dusk\nSize asked for: 256x256\nMade: .*\nPNG, 256×256 pixels/,
      );
      assert.equal(await vscode.env.clipboard.readText(), detail);
    });

    it('are those of the image in the active tab', async () => {
      const uri = await folder().write('square.png', png());
      await vscode.commands.executeCommand('vscode.open', uri);
      await until(
        'the image is in the active tab',
        () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'square.png',
      );
      await vscode.commands.executeCommand('inkwell.showImageDetails');
      assert.match(said('square.png').detail, /^PNG, 2×2 pixels/);
    });
  });
});
