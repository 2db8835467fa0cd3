import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { closeEverything, until } from './support/inkwell.ts';
import { answerMessages } from './support/questions.ts';
import { folderForEach } from './support/test-folder.ts';
import { answerFileDialogs, TranscriptTab } from './support/transcript-tab.ts';

const TALK = `{"task": "transcribe", "language": "en", "duration": 9.5, "text": "One. Two. Three.",
  "segments": [
    {"id": 0, "start": 0, "end": 4, "text": " One.", "temperature": 0.0},
    {"id": 1, "start": 4, "end": 8, "text": " Two."},
    {"id": 2, "start": 8, "end": 9.5, "text": " Three."}
  ]
}
`;

/** The tabs that show a transcript. */
function transcriptTabs(): vscode.Uri[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap(({ input }) =>
      input instanceof vscode.TabInputCustom && input.viewType === 'inkwell.transcript' ? input.uri : [],
    );
}

describe('The transcript editor', () => {
  const folder = folderForEach();
  let tab: TranscriptTab;
  let messages: ReturnType<typeof answerMessages>;
  const disposables: vscode.Disposable[] = [];

  beforeEach(() => {
    tab = new TranscriptTab();
    messages = answerMessages(() => undefined);
    disposables.push(tab, messages);
  });

  afterEach(async () => {
    for (const disposable of disposables.splice(0)) {
      disposable.dispose();
    }
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await closeEverything();
  });

  /** Opens it as VS Code does, and for the page, as the test acts it. */
  async function opened(text = TALK, name = 'talk.transcript.json'): Promise<vscode.TextDocument> {
    const uri = await folder().write(name, text);
    await vscode.commands.executeCommand('vscode.open', uri);
    await until('it is open', () => transcriptTabs().length === 1);
    const document = await vscode.workspace.openTextDocument(uri);
    await tab.open(document);
    tab.send({ type: 'ready' });
    await tab.heard('state');
    return document;
  }

  async function edit(index: number, was: string, text: string, count = 1): Promise<boolean> {
    tab.send({ type: 'edit', index, was, text });
    return (await tab.heard('edited', count)).isDone;
  }

  it('opens files of its name, and shows what is in them', async () => {
    await opened();
    const { segments, name, duration, summary, problem, isReadOnly } = await tab.heard('state');
    assert.deepEqual(
      segments.map(({ start, end, text }) => [start, end, text]),
      [
        [0, 4, 'One.'],
        [4, 8, 'Two.'],
        [8, 9.5, 'Three.'],
      ],
    );
    assert.deepEqual([name, duration, problem, isReadOnly], ['talk.transcript.json', 9.5, undefined, false]);
    assert.deepEqual(summary, ['en', '0:09', '3 segments']);
  });

  it('writes what is typed where it stands, in one step that can be undone, and saves it', async () => {
    const document = await opened();
    assert.equal(await edit(1, 'Two.', 'Zwei.'), true);
    const expected = TALK.replaceAll('Two.', 'Zwei.');
    assert.equal(document.getText(), expected);
    assert.equal(document.isDirty, true);
    const { at, removed, segments } = await tab.heard('change');
    assert.deepEqual([at, removed, segments.map(({ text }) => text)], [1, 1, ['Zwei.']]);

    await vscode.commands.executeCommand('undo');
    await until('it is undone', () => document.getText() === TALK);
    assert.equal(document.isDirty, false);
    assert.equal((await tab.heard('change', 2)).segments[0]?.text, 'Two.');
    await vscode.commands.executeCommand('redo');
    await until('it is done again', () => document.getText() === expected);

    tab.send({ type: 'save' });
    await until('it is saved', () => !document.isDirty);
    assert.equal(await folder().read('talk.transcript.json'), expected);
  });

  it('takes back what was typed without a trace', async () => {
    const document = await opened();
    await edit(1, 'Two.', 'Two.a');
    await edit(1, 'Two.a', 'Two.abc', 2);
    tab.send({ type: 'takeBack', index: 1, was: 'Two.abc', text: 'Two.' });
    await tab.heard('edited', 3);
    assert.equal(document.getText(), TALK);
    assert.equal(document.isDirty, false);
  });

  it('takes back no more than what was typed', async () => {
    const document = await opened();
    await edit(0, 'One.', 'Uno.');
    tab.send({ type: 'done' });
    await edit(1, 'Two.', 'Two.a', 2);
    tab.send({ type: 'takeBack', index: 1, was: 'Two.a', text: 'Two.' });
    await tab.heard('edited', 3);
    assert.equal(document.getText(), TALK.replaceAll('One.', 'Uno.'));

    // Somebody else changes the file in between.
    await edit(1, 'Two.', 'Two.b', 4);
    const other = new vscode.WorkspaceEdit();
    other.insert(document.uri, new vscode.Position(0, 1), '"more": 1, ');
    await vscode.workspace.applyEdit(other);
    tab.send({ type: 'takeBack', index: 1, was: 'Two.b', text: 'Two.' });
    await tab.heard('edited', 5);
    assert.equal(document.getText(), TALK.replaceAll('One.', 'Uno.').replace('{', '{"more": 1, '));
  });

  it('overwrites nothing that the page has not seen', async () => {
    const document = await opened();
    const other = new vscode.WorkspaceEdit();
    const at = TALK.lastIndexOf('Two.');
    other.replace(
      document.uri,
      new vscode.Range(document.positionAt(at), document.positionAt(at + 4)),
      'Theirs',
    );
    await vscode.workspace.applyEdit(other);
    const text = document.getText();
    assert.equal(await edit(1, 'Two.', 'Mine'), false);
    assert.equal(await edit(7, '', 'Mine', 2), false);
    assert.equal(document.getText(), text);
    assert.equal((await tab.heard('change')).segments[0]?.text, 'Theirs');
  });

  it('shows what others change in the file on the disk', async () => {
    const document = await opened();
    await writeFile(document.uri.fsPath, TALK.replaceAll('Three.', 'Four.'));
    // VS Code may look at it while it is being written.
    await until('the segment is shown', () =>
      tab.said.some((said) => said.type === 'change' && said.segments.at(-1)?.text === 'Four.'),
    );
    assert.equal((await tab.heard('change')).problem, undefined);
  });

  it('keeps showing what there was while the file is no JSON', async () => {
    const document = await opened();
    const change = async (from: string, to: string): Promise<void> => {
      const at = document.getText().indexOf(from);
      const put = new vscode.WorkspaceEdit();
      put.replace(
        document.uri,
        new vscode.Range(document.positionAt(at), document.positionAt(at + from.length)),
        to,
      );
      await vscode.workspace.applyEdit(put);
    };
    await change('"segments": [', '"segments": ');
    const broken = await tab.heard('change');
    assert.match(broken.problem ?? '', /^The file is no JSON: /);
    assert.deepEqual([broken.removed, broken.segments], [0, []]);
    assert.equal(await edit(1, 'Two.', 'x'), false);
    await change('"segments": ', '"segments": [');
    assert.equal((await tab.heard('change', 2)).problem, undefined);
  });

  for (const [what, text, problem] of [
    ['an empty file', '', /^The file is empty/],
    ['no JSON', 'Dear diary', /^The file is no JSON/],
    ['a list', '[1]', /neither segments nor a text/],
    ['text alone', '{"text":"All of it."}', /no segments with times/],
  ] as const) {
    it(`says what is wrong with ${what}`, async () => {
      await opened(text);
      const state = await tab.heard('state');
      assert.match(state.problem ?? '', problem);
      assert.deepEqual(state.segments, []);
      assert.equal(state.text, text.startsWith('{') ? 'All of it.' : undefined);
    });
  }

  it('says what is odd about segments', async () => {
    const time = (start: unknown, end: unknown) => ({ start, end, text: 'x' });
    await opened(
      JSON.stringify({
        segments: [time(0, 5), time(3, 6), time(2, 4), time(-1, 2), time(4, 3), { start: 7, end: 8 }],
      }),
    );
    assert.deepEqual((await tab.heard('state')).remarks, [
      'Segments without a time that there could be: 2.',
      'Segments without a text, which cannot be edited here: 1.',
      'Segments that begin before the one above them: 1.',
      'Segments that overlap: 1.',
    ]);
  });

  it('finds the audio with its name, hears when it comes and goes, and says why there is none', async () => {
    await folder().write('talk.txt', 'no audio');
    await folder().write('talk.WAV', 'RIFF');
    await opened();
    const audio = async (count: number): Promise<string | undefined> =>
      (await tab.heard('audio', count)).audio?.name;
    assert.equal(await audio(1), 'talk.WAV');
    assert.deepEqual(tab.options.localResourceRoots?.map(String), [
      'file:///extension/dist/webview',
      String(folder().at('')).replace(/\/$/, ''),
    ]);
    await rm(folder().at('talk.WAV').fsPath);
    tab.send({ type: 'audioFailed' });
    await until('the page knows that it is gone', () =>
      tab.said.some((said) => said.type === 'audio' && /no longer there/.test(said.problem ?? '')),
    );
    await folder().write('talk.mp3', '');
    await until('there is another', () =>
      tab.said.some((said) => said.type === 'audio' && said.audio?.name === 'talk.mp3'),
    );
    tab.send({ type: 'audioFailed' });
    await until('it is empty', () =>
      tab.said.some((said) => said.type === 'audio' && /is empty/.test(said.problem ?? '')),
    );
  });

  it('takes the audio that was chosen, also the next time', async () => {
    const chosen = await folder().write('elsewhere/other.mp3', 'x');
    disposables.push(answerFileDialogs({ open: () => [chosen] }));
    const document = await opened();
    assert.equal((await tab.heard('audio')).audio, undefined);
    tab.send({ type: 'chooseAudio' });
    assert.equal((await tab.heard('audio', 2)).audio?.name, 'other.mp3');
    assert.equal(String(tab.options.localResourceRoots?.[1]), String(vscode.Uri.joinPath(chosen, '..')));
    const again = new TranscriptTab();
    disposables.push(again);
    for (const [key, value] of tab.state) {
      again.state.set(key, value);
    }
    await again.open(document);
    again.send({ type: 'ready' });
    assert.equal((await again.heard('audio')).audio?.name, 'other.mp3');
  });

  it('is exported in each form, and opened', async () => {
    await opened();
    let proposed: vscode.Uri | undefined;
    disposables.push(
      answerFileDialogs({
        save: (options) => {
          proposed = options?.defaultUri;
          return proposed;
        },
      }),
    );
    for (const [format, part] of [
      ['srt', '2\n00:00:04,000 --> 00:00:08,000\nTwo.\n'],
      ['vtt', '00:00:04.000 --> 00:00:08.000\nTwo.\n'],
      ['txt', 'One. Two. Three.\n'],
      ['md', '# talk\n'],
    ] as const) {
      tab.send({ type: 'export', format });
      await until(
        `the ${format} is shown`,
        () => vscode.window.activeTextEditor?.document.uri.path.endsWith(`/talk.${format}`) ?? false,
      );
      const text = await folder().read(`talk.${format}`);
      assert.ok(text.includes(part), text);
    }
  });

  it('is exported by the command, as it is and not as it was saved', async () => {
    await opened();
    await edit(1, 'Two.', 'Zwei.');
    disposables.push(
      answerFileDialogs({
        save: (options) => options?.defaultUri,
        pick: (items) => items.find(({ label }) => label === 'SubRip'),
      }),
    );
    await vscode.commands.executeCommand('inkwell.exportTranscript');
    assert.match(await folder().read('talk.srt'), /Zwei\./);
    assert.deepEqual(messages.shown, []);
  });

  it('has its text copied, and says so', async () => {
    await opened();
    tab.send({ type: 'copyText' });
    assert.equal((await tab.heard('said')).text, 'The text was copied.');
    assert.equal((await vscode.env.clipboard.readText()).trim(), 'One. Two. Three.');
    await vscode.commands.executeCommand('inkwell.copyTranscript');
    assert.deepEqual(messages.shown, []);
  });

  it('says that there is nothing to export where there is none', async () => {
    await vscode.commands.executeCommand('inkwell.exportTranscript');
    assert.match(messages.shown[0]?.text ?? '', /no transcript at hand/);
    await opened('Dear diary');
    await vscode.commands.executeCommand('inkwell.copyTranscript');
    assert.match(messages.shown[1]?.text ?? '', /is no JSON/);
  });

  it('is opened as text from its page', async () => {
    const document = await opened();
    tab.send({ type: 'openAsText' });
    await until('the text is shown', () => vscode.window.activeTextEditor?.document === document);
    assert.deepEqual(transcriptTabs(), []);
  });

  it('is not moved by what no page would send', async () => {
    const document = await opened();
    for (const message of [null, 7, { type: 'edit', index: -1, was: '', text: '' }, { type: 'quit' }]) {
      tab.sendRaw(message);
    }
    assert.equal(await edit(0, 'One.', 'Uno.'), true);
    assert.equal(document.getText(), TALK.replaceAll('One.', 'Uno.'));
    assert.deepEqual(messages.shown, []);
  });
});
