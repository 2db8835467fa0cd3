import { literal, MarkdownPage } from '../webview/markdown-page.ts';
import { closeBrowser } from '../webview/shared-browser.ts';
import type { Row } from './row.ts';

const CHUNKS = 4_000;
const SIZE = 200_000;
const SMALL = 50_000;
const LARGE = 800_000;
const ROUNDS = 3;

type Kind = keyof typeof texts;
/** As a fast model sends them, so that many a frame are drawn meanwhile; or as fast as they can be taken. */
type Pace = 'paced' | 'burst';

interface Cost {
  /** Milliseconds of the page’s main thread, of all that it does, without those that the feeding takes. */
  readonly total: number;
  /** Milliseconds of its longest task. */
  readonly longest: number;
}

const prose =
  'The first read is only there to learn the *size* of the file, and `stat` tells it without reading; see ' +
  '[the documentation](https://nodejs.org/api/fs.html) for **more** of it. ';

const code = `export async function load(path: string): Promise<Buffer> {
  const { size } = await stat(path); // without reading it
  if (size > MAX) {
    throw new TooLarge(path, size, \`at most \${MAX} bytes\`);
  }
  return readFile(path);
}
`;

const texts = {
  answer: (size: number) =>
    filled(size, (index) =>
      [
        `## Section ${index}\n\n${prose.repeat(3)}\n`,
        `\`\`\`ts loader-${index}.ts\n${code.repeat(6)}\`\`\`\n`,
        '- first item with `code`\n- second **item** of the list\n  - nested\n- third\n\n1. one\n2. two\n',
        `| a | b | c |\n|---|:-:|--:|\n${`| cell | **${index}** | ${index} |\n`.repeat(8)}\n`,
      ].join('\n'),
    ),
  fence: (size: number) => `\`\`\`ts\n${filled(size, () => code)}`,
  list: (size: number) => filled(size, (index) => `- item ${index} with \`code\` and **bold** words\n`),
  table: (size: number) =>
    `| a | b | c |\n|---|---|---|\n${filled(size, (index) => `| cell ${index} | **bold** and \`code\` | ${index} |\n`)}`,
};

function filled(size: number, part: (index: number) => string): string {
  const parts: string[] = [];
  for (let index = 0, length = 0; length < size; index++) {
    const next = part(index);
    parts.push(next);
    length += next.length;
  }
  return parts.join('').slice(0, size);
}

/** Of these it is promised what they cost; all are to cost no more by the letter the longer they are. */
const promised: readonly Kind[] = ['answer', 'fence', 'list'];

/** What it costs the chat view to show an answer as it comes, in a real Chromium. */
export async function measureChatMarkdown(): Promise<Row[]> {
  try {
    const samples = new Map<string, Cost[]>();
    const measure = async (
      name: string,
      kind: Kind,
      size: number,
      pace: Pace,
      opener = 'open',
    ): Promise<void> => {
      const cost = await measureOne(texts[kind](size), pace, opener);
      samples.set(name, [...(samples.get(name) ?? []), cost]);
    };
    for (let round = 0; round < ROUNDS; round++) {
      for (const kind of promised) {
        await measure(kind, kind, SIZE, 'paced');
      }
      await measure('short', 'answer', SMALL, 'paced');
      await measure('naive', 'answer', SMALL, 'paced', 'openNaive');
      for (const kind of Object.keys(texts) as Kind[]) {
        await measure(`small ${kind}`, kind, SMALL, 'burst');
        await measure(`large ${kind}`, kind, LARGE, 'burst');
      }
    }
    const totals = (name: string): number[] => (samples.get(name) ?? []).map(({ total }) => total);
    const longest = (name: string): number[] => (samples.get(name) ?? []).map((cost) => cost.longest);
    const kinds = Object.keys(texts) as Kind[];
    const what = (kind: Kind): string => `Markdown: ${kind} of ${SIZE / 1000} KB in ${CHUNKS} chunks`;
    return [
      ...promised.flatMap((kind): Row[] => [
        {
          measure: `${what(kind)}, main thread`,
          unit: 'ms',
          ours: totals(kind),
          figure: 'alone',
          bound: kind === 'answer' ? 3_000 : 6_000,
          aim: kind === 'answer' ? 1_000 : 2_000,
        },
        {
          measure: `${what(kind)}, longest task`,
          unit: 'ms',
          ours: longest(kind),
          figure: 'alone',
          bound: kind === 'answer' ? 50 : 100,
          aim: kind === 'answer' ? 16 : 32,
        },
      ]),
      {
        measure: `Markdown: answer of ${SMALL / 1000} KB in ${CHUNKS} chunks, main thread`,
        unit: 'ms',
        ours: totals('short'),
        peer: { name: 'markdown-it each frame', samples: totals('naive') },
        figure: 'ratio',
        bound: 1,
      },
      ...kinds.map(
        (kind): Row => ({
          measure: `Markdown: ${kind}, ${LARGE / 1000} KB, a ${LARGE / SMALL}th of it`,
          unit: 'ms',
          ours: totals(`large ${kind}`).map((total) => (total * SMALL) / LARGE),
          peer: { name: `${SMALL / 1000} KB`, samples: totals(`small ${kind}`) },
          figure: 'ratio',
          bound: 1.5,
        }),
      ),
    ];
  } finally {
    await closeBrowser();
  }
}

/** Of a page of its own, which has shown code and a formula before, so that nothing has to be loaded. */
async function measureOne(text: string, pace: Pace, opener: string): Promise<Cost> {
  const page = await MarkdownPage.open();
  try {
    await page.show('```ts\nlet a;\n```\n\n$x$\n\n| a |\n|---|\n| 1 |');
    await page.clear();
    await page.run(`
      globalThis.chunks = ${literal(text)}.match(/[^]{1,${Math.ceil(text.length / CHUNKS)}}/g);
      const channel = new MessageChannel();
      globalThis.next = ${pace === 'paced'}
        ? () => scheduler.postTask(() => {}, { delay: 1 })
        : () => new Promise((resolve) => {
            channel.port1.onmessage = resolve;
            channel.port2.postMessage(0);
          });
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      globalThis.feed = async (view) => {
        for (const chunk of chunks) {
          view?.append(chunk);
          scrollTo(0, document.documentElement.scrollHeight);
          await next();
        }
        view?.end();
        await view?.settled;
        await frame();
        await frame();
      };`);
    const alone = await traced(page, 'await feed();');
    const all = await traced(page, `await feed(markdown.${opener}().view);`);
    return { total: all.total - alone.total, longest: all.longest };
  } finally {
    await page.close();
  }
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds; and without those in which another thread had the processor, where the trace tells. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** The tasks of the page’s main thread while it runs something. */
async function traced(page: MarkdownPage, run: string): Promise<Cost> {
  const session = await page.page.context().newCDPSession(page.page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const complete = new Promise((resolve) => {
    session.once('Tracing.tracingComplete', resolve);
  });
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel'] },
    transferMode: 'ReportEvents',
  });
  await page.run(run);
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events
    .filter(({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && main.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = dur }) => tdur / 1000);
  if (tasks.length < CHUNKS / 2) {
    throw new Error(`The trace has only ${tasks.length} tasks.`);
  }
  return {
    total: tasks.reduce((sum, task) => sum + task, 0),
    longest: tasks.reduce((most, task) => Math.max(most, task), 0),
  };
}
