import assert from 'node:assert/strict';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { AgentTool, type PlanCall } from '../../src/integration/agent-tool.ts';
import { planCheckPolicy } from '../../src/integration/check-policy-tool.ts';
import { planGenerateImage } from '../../src/integration/generate-image-tool.ts';
import type { CheckTexts, FindPlaces, PlanImages, PlanTranscript } from '../../src/integration/operations.ts';
import { planSearch } from '../../src/integration/search-tool.ts';
import { planTranscribeAudio } from '../../src/integration/transcribe-audio-tool.ts';
import { samplesOf, wavOf } from '../unit/audio/wav-bytes.ts';
import { imageSession, namesIn } from './support/image-session.ts';
import { setting } from './support/inkwell.ts';
import type { Session } from './support/session.ts';
import { folderForEach } from './support/test-folder.ts';

const PROMPT = 'A lighthouse at dusk';

/** In these tests VS Code says yes to whatever a tool asks: nobody could click. */
async function call(name: string, input: object, token?: vscode.CancellationToken): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  return content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : JSON.stringify(part)))
    .join('');
}

describe('Tools for agents', () => {
  const session = imageSession();
  const folder = folderForEach();
  let service: Session['service'];

  beforeEach(() => {
    ({ service } = session());
  });

  const sent = (): string[] => service.requests.map(({ path }) => path);
  const generate = (input: object, token?: vscode.CancellationToken): Promise<string> =>
    call('inkwell_generateImage', { prompt: PROMPT, folder: `${folder().name}/art`, ...input }, token);
  const transcribe = (input: object): Promise<string> => call('inkwell_transcribeAudio', input);
  const talk = (name = 'talk.wav'): Thenable<vscode.Uri> =>
    folder().write(name, wavOf(samplesOf(Array.from({ length: 8000 }, (_, index) => Math.sin(index / 5)))));
  const inFolder = (path: string): string => `${folder().name}/${path}`;
  /** A tool as VS Code has it, for those whose operations are given to the product by others. */
  const toolOf = (plan: PlanCall): AgentTool =>
    new AgentTool(
      {
        connection: { base: () => ({ host: 'service.example' }) },
        log: { error: () => {} },
      } as unknown as ConstructorParameters<typeof AgentTool>[0],
      plan,
    );
  const token = new vscode.CancellationTokenSource().token;
  const asks = async (plan: PlanCall, input: unknown): Promise<{ title: string; message: string }> => {
    const { confirmationMessages } = await toolOf(plan).prepareInvocation({ input });
    assert.ok(confirmationMessages?.message instanceof vscode.MarkdownString);
    assert.ok(!confirmationMessages.message.isTrusted && !confirmationMessages.message.supportHtml);
    return { title: confirmationMessages.title, message: confirmationMessages.message.value };
  };
  const answers = async (plan: PlanCall, input: unknown, tokenBudget?: number): Promise<string> => {
    const { content } = await toolOf(plan).invoke(
      {
        input,
        toolInvocationToken: undefined,
        ...(tokenBudget !== undefined && {
          tokenizationOptions: { tokenBudget, countTokens: async (text) => text.length },
        }),
      },
      token,
    );
    const [part] = content;
    assert.ok(part instanceof vscode.LanguageModelTextPart);
    return part.value;
  };

  it('are those that the product has, with their input described', () => {
    const ours = vscode.lm.tools.filter(({ name }) => name.startsWith('inkwell_'));
    for (const name of ['inkwell_generateImage', 'inkwell_transcribeAudio']) {
      const tool = ours.find((each) => each.name === name);
      assert.ok(tool, name);
      assert.ok(tool.inputSchema && 'properties' in tool.inputSchema && tool.tags.includes('inkwell'));
    }
  });

  describe('for images', () => {
    it('save what is asked for, in the folder that is named, and tell its paths', async () => {
      const answer = await generate({ n: 2, size: '512x512' });
      assert.deepEqual(await namesIn(folder().at('art')), [
        'a-lighthouse-at-dusk-2.png',
        'a-lighthouse-at-dusk.png',
      ]);
      assert.match(
        answer,
        /^Saved 2 of 2 images \(512x512\):\n- folder-\d+\/art\/a-lighthouse-at-dusk\.png\n/,
      );
      assert.deepEqual(service.requests[0]?.json, { prompt: PROMPT, n: 2, size: '512x512' });
    });

    it('have the settings’ count, size and folder where nothing is said', async () => {
      await setting('images.folder', inFolder('mine'));
      await setting('images.parameters', { n: 1, size: '256x256' });
      await call('inkwell_generateImage', { prompt: PROMPT, n: null, folder: null });
      assert.deepEqual(await namesIn(folder().at('mine')), ['a-lighthouse-at-dusk.png']);
      await setting('images.folder', undefined);
    });

    it('ask first, and say how many go where', async () => {
      const plan: PlanImages = async ({ prompt }) => {
        assert.equal(prompt, 'A *cat*');
        return {
          n: 3,
          size: '512x512',
          folder: folder().at('art'),
          make: () => assert.fail('nobody has said yes'),
        };
      };
      const { title, message } = await asks(planGenerateImage(plan), { prompt: 'A *cat*' });
      assert.equal(title, 'Generate 3 images?');
      assert.match(
        message,
        /^service\\\.example is asked for 3 images of 512x512, which use up quota:\n\n“A \\\*cat\\\*”/,
      );
      assert.match(message, /saved in “folder\\-\d+\\\/art\\\/”\. No file is replaced\.$/);
    });

    it('leave count and size to the service where the settings do', async () => {
      await setting('images.parameters', { n: null, size: null });
      const plan: PlanImages = async () => ({
        n: undefined,
        size: undefined,
        folder: folder().at('art'),
        make: () => assert.fail('nobody has said yes'),
      });
      const { title, message } = await asks(planGenerateImage(plan), { prompt: PROMPT });
      assert.equal(title, 'Generate images?');
      assert.match(
        message,
        /is asked for images of the service’s own size, as many as it gives, which use up/,
      );
      const answer = await generate({});
      assert.match(answer, /^Saved 1 images \(the service’s own size\):\n/);
      assert.deepEqual(service.requests[0]?.json, { prompt: PROMPT });
    });

    it('never take the place of a file', async () => {
      await folder().write('art/a-lighthouse-at-dusk.png', 'mine');
      assert.match(await generate({}), /a-lighthouse-at-dusk-2\.png/);
      assert.equal(await folder().read('art/a-lighthouse-at-dusk.png'), 'mine');
    });

    it('go nowhere else than into the workspace, and not into hidden folders', async () => {
      const outside = join(tmpdir(), `inkwell-${process.pid}-outside`);
      await mkdir(outside, { recursive: true });
      try {
        await symlink(outside, folder().at('link').fsPath);
        await mkdir(folder().at('.git/hooks').fsPath, { recursive: true });
        await symlink(folder().at('.git').fsPath, folder().at('inner').fsPath);
        const hostile = [
          '../outside',
          '/etc',
          outside,
          'file:///etc',
          '~/x',
          inFolder('link'),
          inFolder('link/below'),
          inFolder('../../..'),
          inFolder('.git/hooks'),
          inFolder('inner/hooks'),
          inFolder('inner/new'),
          '.vscode',
        ];
        for (const path of hostile) {
          await assert.rejects(
            generate({ folder: path }),
            /leads out of|is no folder of the workspace/,
            path,
          );
        }
        assert.deepEqual(await namesIn(vscode.Uri.file(outside)), []);
        assert.deepEqual(sent(), []);
      } finally {
        await rm(outside, { recursive: true, force: true });
      }
    });

    it('send nothing for what cannot be asked', async () => {
      await assert.rejects(generate({ prompt: ' ' }), /prompt must not be empty/);
      await assert.rejects(generate({ n: 50 }), /n must be a whole number from 1 to 10/);
      await assert.rejects(generate({ size: 'large' }), /size must be/);
      assert.deepEqual(sent(), []);
    });

    it('say why where the service refuses, and leave nothing', async () => {
      service.fault({ type: 'status', status: 400, error: { message: 'Not that' } });
      await assert.rejects(generate({}), /refused the request: Not that/);
      assert.deepEqual(await namesIn(folder().at('')), []);
    });

    it('stop when they are cancelled, and leave nothing', async () => {
      const gate = service.gate({ path: '/v1/images/generations' });
      const source = new vscode.CancellationTokenSource();
      const generating = generate({}, source.token);
      await gate.waiting();
      source.cancel();
      await assert.rejects(generating);
      source.dispose();
      assert.deepEqual(await namesIn(folder().at('')), []);
    });
  });

  describe('for audio', () => {
    afterEach(() => setting('audio.transcription', undefined));

    it('save the transcript beside the recording, and tell what is said', async () => {
      await talk();
      const answer = await transcribe({ path: inFolder('talk.wav'), format: 'srt' });
      assert.deepEqual(await namesIn(folder().at('')), ['talk.srt', 'talk.wav']);
      assert.match(answer, /^Saved as folder-\d+\/talk\.srt\.\nWhat is said:\n\n1\n00:00/);
    });

    it('tell the text alone of a transcript with times, by whatever path it is named', async () => {
      const uri = await talk();
      const answer = await transcribe({ path: uri.fsPath });
      assert.deepEqual(await namesIn(folder().at('')), ['talk.transcript.json', 'talk.wav']);
      assert.doesNotMatch(answer, /[{}]/);
    });

    it('translate, and never take the place of a file', async () => {
      await talk();
      await folder().write('talk.en.txt', 'mine');
      const answer = await transcribe({ path: inFolder('talk.wav'), format: 'text', translate: true });
      assert.equal(await folder().read('talk.en.txt'), 'mine');
      assert.match(answer, /Saved as .*talk-2\.en\.txt/);
      assert.deepEqual(sent(), ['/v1/audio/translations']);
    });

    it('ask first, and say what goes where', async () => {
      await talk();
      const plan: PlanTranscript = async ({ operation }) => ({
        model: `speech-${operation}`,
        size: 31_400_000,
        inParts: true,
        make: () => assert.fail('nobody has said yes'),
      });
      const input = { path: inFolder('talk.wav'), translate: true, language: 'de' };
      const { title, message } = await asks(planTranscribeAudio(plan), input);
      assert.equal(title, 'Translate speech into English?');
      assert.match(
        message,
        /talk\\\.wav \(31\.4 MB\) is sent to service\\\.example, model speech\\-translation, in parts\./,
      );
      assert.match(message, /No file is replaced\.$/);
    });

    it('tell what is said where it could not be saved', async () => {
      await talk();
      const plan: PlanTranscript = async () => ({
        model: 'speech-1',
        size: 1,
        inParts: false,
        make: async () => ({ text: 'Hello '.repeat(100), saved: undefined, remark: 'The disk is full.' }),
      });
      assert.match(
        await answers(planTranscribeAudio(plan), { path: inFolder('talk.wav') }, 10),
        /^The transcript could not be saved\.\nThe disk is full\.\nWhat is said, its beginning.*\n\nHello Hello Hello Hello Hello …$/,
      );
    });

    it('read nothing outside of the workspace, nor what is no audio', async () => {
      await folder().write('fake.mp3', 'not audio');
      await folder().write('.env', 'KEY=1');
      await symlink('/etc/hostname', folder().at('link.mp3').fsPath);
      await symlink(folder().at('.env').fsPath, folder().at('secret.mp3').fsPath);
      const hostile: [path: string, words: RegExp][] = [
        ['../talk.wav', /leads out of/],
        ['/etc/hostname', /no file/],
        [inFolder('link.mp3'), /leads out of/],
        [inFolder('secret.mp3'), /secrets/],
        [inFolder('missing.mp3'), /no file/],
        [inFolder(''), /no file/],
        [inFolder('fake.mp3'), /fake\.mp3: it holds text/],
      ];
      for (const [path, words] of hostile) {
        await assert.rejects(transcribe({ path }), words, path);
      }
      assert.deepEqual(sent(), []);
    });
  });

  describe('for the content policy', () => {
    const verdict = {
      isFlagged: true,
      categories: [
        { name: 'hate', score: 0.01, isFlagged: false },
        { name: 'violence', score: 0.93, isFlagged: true },
      ],
    };
    let checked: string[];
    const check: CheckTexts = async (texts) => {
      checked.push(...texts);
      return texts.map(() => verdict);
    };

    beforeEach(() => {
      checked = [];
    });

    it('ask before a text is sent, and show it as it is', async () => {
      const { title, message } = await asks(planCheckPolicy(check), { text: '[x](command:y) **bold**' });
      assert.match(title, /content policy/);
      assert.match(message, /23 characters.*service\\\.example/);
      assert.ok(message.includes('\\[x\\]\\(command\\:y\\) \\*\\*bold\\*\\*'), message);
      assert.deepEqual(checked, []);
    });

    it('tell the verdict of a text, and of a file as it is in the editor', async () => {
      assert.equal(
        await answers(planCheckPolicy(check), { text: 'Text' }),
        'The text is flagged: it violates the service’s content policy (violence 0.930).\nScores: violence 0.930, hate 0.010.',
      );
      await folder().write('story.md', 'Once upon a time');
      assert.match(
        await answers(planCheckPolicy(check), { path: inFolder('story.md') }),
        /story\.md is flagged/,
      );
      assert.deepEqual(checked, ['Text', 'Once upon a time']);
    });

    it('read no secrets, and nothing that is no text', async () => {
      await folder().write('.env.local', 'KEY=1');
      await folder().write('bytes.bin', Uint8Array.of(0, 1, 2, 0));
      await folder().write('empty.md', '');
      for (const [path, words] of [
        ['.env.local', /secrets/],
        ['bytes.bin', /not text/],
        ['empty.md', /no text/],
        ['../../../etc/passwd', /leads out of/],
      ] as const) {
        await assert.rejects(asks(planCheckPolicy(check), { path: inFolder(path) }), words);
        await assert.rejects(answers(planCheckPolicy(check), { path: inFolder(path) }), words);
      }
      assert.deepEqual(checked, []);
    });
  });

  describe('for search by meaning', () => {
    const find: FindPlaces = async (query, limit) =>
      Array.from({ length: limit + 3 }, (_, index) => ({
        uri: folder().at('a.ts'),
        line: index * 10,
        lastLine: index * 10 + 4,
        text: `${query} ${index} ${'x'.repeat(1000)}`,
      }));

    it('ask before the query is sent', async () => {
      const { message } = await asks(planSearch(find), { query: 'where are retries' });
      assert.match(message, /“where are retries” is sent to service\\\.example/);
    });

    it('tell paths, lines and excerpts, no more than there is room for', async () => {
      const answer = await answers(planSearch(find), { query: 'q', limit: 2 }, 200);
      assert.deepEqual(
        answer.match(/folder-\d+\/a\.ts:\d+-\d+/g)?.map((place) => place.replace(/.*:/, '')),
        ['1-5', '11-15'],
      );
      assert.ok(answer.length < 700, String(answer.length));
    });

    it('say so where nothing is found', async () => {
      assert.match(
        await answers(
          planSearch(async () => []),
          { query: 'q' },
        ),
        /^Nothing was found/,
      );
    });
  });

  describe('without a connection', () => {
    it('say how to connect, and ask nothing', async () => {
      const settings = vscode.workspace.getConfiguration('inkwell');
      const { baseUrl } = service;
      await settings.update('baseUrl', undefined, vscode.ConfigurationTarget.Global);
      try {
        await assert.rejects(generate({}), /not connected.*Connect to a Service/);
      } finally {
        await settings.update('baseUrl', baseUrl, vscode.ConfigurationTarget.Global);
      }
      assert.deepEqual(session().shown, []);
    });
  });
});
