import assert from 'node:assert/strict';
import { until } from '../until.ts';
import { type ChatPage, chatPages } from './chat-page.ts';
import { viewState } from './chat-states.ts';

/** What is dragged: data by type, and files by name. */
interface Dragged {
  readonly data?: Readonly<Record<string, string>>;
  /** Bytes, as a string of Latin-1 letters. */
  readonly files?: Readonly<Record<string, string>>;
}

describe('what is dropped on the chat view', () => {
  const open = chatPages();

  it('is shown to be welcome while it is over the view, if it is files', async () => {
    const page = await open({ state: viewState() });
    const overlay = page.page.getByText('Drop to attach');
    assert.equal(await drag(page, 'dragover', { data: { 'text/plain': 'text' } }), false);
    assert.equal(await overlay.count(), 0);
    assert.equal(await drag(page, 'dragenter', { files: { 'a.txt': 'A' } }), true);
    await overlay.waitFor();
    await drag(page, 'dragleave', { files: { 'a.txt': 'A' } });
    assert.equal(await overlay.count(), 0);
    await drag(page, 'dragover', { data: { 'application/vnd.code.uri-list': 'file:///a' } });
    await overlay.waitFor();
    await drag(page, 'drop', { data: { 'application/vnd.code.uri-list': 'file:///a' } });
    assert.equal(await overlay.count(), 0);
  });

  it('is attached by its address', async () => {
    const page = await open({ state: viewState() });
    await drag(page, 'drop', {
      data: {
        'text/uri-list': 'file:///other',
        'application/vnd.code.uri-list':
          '# comment\r\nfile:///a%20b.ts\r\n\r\nvscode-remote://ssh+host/c.ts\r\n',
      },
    });
    assert.deepEqual(await page.posted('drop'), {
      type: 'drop',
      uris: ['file:///a%20b.ts', 'vscode-remote://ssh+host/c.ts'],
    });
    await drag(page, 'drop', { data: { 'text/uri-list': 'file:///d.ts' } });
    assert.deepEqual((await page.posted('drop')).uris, ['file:///d.ts']);
  });

  it('is attached with its text where it has no address', async () => {
    const page = await open({ state: viewState() });
    await drag(page, 'drop', { files: { 'ümlaut.txt': '\u00c3\u00a4\r\n', 'empty.txt': '' } });
    await until('both are there', async () => (await page.postedOf('dropText')).length === 2);
    assert.deepEqual(await page.postedOf('dropText'), [
      { type: 'dropText', name: 'ümlaut.txt', text: 'ä\r\n' },
      { type: 'dropText', name: 'empty.txt', text: '' },
    ]);
  });

  it('is refused with a word if it is not text, or too large; the rest is attached', async () => {
    const page = await open({ state: viewState() });
    await drag(page, 'drop', {
      files: { 'nul.bin': 'a\0b', 'latin.txt': '\u00e4', 'large.txt': 'x'.repeat(1_000_001) },
    });
    await page.page.getByText('“large.txt” is larger than 1 MB and was not attached.').first().waitFor();
    await drag(page, 'drop', { files: { 'nul.bin': 'a\0b', 'good.txt': 'x'.repeat(1_000_000) } });
    assert.equal((await page.posted('dropText')).name, 'good.txt');
    const notice = page.page.locator('.notice', {
      hasText: '“nul.bin” is not a text file and was not attached.',
    });
    await notice.waitFor();
    assert.equal(
      await page.page.getByRole('status').textContent(),
      '“nul.bin” is not a text file and was not attached.',
    );
    await page.button('Dismiss').click();
    assert.equal(await notice.count(), 0);
    assert.equal((await page.postedOf('dropText')).length, 1);
  });

  it('is at most fifty files, and an address at most as long as an address', async () => {
    const page = await open({ state: viewState() });
    const uris = Array.from({ length: 60 }, (_, i) => `file:///${i}`);
    await drag(page, 'drop', {
      data: { 'text/uri-list': [`file:///${'x'.repeat(5000)}`, ...uris].join('\n') },
    });
    assert.deepEqual((await page.posted('drop')).uris, uris.slice(0, 50));
    await page.page.locator('.notice', { hasText: 'Only the first 50 files were attached.' }).waitFor();
  });

  it('has a name of bounded length', async () => {
    const page = await open({ state: viewState() });
    await drag(page, 'drop', { files: { [`${'n'.repeat(300)}.txt`]: 'x' } });
    assert.equal((await page.posted('dropText')).name.length, 255);
  });

  it('is text where it is the address of a web page', async () => {
    const page = await open({ state: viewState({ composer: { text: 'See: ' } }) });
    const url = 'https://example.org/';
    await drag(page, 'drop', { data: { 'text/uri-list': url, 'text/plain': url } });
    assert.equal(await page.composer.inputValue(), `See: ${url}`);
    assert.deepEqual(await page.postedOf('drop'), []);
  });
});

/** @returns whether the view took the event for itself */
function drag(page: ChatPage, event: string, { data = {}, files = {} }: Dragged): Promise<boolean> {
  return page.page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    for (const [type, text] of Object.entries(${JSON.stringify(data)})) {
      dataTransfer.setData(type, text);
    }
    for (const [name, bytes] of Object.entries(${JSON.stringify(files)})) {
      dataTransfer.items.add(new File([Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))], name));
    }
    const event = new DragEvent('${event}', { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector('textarea').dispatchEvent(event);
    return event.defaultPrevented;
  })()`);
}
