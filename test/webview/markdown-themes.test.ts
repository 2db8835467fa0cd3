import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { markdownPage } from './markdown-page.ts';
import { themeNames } from './theme.ts';

const text = `# Heading

Text with \`code\`, *emphasis*, [a link](https://a.example) and ~~what is gone~~; $x^2$.

- one
- [x] two

1. a

> quote

| a | b |
|---|---|
| 1 | ${'a wide cell '.repeat(30)} |

---

\`\`\`ts loader.ts
// a comment
import { readFile } from 'node:fs/promises';
@decorated
export class Loader<T> extends Base { #size = 0x1f; static async load(path: string): Promise<void> {
  if (this.#size > MAX && /a+b/g.test(path)) { throw new TooLarge(\`\${path}: \${null}\`, "text"); } } }
\`\`\`

\`\`\`html
<!-- c --><div class="a" id='b'>&amp;<script>let a;</script></div>
\`\`\`

\`\`\`css
@media print { .a #b:hover::before[c="d"] { color: #fff !important; margin: 1px; } }
\`\`\`

\`\`\`diff
@@ -1 +1 @@
- old
+ new
\`\`\`

\`\`\`bash
#!/bin/sh
for f in *.ts; do echo "$f" | grep -v 'x' > /dev/null; done
\`\`\`

\`\`\`yaml
key: [1, true, "a"] # comment
\`\`\`

\`\`\`markdown
# a
- **b** *c* \`d\` [e](f)
> g
\`\`\`

\`\`\`
${'a wide line '.repeat(30)}
\`\`\``;

interface AxeResults {
  violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

for (const theme of themeNames) {
  describe(`Markdown in the theme ${theme}`, function () {
    this.timeout(60_000);
    const page = markdownPage({ theme });

    it('can be read and used by everyone', async () => {
      await page().show(text);
      await page().until('what is too wide stops Tab', `document.querySelectorAll('[tabindex]').length >= 2`);
      // Buttons count as they look where the pointer is.
      await page().run(
        `for (const code of document.querySelectorAll('.md-code-actions')) { code.style.opacity = 1; }`,
      );
      const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      await page().page.evaluate(axe);
      const { violations } = (await page().page.evaluate(
        `axe.run(document.querySelector('article'))`,
      )) as AxeResults;
      const problems = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      );
      assert.deepEqual(problems, []);
    });

    it('does not scroll as a whole, however narrow it is', async () => {
      await page().page.setViewportSize({ width: 170, height: 600 });
      const width = await page().run('return document.documentElement.scrollWidth;');
      assert.equal(width, 170);
    });
  });
}
