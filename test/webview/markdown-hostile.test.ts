import assert from 'node:assert/strict';
import { literal, type MarkdownPage, markdownPage } from './markdown-page.ts';

/** What there is of elements and attributes that could do something. */
interface Found {
  readonly tags: string[];
  readonly links: string[];
  readonly attributes: string[];
}

/** Elements and attributes that a reply may become, all others being a hole. */
const TAGS =
  'a article blockquote br button code div em h1 h2 h3 h4 h5 h6 hr li ol p pre s span strong ' +
  'table tbody td th thead tr ul';
const ATTRIBUTES = 'aria-label class data-tex dir href rel role start title type tabindex';

/** Looks for them in all that is shown. */
async function found(page: MarkdownPage): Promise<Found> {
  return page.run(`
    const elements = [...document.querySelectorAll('article, article *')].filter((element) => !element.closest('math'));
    return {
      tags: [...new Set(elements.map((element) => element.localName))],
      links: elements.filter((element) => element.hasAttribute('href')).map((element) => element.getAttribute('href')),
      attributes: [...new Set(elements.flatMap((element) => element.getAttributeNames()))],
    };`);
}

describe('A reply that means ill', function () {
  this.timeout(120_000);
  const page = markdownPage();

  afterEach(async () => {
    const { tags, attributes } = await found(page());
    assert.deepEqual(
      tags.filter((tag) => !TAGS.split(' ').includes(tag)),
      [],
    );
    assert.deepEqual(
      attributes.filter((attribute) => !ATTRIBUTES.split(' ').includes(attribute)),
      [],
    );
    const inFormulas = 'math :is(a, img, script, style, [id], [name], [href], [src])';
    assert.equal(await page().page.locator(inFormulas).count(), 0);
    assert.equal(await page().run('return globalThis.harmed;'), undefined);
    await page().clear();
  });

  const texts = {
    script: '<script>harmed = 1</script>',
    'script in a block': 'a\n\n<script>\nharmed = 1\n</script>\n\nb',
    'a picture that fails': '<img src=x onerror="harmed = 1">',
    'a picture in a list': '- <img src=x onerror=harmed=1>\n\n> <svg onload=harmed=1>',
    'an element with a style': '<div style="background: url(https://evil.example)">',
    'a frame': '<iframe srcdoc="<script>parent.harmed = 1</script>"></iframe>',
    'a form': '<form action="https://evil.example"><input name="posted"><button>',
    'a name that is taken': '<a id="markdown" name="markdown"></a> <img name="querySelector">',
    'a comment': '<!-- <script>harmed = 1</script> -->',
    'code that is HTML': '```html\n<script>harmed = 1</script></code></pre><img src=x onerror=harmed=1>\n```',
    'a language that is HTML': '```<img/src=x/onerror=harmed=1>\na\n```',
    'a file name that is HTML': '```ts title="<img src=x onerror=harmed=1>"\na\n```',
    'a table of HTML': '|<img src=x onerror=harmed=1>|\n|-|\n|<script>harmed = 1</script>|',
    'a formula that is HTML': '$</math><img src=x onerror=harmed=1>$ $\\text{<img src=x onerror=harmed=1>}$',
    'a formula with a link': '$\\href{javascript:harmed=1}{x}$ $\\url{https://evil.example}$',
    'a formula with a picture': '$\\includegraphics{https://evil.example/a.png}$',
    'a formula with names': '$\\label{markdown} \\class{md-code}{x} \\id{markdown}{x} \\style{color:red}{x}$',
    'a title that is HTML': '[a](https://b.example "&quot;><img src=x onerror=harmed=1>")',
    'entities that are HTML':
      '&lt;img src=x onerror=harmed=1&gt; &#60;script&#62;harmed = 1&#60;/script&#62;',
  };
  for (const [name, text] of Object.entries(texts)) {
    it(`shows as text: ${name}`, async () => {
      await page().show(text);
      await page().run(
        `const { view } = markdown.open(); view.append(${literal(text)}); view.end(); await view.settled;`,
      );
    });
  }

  it('keeps the words of HTML, since they may be what was asked for', async () => {
    const text = '<script>alert(1)</script>\n\n<b>a</b>';
    await page().show(text);
    const shown = await page().run<string>(`return document.querySelector('article').textContent;`);
    assert.equal(shown, text.replace('\n\n', ''));
  });

  const addresses = [
    'javascript:harmed=1',
    'JaVaScRiPt:harmed=1',
    'java\tscript:harmed=1',
    ' javascript:harmed=1',
    '\u0001javascript:harmed=1',
    'javascript&colon;harmed=1',
    '&#106;avascript:harmed=1',
    '&#x6A;avascript:harmed=1',
    'java&#10;script:harmed=1',
    'java&Tab;script:harmed=1',
    'java\\script:harmed=1',
    'javascript%3Aharmed=1',
    'command:workbench.action.quit',
    'COMMAND:workbench.action.quit',
    'command&#58;workbench.action.quit',
    'vscode:extension/evil.evil',
    'vscode-insiders:extension/evil.evil',
    'vscode-webview://evil',
    'vscode-resource:/etc/passwd',
    'data:text/html,<script>harmed=1</script>',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'blob:https://evil.example/a',
    'view-source:https://evil.example',
    '//evil.example/a',
    '/etc/passwd',
    '\\\\evil\\share',
    '?a',
    '#a',
    'a.html',
    '',
  ];
  it('links to nothing but the web and mail, however an address is spelled', async () => {
    const text = addresses.flatMap((address) => [
      `[a](${address})`,
      `[b](<${address}>)`,
      `<${address}>`,
      `![c](${address})`,
      `![d](<${address}>)`,
      `[![e](${address})](${address})`,
    ]);
    const labels = addresses.map((address, index) => `[f${index}] ![f${index}]\n\n[f${index}]: <${address}>`);
    const { html } = await page().set([...text, ...labels].join('\n\n'));
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    assert.deepEqual(
      links.filter((href) => !/^(?:https?:\/\/|mailto:)/.test(href)),
      [],
    );
    assert.doesNotMatch(html, /<img|src=/);
  });

  it('shows pictures as links, and loads none', async () => {
    await page().show('![a](https://evil.example/a.png) ![b][c]\n\n[c]: http://evil.example/b.png "d"');
    const { links } = await found(page());
    assert.deepEqual(links, ['https://evil.example/a.png', 'http://evil.example/b.png']);
  });

  it('shows what it is in another order as it was written, each block by itself', async () => {
    await page().show('a \u202e b\n\nc');
    const html = await page().run<string>(`return document.querySelector('article').innerHTML;`);
    assert.equal(html, '<div class="md-section"><p dir="auto">a \u202e b</p><p dir="auto">c</p></div>');
    assert.match(
      await page().run(`return getComputedStyle(document.querySelector('p')).unicodeBidi;`),
      /plaintext|isolate/,
    );
  });

  it('loses no character that a program may stumble over', async () => {
    const text = 'NUL \0, \ud800 lone \udc00, \u202e\u2066, e\u0301\u0301\u0301, \ufeff, \u2028, 👩‍👩‍👧';
    const expected = text.replace('\0', '\ufffd');
    for (const markdown of [
      text,
      `- ${text}`,
      `> ${text}`,
      `# ${text}`,
      `\`\`\`\n${text}\n\`\`\``,
      `|a|\n|-|\n|${text}|`,
    ]) {
      const texts = await page().run<string[]>(`
        const markdownText = ${literal(markdown)};
        const texts = [];
        for (const pieces of [[markdownText], markdownText.split('')]) {
          const opened = markdown.open();
          for (const piece of pieces) {
            opened.view.append(piece);
            opened.view.showNow();
          }
          opened.view.end();
          await opened.view.settled;
          texts.push(opened.root.textContent);
          markdown.close(opened);
        }
        return texts;`);
      for (const shown of texts) {
        assert.ok(shown.includes(expected), JSON.stringify([markdown, shown]));
      }
    }
  });

  /** Each is shown as a whole and as it comes. By what makes it in the page, since some are long. */
  const floods: Record<string, string> = {
    'a line of 5 MB': `'word '.repeat(1_000_000)`,
    'a word of 5 MB': `'x'.repeat(5_000_000)`,
    'a heading of 1 MB': `'# ' + 'word '.repeat(200_000)`,
    'a line of code of 5 MB': `'\`\`\`js\\n' + 'x=1;'.repeat(1_250_000)`,
    'an item of 1 MB': `'- a\\n- ' + 'word '.repeat(200_000)`,
    '10,000 quotes within each other': `'> '.repeat(10_000) + 'text'`,
    '10,000 lists within each other': `'- '.repeat(10_000) + 'text'`,
    '1,000 lists within each other, a line each': `Array.from({ length: 1000 }, (_, i) => ' '.repeat(2 * i) + '- a').join('\\n')`,
    '1,000 quotes within each other, a line each': `Array.from({ length: 1000 }, (_, i) => '>'.repeat(i) + ' a').join('\\n')`,
    '20,000 brackets': `'['.repeat(20_000)`,
    '10,000 pictures that are not closed': `'!['.repeat(10_000)`,
    '10,000 stars': `'*a **b '.repeat(1_500)`,
    '20,000 dollars': `'$a '.repeat(7_000)`,
    '10,000 formulas that are not closed': `'\\\\('.repeat(10_000)`,
    'braces within each other in a formula': `'$' + '{'.repeat(900) + '$'`,
    'a macro that explodes': `'$\\\\def\\\\a{\\\\b\\\\b}\\\\def\\\\b{\\\\c\\\\c}\\\\def\\\\c{xx}' + '\\\\a'.repeat(200) + '$'`,
    '6,000 fences': `'\`\`\`\\n'.repeat(6_000)`,
    'a fence that is not closed': `'~~~~~\\n' + '~~~~\\n'.repeat(5_000)`,
    '20,000 lines without a blank one': `'a line | of text\\n'.repeat(20_000) + '==='`,
    'a short table with many columns': `'|a'.repeat(90) + '|\\n' + '|-'.repeat(90) + '|\\n' + 'x\\n'.repeat(2_000)`,
    '5,000 labels that are told at the end': `Array.from({ length: 5000 }, (_, i) => '[' + i + ']').join('\\n\\n') + '\\n\\n' + Array.from({ length: 5000 }, (_, i) => '[' + i + ']: http://a.example/' + i).join('\\n')`,
  };
  for (const [name, flood] of Object.entries(floods)) {
    it(`keeps the page alive: ${name}`, async () => {
      const result = await page().run<{ same: boolean; hasFailed: boolean; depth: number; pause: number }>(`
        const text = ${flood};
        const { port1, port2 } = new MessageChannel();
        let pause = 0;
        let last = performance.now();
        port1.onmessage = () => {
          pause = Math.max(pause, performance.now() - last);
          last = performance.now();
          port2.postMessage(0);
        };
        port2.postMessage(0);
        const whole = markdown.open();
        whole.view.set(text);
        await whole.view.settled;
        const grown = markdown.open();
        const length = Math.ceil(text.length / 200);
        for (let at = 0; at < text.length; at += length) {
          grown.view.append(text.slice(at, at + length));
          await new Promise((resolve) => setTimeout(resolve));
        }
        grown.view.end();
        await grown.view.settled;
        port1.close();
        let depth = 0;
        for (let element = grown.root; element; element = element.lastElementChild) {
          depth++;
        }
        const same = markdown.shown(whole.root) === markdown.shown(grown.root);
        const { hasFailed } = grown.view;
        markdown.close(whole);
        markdown.close(grown);
        return { same, hasFailed, depth, pause };`);
      const { same, hasFailed, depth, pause } = result;
      assert.equal(same, true, 'it became something else as it grew');
      assert.equal(hasFailed, false);
      assert.ok(depth < 120, `${depth} elements within each other`);
      // Half a second at most, and many times that on a busy machine; what grows with the square of the length takes minutes.
      assert.ok(pause < 30_000, `nothing else went on for ${Math.round(pause)} ms`);
    });
  }
});
