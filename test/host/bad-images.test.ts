import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SampleService } from '../service/sample-service.ts';
import * as make from '../unit/images/image-bytes.ts';
import { imageSession, namesIn } from './support/image-session.ts';
import { setting, until } from './support/inkwell.ts';
import { folderForEach } from './support/test-folder.ts';
import { webviewPages } from './support/webview-pages.ts';

type Fault = Parameters<SampleService['fault']>[0];

/** What a service may answer where an image should be. */
function answered(bytes: Uint8Array | string, contentType = 'image/png'): Fault {
  return { type: 'bytes', slices: bytes.length === 0 ? [] : [bytes], contentType };
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const FALSE_HEADER = Buffer.concat([make.PNG_SIGNATURE, Buffer.from('not a header at all, but words')]);
const BOMB = make.png({ width: 30_000, height: 30_000 });
const PALETTE = make.png({ width: 4, height: 4, colourType: 3 }, [make.pngChunk('PLTE', Buffer.alloc(3))]);
const DEEP = make.png({ width: 4, height: 4, bitDepth: 16 });
const MOVING = make.png({ width: 4, height: 4 }, [make.pngChunk('acTL', Buffer.alloc(8))]);

describe('Images that are none, or odd', () => {
  const session = imageSession();
  const folder = folderForEach();
  let pages: ReturnType<typeof webviewPages>;

  beforeEach(async () => {
    pages = webviewPages();
    await setting('images.folder', `${folder().name}/images`);
  });

  afterEach(() => pages.dispose());

  const generate = (): Thenable<unknown> =>
    vscode.commands.executeCommand('inkwell.generateImage', { prompt: 'A buoy' });

  const refused: [what: string, fault: Fault, words: RegExp][] = [
    ['a PNG with a false header', answered(FALSE_HEADER), /a damaged PNG image/],
    ['a PNG that is cut', answered(make.png().subarray(0, 60)), /a PNG image that is cut off/],
    ['a PNG of 30,000×30,000 pixels', answered(BOMB), /30000x30000 pixels, which is too large/],
    ['nothing', answered(''), /sent nothing instead of an image/],
    ['an SVG with a program', answered(SVG), /an SVG, which can hold programs/],
    ['a web page', { type: 'html' }, /a web page instead of an image/],
    ['what is not there', { type: 'status', status: 404 }, /404/],
    ['what has expired', { type: 'status', status: 403 }, /403/],
    ['an address that leads to a file', { type: 'redirect', location: 'file:///etc/passwd' }, /file:/],
    [
      'an address where nothing answers',
      { type: 'redirect', location: 'http://127.0.0.1:1/' },
      /Nothing answers at 127\.0\.0\.1:1/,
    ],
    ['an image that ends on its way', { type: 'cut', at: 'body' }, /could not be fetched/],
  ];
  for (const [what, fault, words] of refused) {
    it(`are refused in words, and leave nothing: ${what}`, async () => {
      // What may pass is tried again.
      session().service.fault(fault, { path: /^\/files\//, times: 3 });
      await generate();
      assert.equal(session().shown.length, 1);
      assert.match(session().shown[0]?.text ?? '', words);
      assert.deepEqual(await namesIn(folder().at('')), []);
      assert.equal(pages.opened.length, 0);
    });
  }

  const odd: [what: string, bytes: Uint8Array, name: string][] = [
    ['a PNG of 16 bits', DEEP, 'a-buoy.png'],
    ['a PNG with a palette', PALETTE, 'a-buoy.png'],
    ['an animated PNG', MOVING, 'a-buoy.png'],
    ['a CMYK JPEG', make.jpeg({ components: 4 }), 'a-buoy.jpg'],
    ['a WebP', make.lossyWebp(4, 4), 'a-buoy.webp'],
  ];
  for (const [what, bytes, name] of odd) {
    it(`are saved by what they are, whatever they are called: ${what}`, async () => {
      session().service.fault(answered(bytes), { path: /^\/files\// });
      await generate();
      assert.deepEqual(await namesIn(folder().at('images')), [name]);
      assert.equal(pages.opened.length, 1);
    });
  }

  describe('of the person', () => {
    const edit = (uri: vscode.Uri): Thenable<unknown> =>
      vscode.commands.executeCommand('inkwell.editImage', uri);

    const none: [what: string, bytes: Uint8Array | string, words: RegExp][] = [
      ['a PNG with a false header', FALSE_HEADER, /“a\.png” begins as PNG, but what follows is none/],
      ['an empty file', '', /“a\.png” is no .* image: it holds nothing/],
      ['an SVG with a program', SVG, /“a\.png” is no .* image: it holds SVG/],
    ];
    for (const [what, bytes, words] of none) {
      it(`are named, and nothing is opened or sent: ${what}`, async () => {
        const uri = await folder().write('a.png', bytes);
        for (const command of ['inkwell.editImage', 'inkwell.createVariations', 'inkwell.showImageDetails']) {
          await vscode.commands.executeCommand(command, uri);
          assert.match(session().shown.at(-1)?.text ?? '', words, command);
        }
        assert.equal(pages.opened.length, 0);
        assert.deepEqual(session().service.requests, []);
      });
    }

    it('are named where the file is not there', async () => {
      await edit(folder().at('nothing.png'));
      assert.match(session().said('“nothing.png” cannot be read').text, /nothing\.png/);
    });

    const found: [what: string, bytes: Uint8Array, words: RegExp, offers: string[]][] = [
      ['a PNG that is cut', make.png().subarray(0, -6), /cut off/, []],
      ['a PNG of 30,000×30,000 pixels', BOMB, /30000×30000 pixels/, []],
      ['an animated PNG', MOVING, /moves/, ['png']],
      ['a CMYK JPEG', make.jpeg({ width: 4, height: 4, components: 4 }), /is a JPEG/, ['png']],
      ['a WebP', make.lossyWebp(4, 4), /is a WebP/, ['png']],
    ];
    for (const [what, bytes, words, offers] of found) {
      it(`are shown with what services have against them: ${what}`, async () => {
        await edit(await folder().write('a.png', bytes));
        const page = pages.last('inkwell.maskEditor');
        page.say({ type: 'ready' });
        await until('it has begun', () => page.told.length > 0);
        const [init] = page.told as readonly {
          findings?: { text: string; conversions: { kind: string }[] }[];
        }[];
        const [finding] = init?.findings ?? [];
        assert.match(finding?.text ?? '', words);
        assert.deepEqual(
          finding?.conversions.map(({ kind }) => kind),
          offers,
        );
      });
    }

    for (const [what, bytes] of [
      ['16 bits', DEEP],
      ['a palette', PALETTE],
    ] as const) {
      it(`are edited as they are, with ${what}`, async () => {
        await edit(await folder().write('a.png', bytes));
        const page = pages.last('inkwell.maskEditor');
        page.say({ type: 'ready' });
        await until('it has begun', () => page.told.length > 0);
        assert.ok(page.told[0] && 'findings' in page.told[0]);
        assert.deepEqual(page.told[0].findings, []);
      });
    }
  });

  it('are not lost to a prompt of 5,000 characters, which a service may refuse in words', async () => {
    session().answers.set('Most services take at most 1,000 characters', 'Send Anyway');
    const prompt = 'Über/den\\Wolken… 🌫️ CON: '.repeat(200);
    await vscode.commands.executeCommand('inkwell.generateImage', { prompt });
    assert.equal(session().service.requests.length, 1);
    assert.match(session().shown.at(-1)?.text ?? '', /refused the request: .*1000/);
    assert.deepEqual(await namesIn(folder().at('')), []);
  });
});
