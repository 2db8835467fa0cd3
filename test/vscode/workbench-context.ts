import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/**
 * Runs in the page. VS Code has every message from its server as a blob, and reads it like a file: that takes tests a fifth
 * of their time. So a message is there as soon as it has come, as it is on a desktop.
 */
const readWithoutBlobs = `
  const { readAsArrayBuffer } = FileReader.prototype;
  window.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      this.binaryType = 'arraybuffer';
    }
  };
  FileReader.prototype.readAsArrayBuffer = function (data) {
    if (data instanceof ArrayBuffer) {
      Object.defineProperty(this, 'result', { value: data, configurable: true });
      this.dispatchEvent(new ProgressEvent('load'));
    } else {
      readAsArrayBuffer.call(this, data);
    }
  };
`;

/** A profile of the browser, for windows of VS Code that only tests look at. */
export async function newWorkbenchContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  await context.addInitScript(readWithoutBlobs);
  return context;
}
