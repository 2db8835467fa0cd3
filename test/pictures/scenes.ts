import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chatEvents, replyThroughGate } from '../host/support/chat-stream.ts';
import { completionEvents, type StreamedChoice } from '../host/support/completion-stream.ts';
import { answerEdit } from '../host/support/edit-answer.ts';
import { type SampleService, startSampleService } from '../service/sample-service.ts';
import { ChatPanel } from '../ui/chat-panel.ts';
import type { Theme, WorkbenchOptions } from '../ui/open-workbench.ts';
import type { Workbench } from '../ui/workbench.ts';
import { until } from '../until.ts';
import { wav } from '../webview/wav.ts';

/** One picture of the README. */
export interface Scene {
  theme: Theme;
  size: { width: number; height: number };
  settings?: WorkbenchOptions['settings'];
  /** Whether Inkwell is connected to the service beforehand. */
  connected: boolean;
  /** Brings the window to where the picture is taken. */
  play: (workbench: Workbench, service: SampleService) => Promise<void>;
}

/** The beginning of a story, whose last paragraph is selected. */
const story = `# The Harbour

Nobody had come by sea since the ferry stopped, and the nets hung on the quay wall all summer.

Then, on a Sunday in October, a boat without a name lay in the harbour. It had come past the lighthouse in the dark.
`;

/** Settings that a person is in the middle of writing. */
const parameters = `{
  "inkwell.completion.model": "complete-1",
  "inkwell.completion.parameters": {
    "max_tokens": 300,

  }
}
`;

const found = `The loop compares against \`i\`, but a period can be **longer** than its flashes, so the last one is never dark
when it should be. The length of a flash belongs in one place:

\`\`\`ts lamp.ts
export function isLit(second: number): boolean {
  const s = second % character.period;
  const flash = Math.floor(s);
  return flash < character.flashes && s - flash < character.lit;
}
\`\`\`

The light is then on for $n \\cdot t_{lit}$ seconds of each period.
`;

/** What a keeper was asked, with the seconds at which each of it begins. */
const interview: readonly (readonly [start: number, text: string])[] = [
  [0, 'You kept the light for thirty-one years. What did you hear most?'],
  [5.8, 'The clockwork. You stop hearing it after a week, and wake up when it stops.'],
  [12.4, 'Did it stop often?'],
  [14.1, 'Twice. Once for a spring, and once because somebody had wound it the wrong way.'],
  [21.9, 'That was you.'],
  [23.5, 'That was me, in my first winter. I sat there until dawn and turned it by hand.'],
  [31.2, 'And nobody at sea ever knew.'],
];

function transcriptOf(lines: typeof interview, seconds: number): string {
  const segments = lines.map(([start, text], id) => ({
    id,
    start,
    end: lines[id + 1]?.[0] ?? seconds,
    text: ` ${text}`,
  }));
  const text = lines.map(([, line]) => line).join(' ');
  return `${JSON.stringify({ task: 'transcribe', language: 'english', duration: seconds, text, segments }, null, 2)}\n`;
}

/** The function of the sample project that tells whether the lamp is lit, said more simply. */
const lamp = `/** Whether the lamp shows light, so many seconds into its period. */
export function isLit(second: number): boolean {
  const s = second % character.period;
  const flash = Math.floor(s);
  return flash < character.flashes && s - flash < character.lit;
}`;

const tests = `| second | lit |
|---:|---|
| 0 | yes |
| 0.5 | no |
| 1.2 | yes |

Each row becomes one assertion`;

/** A conversation about some code, with another one on its way. */
async function playChat(workbench: Workbench, service: SampleService): Promise<void> {
  const chat = new ChatPanel(workbench);
  await workbench.openFile('src/lamp.ts');
  await workbench.runCommand('Inkwell: Focus on Chat View');
  await chat.composer.waitFor();
  await workbench.resizeSideBar(470);
  await workbench.selectLines(6, 15);
  await workbench.runCommand('Inkwell: Add Selection to Chat');
  await chat.chips.first().waitFor();
  service.fault({ type: 'bytes', slices: chatEvents([found]) });
  await chat.composer.fill('Is the lamp ever lit for too long?');
  await chat.composer.press('Enter');
  await chat.lastReply.getByRole('button', { name: 'Regenerate' }).waitFor();
  const gate = replyThroughGate(service, tests, ' of its own.');
  await chat.composer.fill('Which cases should a test have?');
  await chat.composer.press('Enter');
  await gate.waiting();
  gate.release(1);
  await chat.lastReply.getByText('Each row becomes').waitFor();
  await chat.meter.waitFor();
}

/** A function that wants a body. */
const loader = `import { readFile } from 'node:fs/promises';
import { parse, type Table } from './table.ts';

/** Reads a table of tides from a file. */
export async function load(path: string): Promise<Table> {

}
`;

/** A token, how likely it was if that is not as good as certain, and what might have stood there. */
type Odds = readonly [token: string, probability?: number, others?: Readonly<Record<string, number>>];

function candidate(index: number, finish_reason: string, tokens: readonly Odds[]): StreamedChoice {
  const top = tokens.map(([token, probability = 0.97, others]) => ({ [token]: probability, ...others }));
  return {
    index,
    finish_reason,
    text: tokens.map(([token]) => token).join(''),
    logprobs: {
      tokens: tokens.map(([token]) => token),
      token_logprobs: tokens.map(([, probability = 0.97]) => Math.log(probability)),
      top_logprobs: top.map((odds) =>
        Object.fromEntries(
          Object.entries(odds).map(([token, probability]) => [token, Math.log(probability)]),
        ),
      ),
    },
  };
}

const bodies: readonly StreamedChoice[] = [
  candidate(0, 'stop', [
    ['  const text = await'],
    [' readFile(path,'],
    [" 'utf8');\n  return"],
    [' parse', 0.66, { ' decode': 0.18, ' JSON': 0.09 }],
    ['(text, {'],
    [' strict', 0.41, { ' loose': 0.33, ' reviver': 0.12, ' comments': 0.06 }],
    [': true });'],
  ]),
  candidate(1, 'stop', [
    ['  return'],
    [' JSON', 0.54, { ' parse': 0.4 }],
    ['.parse(await'],
    [" readFile(path, 'utf8'));"],
  ]),
  candidate(2, 'length', [
    ['  throw', 0.24, { '  return': 0.5, '  const': 0.2 }],
    [' new Error('],
    ['`not', 0.31, { '`': 0.4 }],
    [' implemented: '],
    ['${path}', 0.62],
  ]),
];

export const scenes: Record<string, Scene> = {
  candidates: {
    theme: 'dark',
    size: { width: 1100, height: 400 },
    settings: { 'inkwell.completion.model': 'complete-1' },
    connected: true,
    play: async (workbench, service) => {
      service.fault({ type: 'bytes', slices: completionEvents(bodies) });
      await writeFile(join(workbench.workspace, 'src', 'loader.ts'), loader);
      // TypeScript says there for a while what it is doing.
      await workbench.runCommand('View: Toggle Status Bar Visibility');
      await workbench.openFile('src/loader.ts');
      await workbench.goToLine(6);
      await workbench.runCommand('Inkwell: Complete with Candidates…');
      const page = workbench.webview();
      await page.getByRole('button', { name: 'More' }).waitFor();
      await page.locator('.candidate:focus').waitFor();
      await workbench.press('ArrowRight');
      await workbench.press('ArrowRight');
      await page.getByRole('tooltip').waitFor();
    },
  },
  chat: {
    theme: 'dark',
    size: { width: 1000, height: 760 },
    settings: { 'inkwell.chat.model': 'chat-1' },
    connected: true,
    play: playChat,
  },
  completing: {
    theme: 'dark',
    size: { width: 900, height: 400 },
    settings: {
      'inkwell.completion.model': 'complete-1',
      'inkwell.completion.parameters': { max_tokens: 200, temperature: 0.6 },
    },
    connected: true,
    play: async (workbench, service) => {
      const gate = service.gate({ path: '/v1/completions' });
      await writeFile(join(workbench.workspace, 'story', 'harbour.md'), story);
      await workbench.openFile('story/harbour.md');
      await workbench.selectLines(5, 5);
      await workbench.runCommand('Inkwell: Complete Selection');
      await gate.waiting();
      gate.release(26);
      await gate.waiting();
      const notification = workbench.notification('Completing with complete-1');
      // VS Code shows the progress of a burst by its first step, until there is another.
      await until('the notification tells of the burst', async () => {
        gate.release();
        await gate.waiting();
        return (await notification.filter({ hasText: /\d{3} characters/ }).count()) > 0;
      });
    },
  },
  editing: {
    theme: 'dark',
    size: { width: 1100, height: 480 },
    settings: { 'inkwell.edit.model': 'edit-1' },
    connected: true,
    play: async (workbench, service) => {
      answerEdit(service, lamp);
      await workbench.openFile('src/lamp.ts');
      await workbench.selectLines(6, 15);
      await workbench.runCommand('Inkwell: Edit with Instruction…');
      await workbench.page.locator('.quick-input-title', { hasText: 'Edit 10 lines' }).waitFor();
      await workbench.answerQuickInput('Say it more simply.');
      await workbench.page.locator('.statusbar-item', { hasText: 'Proposal:' }).waitFor();
      await workbench.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
      await workbench.notification('proposed').waitFor({ state: 'detached' });
    },
  },
  images: {
    theme: 'light',
    size: { width: 1100, height: 620 },
    settings: { 'inkwell.images.parameters': { n: 4, size: '512x512' }, 'chat.disableAIFeatures': true },
    connected: true,
    play: async (workbench) => {
      await workbench.openFile('story/keeper.md');
      await workbench.goToLine(2);
      await workbench.runCommand('Inkwell: Generate Image…');
      await workbench.answerQuickInput('The sea from the tower at dusk');
      await workbench.quickPick(/4 images, 512x512$/).waitFor();
      await workbench.press('Enter');
      const sheet = workbench.webview();
      await sheet.getByRole('figure').nth(3).waitFor();
      await sheet.getByRole('button', { name: 'Keep the-sea-from-the-tower-at-dusk-2.png' }).click();
      await sheet.getByRole('button', { name: 'Insert the-sea-from-the-tower-at-dusk-2.png' }).click();
      await sheet.getByText('was inserted into keeper.md').waitFor();
    },
  },
  masking: {
    theme: 'dark',
    size: { width: 1100, height: 560 },
    settings: { 'chat.disableAIFeatures': true },
    connected: true,
    play: async (workbench) => {
      const { page } = workbench;
      await workbench.press('ControlOrMeta+P');
      await workbench.typeIntoQuickInput('images/lighthouse.png');
      await workbench.quickPick('lighthouse.png').click();
      await page.locator('.tab.active[data-resource-name="lighthouse.png"]').waitFor();
      await workbench.runCommand('Inkwell: Edit Image…');
      const editor = workbench.webview();
      const picture = editor.locator('.picture');
      await picture.waitFor();
      await editor.getByRole('button', { name: 'Zoom In' }).click();
      await editor.getByRole('slider').fill('65');
      const box = await picture.boundingBox();
      if (!box) {
        throw new Error('The picture is not in view.');
      }
      const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];
      await page.mouse.move(...at(0.14, 0.42));
      await page.mouse.down();
      for (let step = 0; step <= 30; step++) {
        await page.mouse.move(...at(0.14 + step / 42, 0.42 - Math.sin((step / 30) * Math.PI) * 0.25));
      }
      await page.mouse.up();
      await editor.getByRole('textbox', { name: 'Prompt' }).fill('A lighthouse below a sky full of stars');
    },
  },
  transcript: {
    theme: 'light',
    size: { width: 900, height: 400 },
    connected: false,
    play: async (workbench) => {
      const at = (name: string): string => join(workbench.workspace, 'audio', name);
      await writeFile(at('keeper.mp3'), wav(34));
      await writeFile(at('keeper.transcript.json'), transcriptOf(interview, 34));
      await workbench.press('ControlOrMeta+P');
      await workbench.typeIntoQuickInput('keeper.transcript.json');
      await workbench.quickPick('keeper.transcript.json').click();
      const page = workbench.webview();
      await page.getByText('That was you.').click();
      await page.locator('[aria-current=true]', { hasText: 'That was you.' }).waitFor();
      await page.locator('body').press('Space');
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    },
  },
  connect: {
    theme: 'light',
    size: { width: 820, height: 330 },
    connected: false,
    play: async (workbench) => {
      await workbench.openFile('src/tides.ts');
      // What the picture shows as found is found: the services that listen while it is taken.
      const services = await Promise.all([
        startSampleService({ port: 11434, apiKey: null }),
        startSampleService({ port: 8080 }),
      ]);
      try {
        await workbench.runCommand('Inkwell: Connect to a Service…');
        await workbench.quickPick(/localhost:11434/).waitFor();
        await workbench.quickPick(/localhost:8080/).waitFor();
        await workbench.quickInput.locator('.quick-input-progress.active').waitFor({ state: 'detached' });
      } finally {
        await Promise.all(services.map((service) => service.close()));
      }
    },
  },
  parameters: {
    theme: 'light',
    size: { width: 900, height: 440 },
    connected: false,
    play: async (workbench) => {
      const folder = join(workbench.workspace, '.vscode');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'settings.json'), parameters);
      await workbench.openFile('.vscode/settings.json');
      await workbench.goToLine(5);
      await workbench.press('End');
      await workbench.press('Control+Space');
      await workbench.page.locator('.suggest-widget .monaco-list-row').first().waitFor();
      await workbench.press('Control+Space');
      const rows = workbench.page.locator('.suggest-widget .monaco-list-row');
      while ((await rows.and(workbench.page.locator('.focused')).getByText('temperature').count()) === 0) {
        await workbench.press('ArrowDown');
      }
      await workbench.page.locator('.suggest-details').getByText('0 to 2').waitFor();
    },
  },
  searching: {
    theme: 'light',
    size: { width: 1000, height: 560 },
    settings: { 'inkwell.search.model': 'embed-1' },
    connected: true,
    play: async (workbench) => {
      await workbench.openFile('story/keeper.md');
      await workbench.runCommand('Inkwell: Search by Meaning…');
      const question = workbench.dialog('for search by meaning?');
      await question.getByRole('button', { name: 'Index', exact: true }).click();
      await workbench.page.getByPlaceholder('Say what you are looking for').waitFor();
      await workbench.page.keyboard.type('how high is the water');
      await workbench.quickPicks.filter({ hasText: 'tides.ts' }).first().waitFor();
      await workbench.page.locator('.tab.active[data-resource-name="tides.ts"]').waitFor();
    },
  },
};
