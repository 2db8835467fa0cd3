import assert from 'node:assert/strict';
import { codeBlocksOf } from '../../src/chat/code-blocks.ts';
import { literal, markdownPage } from './markdown-page.ts';

describe('A code block', () => {
  const page = markdownPage();

  afterEach(() => page().clear());

  it('says its language and file name', async () => {
    await page().show('```ts title="src/loader.ts"\na\n```\n\n    b');
    const groups = page().page.getByRole('group');
    assert.equal(await groups.nth(0).getAttribute('aria-label'), 'Code: ts · src/loader.ts');
    assert.equal(await groups.nth(0).locator('.md-code-title').textContent(), 'ts · src/loader.ts');
    assert.equal(await groups.nth(1).getAttribute('aria-label'), 'Code');
  });

  it('has four buttons, which tell its number as the host counts and never its code', async () => {
    const markdown = '```a\none\n```\n\n- > ~~~b\n  > two\n\n      three\n\n```c\nfour';
    await page().show(markdown);
    const blocks = codeBlocksOf(markdown);
    const names = ['Copy', 'Insert at Cursor', 'New File', 'Apply as Edit'];
    for (const [index, { code, language }] of blocks.entries()) {
      const group = page().page.locator('.md-code').nth(index);
      assert.equal((await group.locator('code').textContent())?.trimEnd(), code);
      for (const name of names) {
        const label = language ? `Code: ${language}` : 'Code';
        await group.getByRole('button', { name: `${name}, ${label}`, exact: true }).click();
      }
    }
    const actions = await page().run('return markdown.actions;');
    const expected = blocks.flatMap((_, index) =>
      ['copy', 'insert', 'newFile', 'apply'].map((action) => [index, action]),
    );
    assert.deepEqual(actions, expected);
  });

  it('says for a moment that it has copied', async () => {
    await page().show('```\na\n```');
    const button = page().page.getByRole('button', { name: 'Copy' });
    await button.click();
    assert.equal(await button.textContent(), 'Copied');
    await page().until('it says so no more', `document.querySelector('button').textContent === 'Copy'`);
  });

  it('has its buttons in the order of Tab, and shows them where the keyboard is', async () => {
    await page().show('```ts\na\n```');
    const opacity = (): Promise<string> =>
      page().run(`return getComputedStyle(document.querySelector('.md-code-actions')).opacity;`);
    await page().page.mouse.move(0, 600);
    assert.equal(await opacity(), '0');
    await page().page.keyboard.press('Tab');
    assert.equal(await page().page.evaluate('document.activeElement.textContent'), 'Copy');
    assert.equal(await opacity(), '1');
  });

  it('can be scrolled by keyboard where it is too wide, and only then stops Tab', async () => {
    await page().show(`\`\`\`\nshort\n\`\`\`\n\n\`\`\`\n${'long '.repeat(100)}\n\`\`\``);
    await page().until('it stops Tab', `document.querySelectorAll('pre')[1].tabIndex === 0`);
    assert.equal(await page().page.locator('pre').first().getAttribute('tabindex'), null);
    await page().page.locator('pre').nth(1).focus();
    await page().page.keyboard.press('ArrowRight');
    await page().until('it has scrolled', `document.querySelectorAll('pre')[1].scrollLeft > 0`);
  });

  it('is coloured in the languages of its kind, by class', async () => {
    const { html } = await page().set('```ts\nconst a = "b"; // c\n```\n\n```Python\nNone\n```');
    assert.match(html, /<span class="hljs-keyword">const<\/span> a = <span class="hljs-string">"b"<\/span>/);
    assert.match(html, /<span class="hljs-comment">\/\/ c<\/span>/);
    assert.match(html, /<span class="hljs-literal">None<\/span>/);
  });

  it('is plain in a language that nobody knows, and keeps every character in all', async () => {
    const code = 'a <b> & "c" \'d\' \ud800 \u202e {\n\t`${e}`\n\n';
    for (const language of ['', 'nonsense', '__proto__', 'ts', 'html', 'bash', 'css', 'md']) {
      const texts = await page().run<string[]>(`
        const opened = markdown.open();
        opened.view.set(${literal(`\`\`\`\`${language}\n${code}\`\`\`\``)});
        await opened.view.settled;
        const texts = [...opened.root.querySelectorAll('code')].map((element) => element.textContent);
        markdown.close(opened);
        return texts;`);
      assert.deepEqual(texts, [code], language);
    }
  });

  it('is coloured right where a comment or string reaches over many lines', async () => {
    const lines = Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n');
    const markdown = `\`\`\`ts\nlet a;\n/*\n${lines}\n*/\nlet b;\n\`${lines}\`;\nlet c;\n\`\`\``;
    const parts = await page().run<[string, string][]>(`
      const opened = markdown.open();
      opened.view.set(${literal(markdown)});
      await opened.view.settled;
      const parts = [...opened.root.querySelectorAll('code .md-segment > span')].map((element) =>
        [element.className, element.textContent.replaceAll(/[^a-z]+/g, ' ').trim().split(' ')[0]]);
      markdown.close(opened);
      return parts;`);
    const kinds = new Set(parts.map(([kind, word]) => `${kind} ${word}`));
    assert.deepEqual([...kinds].sort(), ['hljs-comment line', 'hljs-keyword let', 'hljs-string line']);
  });

  it('stays as it is where it is too long to be coloured', async () => {
    const { html } = await page().set(`\`\`\`js\nlet a = "${'x'.repeat(20_000)}";\n\`\`\``);
    assert.doesNotMatch(html, /hljs/);
  });
});
