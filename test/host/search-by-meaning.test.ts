import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { findSimilar } from '../../src/search/find-similar.ts';
import { IndexError } from '../../src/search/index-error.ts';
import { toldFailure } from '../../src/search/index-failure.ts';
import { searchByMeaning } from '../../src/search/search-by-meaning.ts';
import { failureItems } from '../../src/search/search-items.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { rangeOf, until } from './support/inkwell.ts';
import { LAMP, type QuerySession, querySession, STORY } from './support/query-session.ts';
import { answerMessages } from './support/questions.ts';

const HOSTILE = '// A storm of $(bug) [run](command:workbench.action.quit) \u202e signs.\n';

describe('Search by Meaning', () => {
  const session = querySession();
  let s: QuerySession;

  beforeEach(() => {
    s = session();
  });

  const asked = (): string[] => s.searcher.asked.map(({ text }) => text);
  const names = (): (string | undefined)[] =>
    s.rows.map(({ description }) => description?.replace(`${s.folder.name}/`, ''));

  it('finds as one types, the nearest first, each by the line that tells what it is', async () => {
    const { done } = await s.search('keeper climbs the tower', 'story');
    assert.deepEqual(
      s.rows.map(({ label }) => label),
      ['The keeper', 'Lights the lamp of the tower.'],
    );
    assert.deepEqual(names(), ['story.md:1', 'src/lamp.ts:201']);
    assert.match(s.rows[1]?.detail ?? '', /^export function lightLamp\(\) \{ turnOn/);
    assert.ok(s.rows.every(({ alwaysShow }) => alwaysShow));
    assert.deepEqual(asked(), ['keeper climbs the tower']);
    await s.escape();
    await done;
  });

  it('asks for the last that was typed, and ends what is under way', async () => {
    const done = searchByMeaning(s.services, []);
    await s.opened();
    const gate = Promise.withResolvers<void>();
    s.searcher.before = () => gate.promise;
    await s.type('tower');
    await until('it is asked for', () => asked().length === 1);
    assert.ok(s.picker.busy);
    await s.type('water');
    await until('it is ended', () => s.searcher.asked[0]?.signal.aborted === true);
    gate.resolve();
    await s.first('tide');
    assert.deepEqual(asked(), ['tower', 'water']);
    assert.ok(!s.picker.busy);
    await s.escape();
    await done;
  });

  it('opens nothing that was found for something else than what is typed', async () => {
    const { done } = await s.search('tower', 'lamp');
    await s.type('water');
    await s.accept();
    await s.first('tide');
    assert.deepEqual(asked(), ['tower', 'water']);
    await s.accept();
    await done;
    assert.equal(vscode.window.activeTextEditor?.document.uri.path, s.files.tide.path);
  });

  it('offers what was searched for before, and searches for it at once', async () => {
    const first = await s.search('tower', 'lamp');
    await s.escape();
    await first.done;
    const done = searchByMeaning(s.services, []);
    await s.opened();
    await s.first(/^earlier$/);
    await s.activate(s.rows[1]);
    await s.accept();
    await s.first('lamp');
    assert.equal(s.picker.value, 'tower');
    await s.escape();
    await done;
  });

  it('searches at once for what a key binding gives', async () => {
    const done = searchByMeaning(s.services, [{ query: 'water' }]);
    await s.opened();
    await s.first('tide');
    await s.escape();
    await done;
  });

  it('opens nothing where the person does not want to index', async () => {
    s.searcher.isReady = false;
    await searchByMeaning(s.services, []);
    assert.throws(() => s.picker, /no list/);
  });

  it('says how far the index is, and finds more when it is complete', async () => {
    s.searcher.status = 'indexing';
    const done = searchByMeaning(s.services, []);
    await s.opened();
    assert.match(s.picker.title ?? '', /indexing goes on, 3 files so far/);
    await s.type('storm');
    await s.first(/^Nothing was found$/);
    const storm = await s.folder.write('storm.ts', HOSTILE);
    s.searcher.add(storm, HOSTILE);
    s.searcher.status = 'ready';
    await s.first(/A storm/);
    assert.equal(s.picker.title, 'Search by Meaning');
    await s.escape();
    await done;
  });

  it('shows signs as they are', async () => {
    const storm = await s.folder.write('storm$(bug).ts', HOSTILE);
    s.searcher.add(storm, HOSTILE);
    const done = searchByMeaning(s.services, ['storm']);
    await s.opened();
    await s.first(/A storm/);
    const [row] = s.rows;
    assert.equal(row?.label, 'A storm of \\$(bug) [run] (command:workbench.action.quit) sig…');
    assert.match(row?.description ?? '', /storm\\\$\(bug\)\.ts:1$/);
    await s.escape();
    await done;
  });

  it('says a failure where the results would be, and tries again', async () => {
    const done = searchByMeaning(s.services, []);
    await s.opened();
    s.searcher.before = () => {
      throw new ServiceError('rateLimit', 'Slow down.', { host: 'sample' });
    };
    await s.type('water');
    await s.first(/takes no more requests/);
    assert.deepEqual(
      s.rows.map(({ label, detail }) => detail ?? label),
      ['Retry', 'Show Log'],
    );
    assert.equal(s.picker.value, 'water');
    await s.activate(s.rows[0]);
    await s.accept();
    await s.first('tide');
    await s.escape();
    await done;
  });

  it('offers to index anew where the vectors do not compare', async () => {
    const shown: unknown[] = [];
    const done = searchByMeaning({ ...s.services, showIndex: (how) => shown.push(how) }, []);
    await s.opened();
    s.searcher.before = () => {
      throw toldFailure(new IndexError('dimension', '3 numbers'));
    };
    await s.type('water');
    await s.first(/gives vectors/);
    assert.deepEqual(
      s.rows.map(({ label, detail }) => detail ?? label),
      ['Index Anew…', 'Show Log', 'Retry'],
    );
    await s.activate(s.rows[0]);
    await s.accept();
    await done;
    assert.deepEqual(shown, ['anew']);
  });

  it('says all of a long failure, with what can be done below it', () => {
    const run = (): void => {};
    const words =
      'The service failed in a way that takes many words to tell, more than one row has room for.';
    const [message, ...actions] = failureItems(words, new Map([['Retry', run]]));
    assert.equal(message?.label, `$(error) ${words.slice(0, 72)}`);
    assert.equal(message?.detail, 'row has room for.');
    assert.deepEqual(actions, [{ label: 'Retry', alwaysShow: true, run }]);
  });

  describe('where files have changed', () => {
    it('finds what has moved, names what is not the same, and leaves out what is gone', async () => {
      await s.folder.write('src/lamp.ts', `// One line more.\n${LAMP}`);
      await s.folder.write('story.md', STORY.replace('keeper climbs', 'keeper ran down'));
      const { done } = await s.search('keeper climbs the tower to the lamp', 'story');
      assert.deepEqual(names(), ['story.md:1 · changed since it was indexed', 'src/lamp.ts:202']);
      await s.folder.remove('story.md');
      await s.type('keeper of the tower');
      await s.first('lamp');
      assert.equal(s.rows.length, 1);
      await s.escape();
      await done;
    });

    it('says so where a file is gone that is opened', async () => {
      const messages = answerMessages(() => undefined);
      const { done } = await s.search('water', 'tide');
      const isShown = (): boolean =>
        vscode.window.visibleTextEditors.some(({ document }) => document.uri.path === s.files.tide.path);
      await until('it is previewed', isShown);
      // VS Code lets go of a document at once where it is itself told to delete the file.
      const edit = new vscode.WorkspaceEdit();
      edit.deleteFile(s.files.tide);
      await vscode.workspace.applyEdit(edit);
      await until('VS Code has no text of it left', () =>
        vscode.workspace.textDocuments.every(({ uri }) => uri.path !== s.files.tide.path),
      );
      await s.accept();
      await done;
      await until('it is said', () => messages.shown.length > 0);
      messages.dispose();
      assert.match(messages.shown[0]?.text ?? '', /^“.*src\/tide\.ts” cannot be opened/);
    });

    it('goes by what stands in the editor', async () => {
      const editor = await vscode.window.showTextDocument(s.files.lamp);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n\n'));
      const { done } = await s.search('lights tower', 'lamp');
      assert.equal(names()[0], 'src/lamp.ts:203');
      await s.escape();
      await done;
    });
  });

  describe('Find Similar', () => {
    it('finds what is like the selection, but not itself, and narrows it down', async () => {
      const editor = await vscode.window.showTextDocument(s.files.lamp);
      const { start, end } = rangeOf(editor.document, 'Lights the lamp of the tower.');
      editor.selection = new vscode.Selection(start, end);
      const done = findSimilar(s.services);
      await s.opened();
      await s.first('story');
      assert.equal(s.picker.title, 'Similar to “Lights the lamp of the tower.”');
      assert.deepEqual(names(), ['story.md:1']);
      await s.type('keeper');
      assert.deepEqual(asked(), ['Lights the lamp of the tower.']);
      await s.escape();
      await done;
      assert.ok(editor.selection.isEqual(new vscode.Selection(start, end)));
    });

    it('takes what the cursor is in where nothing is selected', async () => {
      const editor = await vscode.window.showTextDocument(s.files.lamp);
      editor.selection = new vscode.Selection(202, 3, 202, 3);
      const done = findSimilar(s.services);
      await s.opened();
      await s.first('story');
      assert.match(asked()[0] ?? '', /^\/\/ Lights the lamp of the tower\.\n[\s\S]*\}$/);
      await s.escape();
      await done;
    });

    it('says what to do where there is no text', async () => {
      const messages = answerMessages(() => undefined);
      await findSimilar(s.services);
      messages.dispose();
      assert.match(messages.shown[0]?.text ?? '', /^Open a file as text/);
    });
  });
});
