import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chatParts, replyWith } from '../host/support/chat-stream.ts';
import { type ChatSession, chatForAll } from './chat-session.ts';
import type { Theme } from './open-workbench.ts';

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
  }[];
}

/** The themes to look at, and by what the view shows that it has them. */
const BODIES = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'high-contrast': 'vscode-high-contrast:not(.vscode-high-contrast-light)',
  'high-contrast-light': 'vscode-high-contrast-light',
} as const satisfies Record<Theme, string>;

const EVERYTHING = `
# A title

Some *emphasis*, \`code\` and a [link](https://example.com).

| light | seconds |
|---|---|
| flash | 0.4 |

> Quoted

1. one
2. two

$$ a^2 + b^2 = c^2 $$

\`\`\`ts
const lamp: string = 'lit'; // on
\`\`\`
`;

describe('The chat view in VS Code is fit for assistive technology', () => {
  const chat = chatForAll();
  let axe: string;

  before(async () => {
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  });

  /** What axe-core finds. It comes past the page's content policy, as a browser's developer tools do. */
  async function problems({ panel }: ChatSession): Promise<string[]> {
    const frame = await (await panel.view.locator('body').elementHandle())?.ownerFrame();
    assert.ok(frame);
    // What shines through the page is outside of it, where axe-core does not look.
    await frame.evaluate(
      "document.documentElement.style.backgroundColor = 'var(--vscode-sideBar-background)'",
    );
    await frame.evaluate(axe);
    const { violations } = (await frame.evaluate('axe.run()')) as AxeResults;
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
    );
  }

  async function checkInAllThemes(session: ChatSession): Promise<void> {
    for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] as const) {
      await session.setTheme(theme);
      await session.panel.view.locator(`body.${BODIES[theme]}`).waitFor();
      assert.deepEqual(await problems(session), [], theme);
    }
  }

  it('on its start page', async () => {
    const session = chat();
    const { panel, service } = session;
    replyWith(service, 'Yes.');
    await panel.ask('Is it lit?');
    await panel.startConversation();
    await panel.view
      .locator('.recents')
      .getByRole('button', { name: /^Is it lit/ })
      .first()
      .waitFor();
    await checkInAllThemes(session);
  });

  it('with a conversation that has everything in it', async () => {
    const session = chat();
    const { panel, service, w } = session;
    replyWith(service, 'No.');
    await panel.ask('Is it lit?');
    replyWith(service, EVERYTHING);
    await panel.lastReply.getByRole('button', { name: 'Regenerate' }).click();
    await panel.pagerOf(panel.lastReply).waitFor('2 of 2');
    await panel.waitForEnd(panel.lastReply);
    service.fault({ type: 'bytes', slices: chatParts(['The lamp ', 'is']), finish: 'cut' });
    await panel.ask('Are you sure?');
    await panel.lastReply.locator('.failure').waitFor();
    await w.openFile('src/lamp.ts');
    await w.runCommand('Inkwell: Add File to Chat');
    await panel.chips.filter({ hasText: 'lamp.ts' }).waitFor();
    await panel.composer.fill('A draft');
    await checkInAllThemes(session);
  });
});
