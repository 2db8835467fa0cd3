import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AudioOperation, AudioParameters } from '../../src/audio/audio-request.ts';
import { type AudioChoice, askForOptions } from '../../src/audio/options-picker.ts';
import { closeEverything, until } from './support/inkwell.ts';

const SETTINGS: Record<AudioOperation, AudioParameters> = {
  transcription: { model: 'speech-1', response_format: 'verbose_json', prompt: 'Leuchtturm' },
  translation: { model: 'speech-1', response_format: 'text', prompt: 'Lighthouse' },
};

describe('Transcribe with Options', () => {
  let picker: vscode.QuickPick<vscode.QuickPickItem> | undefined;
  let typed: string;
  let refused: (string | undefined)[];
  const { createQuickPick, showInputBox } = vscode.window;
  const replace = (name: 'createQuickPick' | 'showInputBox', value: unknown): void => {
    Object.defineProperty(vscode.window, name, { value, configurable: true, writable: true });
  };

  before(() => {
    replace('createQuickPick', () => {
      picker = createQuickPick();
      return picker;
    });
    replace('showInputBox', async (options: vscode.InputBoxOptions) => {
      const refusal = await options.validateInput?.(typed);
      refused.push(typeof refusal === 'string' ? refusal : undefined);
      return refusal ? undefined : typed;
    });
  });

  beforeEach(() => {
    picker = undefined;
    refused = [];
  });

  afterEach(closeEverything);

  after(() => {
    replace('createQuickPick', createQuickPick);
    replace('showInputBox', showInputBox);
  });

  const ask = (operation: AudioOperation = 'transcription'): Promise<AudioChoice | undefined> =>
    askForOptions('“talk.mp3”', { operation, parameters: SETTINGS[operation] }, (of) => SETTINGS[of]);

  /** Chooses the row with this label, once it is there and another list than the last one. */
  let last: unknown;
  const choose = async (label: string): Promise<void> => {
    await until(`there is “${label}”`, () => picker !== last && labels().includes(label));
    last = picker;
    assert.ok(picker);
    picker.activeItems = picker.items.filter((item) => item.label === label);
    // VS Code gathers what changes in a picker until the turn is over, and commands go before that.
    await new Promise((resolve) => setTimeout(resolve));
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  };
  const labels = (): string[] => (picker?.items ?? []).map(({ label }) => label);
  const described = (label: string): string | undefined =>
    picker?.items.find((item) => item.label === label)?.description;

  it('begins with what is set', async () => {
    const asked = ask();
    await until('it begins at the first row', () => picker?.activeItems[0]?.label === '$(play) Transcribe');
    assert.deepEqual(['Text', 'Format', 'Language Spoken', 'Prompt', 'Temperature', 'Model'].map(described), [
      'in the language that is spoken',
      'transcript to read, hear and edit',
      'found by the service',
      'Leuchtturm',
      'as the service has it',
      'speech-1',
    ]);
    await choose('$(play) Transcribe');
    assert.deepEqual(await asked, { operation: 'transcription', parameters: SETTINGS.transcription });
  });

  it('changes every parameter', async () => {
    const asked = ask();
    await choose('Format');
    await choose('SubRip subtitles');
    await choose('Language Spoken');
    await choose('German');
    typed = 'Turm';
    await choose('Prompt');
    typed = '0';
    await choose('Temperature');
    typed = 'other';
    await choose('Model');
    await choose('$(play) Transcribe');
    assert.deepEqual(await asked, {
      operation: 'transcription',
      parameters: {
        model: 'other',
        response_format: 'srt',
        language: 'de',
        prompt: 'Turm',
        temperature: 0,
      },
    });
  });

  it('takes back what is set', async () => {
    const asked = ask();
    typed = '';
    await choose('Prompt');
    await choose('$(play) Transcribe');
    assert.deepEqual((await asked)?.parameters, { model: 'speech-1', response_format: 'verbose_json' });
  });

  it('leaves the format to the service', async () => {
    const asked = ask();
    await choose('Format');
    await choose('as the service has it: text in JSON');
    await until('it is in effect', () => described('Format') === 'as the service has it: text in JSON');
    await choose('$(play) Transcribe');
    assert.deepEqual((await asked)?.parameters, { model: 'speech-1', prompt: 'Leuchtturm' });
  });

  it('becomes a translation, without a language and with its own prompt', async () => {
    const asked = ask();
    await choose('Language Spoken');
    await choose('German');
    await choose('Text');
    await choose('in English, translated');
    await choose('$(play) Translate into English');
    assert.ok(!labels().includes('Language Spoken'));
    assert.deepEqual(await asked, {
      operation: 'translation',
      parameters: { model: 'speech-1', response_format: 'verbose_json', prompt: 'Lighthouse' },
    });
  });

  for (const [option, value, reason] of [
    ['Temperature', '1.5', /temperature/],
    ['Temperature', 'warm', /temperature/],
    ['Model', ' ', /model/],
  ] as const) {
    it(`refuses ${JSON.stringify(value)} as ${option}, in words`, async () => {
      const asked = ask();
      typed = value;
      await choose(option);
      await choose('$(play) Transcribe');
      assert.match(refused[0] ?? '', reason);
      assert.deepEqual((await asked)?.parameters, SETTINGS.transcription);
    });
  }

  it('is nothing when it is dismissed', async () => {
    const asked = ask();
    await until('it is shown', () => labels().includes('Format'));
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal(await asked, undefined);
  });
});
