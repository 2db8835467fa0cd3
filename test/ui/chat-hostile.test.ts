import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import { replyWith } from '../host/support/chat-stream.ts';
import { chatForAll } from './chat-session.ts';

/** A host that is nobody's; whatever asks for it was told to by a reply. */
const HOST = 'hostile.example';

const REPLY = `
<script>console.log('hostile: script')</script>
<img src="https://${HOST}/html.png" onerror="console.log('hostile: onerror')">
<iframe src="https://${HOST}/frame"></iframe>
<style>@import "https://${HOST}/style.css";</style>
<a href="https://${HOST}/html" ping="https://${HOST}/ping">html link</a>

![picture](https://${HOST}/remote.png)

[command link](command:workbench.action.closeSidebar)

[script link](javascript:console.log('hostile:link'))

[file link](file:///etc/passwd)

[web link](https://${HOST}/page)

$\\href{javascript:console.log('hostile:maths')}{x}$

\`\`\`html
<img src=x onerror="console.log('hostile: code')">
\`\`\`
`;

describe('A hostile reply in the chat', () => {
  const chat = chatForAll();

  /** What the page asks the network for, and what a reply would say if it ran. */
  function watch(page: Page): { asked: string[]; said: string[] } {
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request: Request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    return { asked, said };
  }

  it('runs nothing, loads nothing, and leads nowhere without VS Code’s own question', async () => {
    const { panel, service, w } = chat();
    const { asked, said } = watch(w.page);
    replyWith(service, REPLY);
    const reply = await panel.ask('Who are you?');

    await reply.getByText("<script>console.log('hostile: script')</script>").waitFor();
    assert.equal(await reply.locator('script, img, iframe, style, object, embed, form').count(), 0);
    const addresses = await reply
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    // Addresses in plain text are links too; all of them are what they say.
    assert.deepEqual(
      addresses.filter((address) => !address?.startsWith(`https://${HOST}/`)),
      [],
    );
    for (const name of ['command link', 'script link', 'file link']) {
      await reply.getByText(name, { exact: true }).click();
    }
    const dialog = w.dialog('open the external website').filter({ hasText: HOST });
    for (const name of ['web link', 'picture']) {
      await reply.getByRole('link', { name, exact: true }).click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    }

    // The view is still there, and so is the window: nothing that was clicked was a command.
    await panel.composer.waitFor();
    assert.equal(w.page.context().pages().length, 1);
    const strange = asked.filter((url) => {
      const { protocol, hostname } = new URL(url);
      return (
        hostname === HOST ||
        (protocol.startsWith('http') && !/^(localhost|127\.0\.0\.1)$|\.vscode-cdn\.net$/.test(hostname))
      );
    });
    assert.deepEqual(strange, []);
    assert.deepEqual(
      said.filter((text) => text.startsWith('hostile')),
      [],
    );
  });

  it('shows text that no text should have', async () => {
    const { panel, service } = chat();
    const text = `nul \0 half \ud83d pair \u202e turned \u200d joined e\u0301\u0301\u0301 ${'> '.repeat(200)}deep`;
    replyWith(service, text);
    const reply = await panel.ask('What are you?');
    await reply.getByText('deep').waitFor();
    replyWith(service, 'Good.');
    await panel.ask('And now?');
    const texts = await panel.texts();
    assert.equal(texts.at(-1), 'Good.');
  });

  it('shows its title and its question as text', async () => {
    const { panel, service, w } = chat();
    const { said } = watch(w.page);
    replyWith(service, 'Yes.');
    const question = `<img src=x onerror="console.log('hostile: question')">`;
    await panel.ask(question);
    await panel.waitForTexts(question, 'Yes.');
    await panel.title.filter({ hasText: '<img src=x' }).waitFor();
    assert.equal(await panel.view.locator('img').count(), 0);
    assert.deepEqual(
      said.filter((text) => text.startsWith('hostile')),
      [],
    );
  });
});
