import assert from 'node:assert/strict';
import { chmod, mkdir, rm, symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { samplesOf, wavOf } from '../unit/audio/wav-bytes.ts';
import { namesIn } from './support/image-session.ts';
import { setting, undo, until } from './support/inkwell.ts';
import { MemoryFiles } from './support/memory-files.ts';
import { type Session, sessionWith } from './support/session.ts';
import { folderForEach } from './support/test-folder.ts';
import { standInForWindow } from './support/window-stand-in.ts';

const TRANSCRIPTIONS = '/v1/audio/transcriptions';

/** So many seconds of a tone, 16,000 bytes each. */
function tone(seconds: number): Buffer {
  return wavOf(samplesOf(Array.from({ length: seconds * 8000 }, (_, index) => Math.sin(index / 5))));
}

/** So many frames of 417 bytes, in which nothing is heard. */
function mp3(frames: number): Buffer {
  return Buffer.alloc(
    417 * frames,
    Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]),
  );
}

function tab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab;
}

describe('Transcribing audio', () => {
  const session = sessionWith({
    afterEach: async () => {
      for (const name of ['audio.model', 'audio.transcription', 'audio.translation']) {
        await setting(name, undefined);
      }
    },
  });
  const folder = folderForEach();
  let service: Session['service'];
  let answers: Session['answers'];
  let said: Session['said'];

  beforeEach(() => {
    ({ service, answers, said } = session());
  });

  const transcribe = (...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand('inkwell.transcribeAudio', ...given);
  /** So many requests go well before the faults that follow. */
  const pass = (times: number): void =>
    service.fault({ type: 'latency', ms: 0 }, { path: TRANSCRIPTIONS, times });
  const names = (): Promise<string[]> => namesIn(folder().at(''));
  const forms = (): Record<string, unknown>[] =>
    service.requests
      .filter(({ path }) => path.startsWith('/v1/audio/'))
      .map(({ form = {} }) =>
        Object.fromEntries(
          Object.entries(form).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : [value.filename, value.size],
          ]),
        ),
      );

  describe('of one file', () => {
    it('saves a transcript beside it, and opens it', async () => {
      const talk = await folder().write('My talk.WAV', tone(2));
      await transcribe(talk, [talk]);
      assert.deepEqual(forms(), [
        { file: ['audio.wav', 32_044], model: 'speech-1', response_format: 'verbose_json' },
      ]);
      assert.deepEqual(await names(), ['My talk.WAV', 'My talk.transcript.json']);
      const { segments, text } = JSON.parse(await folder().read('My talk.transcript.json'));
      assert.ok(segments.length > 0 && text.length > 0);
      await until('it is shown', () => tab()?.label === 'My talk.transcript.json');
      assert.deepEqual(session().shown, []);
    });

    for (const [format, ending, start] of [
      ['text', 'txt', /^\w/],
      ['srt', 'srt', /^1\n00:00:00,000 --> /],
      ['vtt', 'vtt', /^WEBVTT\n/],
      ['json', 'json', /^\{\n {2}"text": "/],
    ] as const) {
      it(`as ${format} is .${ending}`, async () => {
        await setting('audio.transcription', { response_format: format });
        await transcribe(await folder().write('talk.wav', tone(2)));
        assert.match(await folder().read(`talk.${ending}`), start);
        assert.deepEqual(await names(), [`talk.${ending}`, 'talk.wav'].sort());
        await until('it is shown', () => tab()?.label === `talk.${ending}`);
      });
    }

    it('sends all that is set, zero included', async () => {
      await setting('audio.model', 'speech-1');
      const set = { response_format: 'json', language: 'de', prompt: 'Leuchtturm', temperature: 0 };
      await setting('audio.transcription', set);
      await transcribe(await folder().write('talk.wav', tone(1)));
      assert.deepEqual(forms(), [
        { file: ['audio.wav', 16_044], model: 'speech-1', ...set, temperature: '0' },
      ]);
    });

    it('has the service’s own format where the setting leaves it out', async () => {
      await setting('audio.transcription', { response_format: null });
      await transcribe(await folder().write('talk.wav', tone(1)));
      assert.deepEqual(forms(), [{ file: ['audio.wav', 16_044], model: 'speech-1' }]);
      assert.match(await folder().read('talk.json'), /^\{\n {2}"text": "/);
      assert.deepEqual(session().shown, []);
    });

    it('takes parameters from a key binding before those that are set', async () => {
      await setting('audio.transcription', { response_format: 'json', prompt: 'set' });
      const talk = await folder().write('talk.wav', tone(1));
      await transcribe({ uris: [talk], response_format: 'srt', prompt: null });
      assert.deepEqual(forms(), [{ file: ['audio.wav', 16_044], model: 'speech-1', response_format: 'srt' }]);
    });

    it('into English says so in its name, and knows no language', async () => {
      await setting('audio.translation', { response_format: 'vtt', prompt: 'Lighthouse' });
      const talk = await folder().write('talk.wav', tone(1));
      await vscode.commands.executeCommand('inkwell.translateAudio', talk);
      assert.deepEqual(
        service.requests.map(({ path }) => path).filter((path) => path.includes('/audio/')),
        ['/v1/audio/translations'],
      );
      assert.deepEqual(forms(), [
        { file: ['audio.wav', 16_044], model: 'speech-1', response_format: 'vtt', prompt: 'Lighthouse' },
      ]);
      assert.deepEqual(await names(), ['talk.en.vtt', 'talk.wav']);
    });

    it('has any name, which is not sent', async () => {
      const name = 'a "b"; c\u202e\n😀.x.wav';
      await transcribe(await folder().write(name, tone(1)));
      assert.deepEqual(forms()[0]?.file, ['audio.wav', 16_044]);
      assert.deepEqual((await names()).sort(), [name, name.replace(/wav$/, 'transcript.json')].sort());
    });

    it('is the audio of the tab at hand', async () => {
      const talk = await folder().write('talk.wav', tone(1));
      await vscode.commands.executeCommand('vscode.open', talk);
      await until('it is shown', () => tab()?.label === 'talk.wav');
      await transcribe();
      assert.deepEqual(await names(), ['talk.transcript.json', 'talk.wav']);
    });

    it('is sent with a language that most services do not know only when the person says so', async () => {
      await setting('audio.transcription', { language: 'jp', response_format: 'json' });
      const talk = await folder().write('talk.wav', tone(1));
      await transcribe(talk);
      assert.deepEqual(said('ISO 639-1 for language, such as en; jp is none').actions, ['Send Anyway']);
      assert.deepEqual(forms(), []);
      answers.set('ISO 639-1', 'Send Anyway');
      await transcribe(talk);
      assert.deepEqual(
        forms().map(({ language }) => language),
        ['jp'],
      );
    });

    it('sends nothing with a parameter that cannot be sent', async () => {
      await setting('audio.transcription', { temperature: 3 });
      await transcribe(await folder().write('talk.wav', tone(1)));
      said('temperature');
      assert.deepEqual(forms(), []);
    });
  });

  describe('that has a transcript', () => {
    beforeEach(async () => {
      await setting('audio.transcription', { response_format: 'text' });
      await folder().write('talk.wav', tone(1));
      await folder().write('talk.txt', 'mine');
    });

    it('asks first, and sends nothing when nobody says', async () => {
      await transcribe(folder().at('talk.wav'));
      assert.match(said('there already').detail, /talk\.txt/);
      assert.deepEqual([forms(), await folder().read('talk.txt')], [[], 'mine']);
    });

    it('replaces it when that is said', async () => {
      answers.set('there already', 'Replace');
      await transcribe(folder().at('talk.wav'));
      assert.notEqual(await folder().read('talk.txt'), 'mine');
      assert.deepEqual(await names(), ['talk.txt', 'talk.wav']);
    });

    it('replaces what is open and not saved in its editor, where Undo brings it back', async () => {
      const editor = await vscode.window.showTextDocument(folder().at('talk.txt'));
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'Not saved. '));
      answers.set('there already', 'Replace');
      await transcribe(folder().at('talk.wav'));
      assert.match(said('there already').detail, /talk\.txt \(with unsaved changes\)/);
      const { document } = editor;
      assert.deepEqual([document.isDirty, document.getText()], [false, await folder().read('talk.txt')]);
      assert.doesNotMatch(document.getText(), /mine/);
      await vscode.window.showTextDocument(document);
      await undo();
      assert.equal(document.getText(), 'Not saved. mine');
    });

    it('keeps it when the service fails', async () => {
      answers.set('there already', 'Replace');
      service.fault({ type: 'status', status: 400 }, { path: TRANSCRIPTIONS });
      await transcribe(folder().at('talk.wav'));
      assert.deepEqual([await folder().read('talk.txt'), await names()], ['mine', ['talk.txt', 'talk.wav']]);
    });

    it('keeps both when that is said', async () => {
      answers.set('there already', 'Keep Both');
      await transcribe(folder().at('talk.wav'));
      assert.equal(await folder().read('talk.txt'), 'mine');
      assert.deepEqual(await names(), ['talk-2.txt', 'talk.txt', 'talk.wav']);
    });

    it('never takes the place of one that appears meanwhile', async () => {
      await folder().remove('talk.txt');
      const gate = service.gate({ path: TRANSCRIPTIONS });
      const done = transcribe(folder().at('talk.wav'));
      await gate.waiting();
      await folder().write('talk.txt', 'new');
      gate.open();
      await done;
      assert.deepEqual(
        [await folder().read('talk.txt'), await names()],
        ['new', ['talk-2.txt', 'talk.txt', 'talk.wav']],
      );
    });

    it('gives up one transcript for one file only', async () => {
      await folder().write('talk.mp3', mp3(100));
      answers.set('there already', 'Replace');
      await transcribe(folder().at('talk.wav'), [folder().at('talk.wav'), folder().at('talk.mp3')]);
      assert.deepEqual(await names(), ['talk-2.txt', 'talk.mp3', 'talk.txt', 'talk.wav']);
    });
  });

  describe('of several files', () => {
    const write = async (...paths: string[]): Promise<vscode.Uri[]> =>
      Promise.all(paths.map((path) => folder().write(path, tone(1))));

    beforeEach(() => setting('audio.transcription', { response_format: 'text' }));

    it('sends two at a time, and sums it up', async () => {
      const uris = await write('a.wav', 'b.wav', 'c.wav');
      const gate = service.gate({ path: TRANSCRIPTIONS, times: 3 });
      const done = transcribe(uris[0], uris);
      await until('two are sent', () => forms().length >= 2);
      await gate.waiting();
      assert.equal(forms().length, 2);
      gate.open();
      await done;
      said('3 transcripts saved.');
      assert.deepEqual(await names(), ['a.txt', 'a.wav', 'b.txt', 'b.wav', 'c.txt', 'c.wav']);
    });

    it('names each that failed, and asks only for those once more', async () => {
      const uris = await write('a.wav', 'b.wav');
      uris.push(await folder().write('empty.mp3', ''), await folder().write('text.mp3', 'Only words.'));
      service.fault(
        { type: 'status', status: 400, error: { message: 'Too noisy.' } },
        { path: TRANSCRIPTIONS },
      );
      answers.set('1 of 4', 'Retry');
      await transcribe(uris[0], uris);
      const { text } = said('1 of 4 transcripts saved.');
      assert.match(text, /empty\.mp3”: it is empty\./);
      assert.match(text, /text\.mp3”: it holds text, not audio\./);
      assert.match(text, /Too noisy\./);
      // What is no audio is not asked for again.
      await until('the other one is shown', () => /^[ab]\.txt$/.test(tab()?.label ?? ''));
      assert.deepEqual(
        (await names()).filter((name) => name.endsWith('.txt')),
        ['a.txt', 'b.txt'],
      );
      assert.equal(forms().length, 3);
    });

    it('leaves out the transcripts that were chosen along with them', async () => {
      const uris = await write('a.wav', 'c.wav');
      uris.splice(1, 0, await folder().write('a.transcript.json', '{}'), await folder().write('b.srt', '1'));
      await transcribe(uris[0], uris);
      said('2 transcripts saved.');
      assert.equal(forms().length, 2);
    });

    it('names files with one and the same failure together', async () => {
      const uris = await write('a.wav', 'b.wav', 'c.wav');
      service.fault(
        { type: 'status', status: 400, error: { message: 'Too noisy.' } },
        {
          path: TRANSCRIPTIONS,
          times: 2,
        },
      );
      await transcribe(uris[0], uris);
      const { text } = said('1 of 3 transcripts saved.');
      assert.match(text, /a\.wav”, “.*b\.wav”: .*Too noisy\./);
    });

    it('stops at what would fail for each', async () => {
      const uris = await write('a.wav', 'b.wav', 'c.wav', 'd.wav');
      service.fault({ type: 'status', status: 401 }, { path: TRANSCRIPTIONS, times: 9 });
      await transcribe(uris[0], uris);
      const { text, actions } = said('0 of 4');
      assert.match(text, /2 files were not sent\./);
      assert.ok(actions.includes('Set Key'));
      assert.equal(forms().length, 2);
    });

    it('keeps what has come when it is cancelled', async () => {
      const uris = await write('a.wav', 'b.wav', 'c.wav');
      pass(1);
      service.fault({ type: 'stallBeforeHeaders' }, { path: TRANSCRIPTIONS, times: 9 });
      const done = transcribe(uris[0], uris);
      await until('two are under way', () => forms().length === 3);
      session().cancel('Transcribing');
      await done;
      said('1 of 3 transcripts saved.');
      assert.deepEqual((await names()).filter((name) => name.endsWith('.txt')).length, 1);
    });

    it('finds them in a folder, below links to folders not, and asks which', async () => {
      await write('rec/b.wav', 'rec/deep/a.MP3.wav', 'rec/node_modules/n.wav');
      await folder().write('rec/notes.txt', 'not audio');
      await symlink(folder().at('rec').fsPath, folder().at('rec/loop').fsPath);
      let offered: readonly string[] = [];
      const list = standInForWindow({
        showQuickPick: async (items: readonly (vscode.QuickPickItem & { uri: vscode.Uri })[]) => {
          offered = items.map(({ uri }) => uri.path.slice(folder().at('rec/').path.length));
          return items.slice(0, 1);
        },
      });
      try {
        await transcribe(folder().at('rec'), [folder().at('rec')]);
      } finally {
        list.dispose();
      }
      assert.deepEqual(offered, ['b.wav', 'deep/a.MP3.wav']);
      assert.equal(forms().length, 1);
      assert.ok((await namesIn(folder().at('rec'))).includes('b.txt'));
    });

    it('says that a folder has none', async () => {
      await mkdir(folder().at('none').fsPath);
      await transcribe(folder().at('none'));
      said('There is no audio in what is chosen');
    });
  });

  describe('on no disk', () => {
    let files: MemoryFiles;

    beforeEach(() => {
      files = new MemoryFiles('audio-memory');
      files.writeFile(files.at('talk.wav'), tone(1));
    });

    afterEach(() => files.dispose());

    it('goes from memory, and its transcript beside it', async () => {
      await transcribe({ uris: [files.at('talk.wav')], response_format: 'text' });
      assert.deepEqual(forms()[0]?.file, ['audio.wav', 16_044]);
      assert.deepEqual(files.paths, ['/talk.txt', '/talk.wav']);
    });

    it('has its transcript saved elsewhere where it cannot be there, without asking for it twice', async () => {
      files.hooks.onWrite = () => {
        throw vscode.FileSystemError.NoPermissions();
      };
      answers.set('no permission to write', 'Save Elsewhere…');
      const dialog = standInForWindow({ showOpenDialog: async () => [folder().at('')] });
      try {
        await transcribe({ uris: [files.at('talk.wav')], response_format: 'text' });
      } finally {
        dialog.dispose();
      }
      assert.deepEqual([await names(), files.paths, forms().length], [['talk.txt'], ['/talk.wav'], 1]);
    });
  });

  describe('that cannot be sent', () => {
    for (const [what, name, bytes, reason] of [
      [
        'is text under the name of a WAV',
        'talk.wav',
        Buffer.from('Once upon a time there was'),
        'it holds text',
      ],
      ['has no bytes', 'talk.mp3', Buffer.alloc(0), 'it is empty'],
      ['is a WAV under another name', 'talk.mp3', tone(1), 'rename it to end in .wav'],
      ['is a web page', 'talk.webm', Buffer.from('<!doctype html><title>Log in</title>'), 'a web page'],
      ['is of no format that services take', 'talk.flac', Buffer.from('fLaC\0\0\0\x22'), 'FLAC'],
    ] as const) {
      it(`since it ${what}, is refused before it is sent`, async () => {
        await transcribe(await folder().write(name, bytes));
        said(reason);
        assert.deepEqual(forms(), []);
        assert.deepEqual(await names(), [name]);
      });
    }

    it('since it is gone, is named', async () => {
      await transcribe(folder().at('gone.wav'));
      said('gone.wav”: it is no longer there.');
    });

    it('since it may not be read, is named', async function () {
      if (process.getuid?.() === 0) {
        // Nothing is kept from the administrator.
        this.skip();
      }
      const talk = await folder().write('talk.wav', tone(1));
      await chmod(talk.fsPath, 0);
      await transcribe(talk);
      said('there is no permission to read it.');
    });

    it('leaves nothing when it is cancelled', async () => {
      const gate = service.gate({ path: TRANSCRIPTIONS });
      const done = transcribe(await folder().write('talk.wav', tone(1)));
      await gate.waiting();
      session().cancel('Transcribing');
      await done;
      assert.deepEqual([await names(), session().shown], [['talk.wav'], []]);
    });

    it('leaves nothing in a folder that takes nothing', async function () {
      if (process.getuid?.() === 0) {
        this.skip();
      }
      const talk = await folder().write('closed/talk.wav', tone(1));
      await chmod(folder().at('closed').fsPath, 0o500);
      try {
        await transcribe(talk);
      } finally {
        await chmod(folder().at('closed').fsPath, 0o700);
      }
      said('no permission to write');
    });
  });

  describe('when the service answers otherwise than asked', () => {
    const answer = (body: unknown, contentType = 'application/json'): void => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      service.fault({ type: 'bytes', slices: [text], contentType }, { path: TRANSCRIPTIONS });
    };
    const one = async (response_format: string): Promise<void> => {
      await setting('audio.transcription', { response_format });
      await transcribe(await folder().write('talk.wav', tone(1)));
    };
    const segments = [{ id: 0, start: 0.5, end: 1.25, text: ' Hello.' }];

    it('converts JSON with times into subtitles, and says so', async () => {
      answer({ text: 'Hello.', segments });
      await one('srt');
      assert.equal(await folder().read('talk.srt'), '1\n00:00:00,500 --> 00:00:01,250\nHello.\n');
      said('was converted');
    });

    it('saves the text alone where it has no times, and says so', async () => {
      answer('Hello there.', 'text/plain');
      await one('vtt');
      assert.equal(await folder().read('talk.txt'), 'Hello there.\n');
      assert.deepEqual(await names(), ['talk.txt', 'talk.wav']);
      said('told no times');
    });

    it('refuses a web page', async () => {
      answer('<html><body>Log in</body></html>', 'text/html');
      await one('srt');
      assert.deepEqual(await names(), ['talk.wav']);
      assert.equal(session().shown.length, 1);
    });

    it('says when there was no speech', async () => {
      answer({ task: 'transcribe', duration: 1, text: '', segments: [] });
      await one('verbose_json');
      said('No speech was found');
      assert.deepEqual(await names(), ['talk.transcript.json', 'talk.wav']);
    });

    it('keeps segments whose times are no numbers, and all else that was told', async () => {
      answer(
        '{"text": "Hello.", "segments": [{"start": NaN, "end": null, "text": "Hello.", "mood": 1}], "x": [2]}',
      );
      await one('verbose_json');
      const kept = JSON.parse(await folder().read('talk.transcript.json'));
      assert.deepEqual([kept.x, kept.segments[0].mood, kept.segments[0].text], [[2], 1, 'Hello.']);
    });
  });

  describe('that is larger than services take', () => {
    /** Of 26 MB, in which it is quiet now and then. */
    const long = (): Buffer => {
      const second = samplesOf(
        Array.from({ length: 8000 }, (_, index) => (index < 800 ? 0 : Math.sin(index / 5))),
      );
      return wavOf(Buffer.alloc(26 << 20, second));
    };

    it('asks first, and sends nothing when nobody says', async () => {
      await transcribe(await folder().write('talk.wav', long()));
      assert.deepEqual(said('larger than the 25 MB').actions, ['Send in Parts', 'Send Whole']);
      assert.deepEqual(forms(), []);
    });

    it('goes in parts, each with the end of what came before as its prompt, and is joined', async () => {
      answers.set('larger than', 'Send in Parts');
      await setting('audio.transcription', { prompt: 'Names.' });
      await transcribe(await folder().write('talk.wav', long()));
      const sent = forms();
      assert.equal(sent.length, 2);
      assert.ok(sent.every(({ file }) => Array.isArray(file) && file[1] <= 24 << 20));
      assert.equal(sent[0]?.prompt, 'Names.');
      const { segments, duration } = JSON.parse(await folder().read('talk.transcript.json'));
      assert.match(String(sent[1]?.prompt), /^Names\. .{20}/);
      assert.ok(Math.abs(duration - (26 << 20) / 16_000) < 0.01, `${duration}`);
      const starts = segments.map(({ start }: { start: number }) => start);
      assert.deepEqual(
        starts,
        [...starts].sort((a: number, b: number) => a - b),
      );
      assert.ok(starts.at(-1) > ((24 << 20) * 0.8) / 16_000);
    });

    it('goes on where it failed', async () => {
      answers.set('larger than', 'Send in Parts');
      answers.set('talk.wav”:', 'Retry');
      pass(1);
      service.fault({ type: 'status', status: 400 }, { path: TRANSCRIPTIONS });
      await transcribe(await folder().write('talk.wav', long()));
      assert.equal(forms().length, 3);
      assert.deepEqual(await names(), ['talk.transcript.json', 'talk.wav']);
    });

    it('can go in parts once the service has refused it whole', async () => {
      answers.set('larger than', 'Send Whole');
      answers.set('talk.wav”:', 'Send in Parts');
      await transcribe(await folder().write('talk.wav', long()));
      assert.ok(said('talk.wav”:').actions.includes('Send in Parts'));
      assert.deepEqual(await names(), ['talk.transcript.json', 'talk.wav']);
    });

    it('leaves nothing when it is cancelled between parts', async () => {
      answers.set('larger than', 'Send in Parts');
      pass(1);
      service.fault({ type: 'stallBeforeHeaders' }, { path: TRANSCRIPTIONS });
      const done = transcribe(await folder().write('talk.wav', long()));
      await until('the second part is under way', () => forms().length === 2);
      session().cancel('Transcribing');
      await done;
      await rm(folder().at('talk.wav').fsPath);
      assert.deepEqual(await names(), []);
    });
  });
});
