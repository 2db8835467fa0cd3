import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { findPlaces } from '../../src/search/find-places.ts';
import type { FileNode, PlaceNode, ResultNode } from '../../src/search/result-items.ts';
import { searchAgain } from '../../src/search/search-again.ts';
import type { SearchResults } from '../../src/search/search-results.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { until } from './support/inkwell.ts';
import { LAMP, type QuerySession, querySession, STORY, TIDE } from './support/query-session.ts';
import { answerMessages } from './support/questions.ts';

const QUERY = { text: 'keeper climbs tower, water is high' };

describe('The results of Search by Meaning', () => {
  const session = querySession();
  let s: QuerySession;
  let results: SearchResults;

  beforeEach(async () => {
    s = session();
    ({ results } = s.services);
    await results.keep(QUERY, await findPlaces(s.services, QUERY, new AbortController().signal));
  });

  afterEach(() => results.clear());

  const files = (): FileNode[] => results.getChildren().filter((node) => node.kind === 'file');
  const placesOf = (nodes: readonly ResultNode[]): PlaceNode[] =>
    nodes.flatMap((node) => (node.kind === 'file' ? node.places : [node]));
  /** The view, with the test folder's name left out. */
  const shown = (): string[] => {
    const tell = (node: ResultNode, indent = ''): string[] => {
      const { label, resourceUri, description } = results.getTreeItem(node);
      const name = label ?? resourceUri?.path.split('/').at(-1);
      const line = `${indent}${name} ${description}`.replaceAll(s.folder.name, '…');
      return [line, ...results.getChildren(node).flatMap((child) => tell(child, `${indent}  `))];
    };
    return results.getChildren().flatMap((node) => tell(node));
  };
  const line = (): number | undefined => vscode.window.activeTextEditor?.selection.active.line;

  it('are shown by file, the file with the nearest first', () => {
    assert.deepEqual(shown(), [
      'story.md … · 1',
      '  The keeper :1',
      'tide.ts …/src · 1',
      '  Tells when the water is high. :3',
      'lamp.ts …/src · 1',
      '  Lights the lamp of the tower. :201',
    ]);
    for (const file of files()) {
      assert.ok(file.places.every((place) => results.getParent(place) === file));
    }
  });

  it('are shown without signs that turn the name of a file around', async () => {
    const odd = await s.folder.write('odd\u202egnp.md', STORY);
    s.searcher.add(odd, STORY);
    await results.keep(QUERY, await findPlaces(s.services, QUERY, new AbortController().signal));
    const node = files().find(({ uri }) => uri.path === odd.path);
    assert.ok(node);
    const { label, tooltip } = results.getTreeItem(node);
    assert.equal(label, 'odd gnp.md');
    assert.doesNotMatch(`${tooltip}`, /\u202e/);
  });

  it('are shown as a list, the nearest first', async () => {
    await results.showAsList(true);
    assert.deepEqual(shown(), [
      'The keeper …/story.md:1',
      'Tells when the water is high. …/src/tide.ts:3',
      'Lights the lamp of the tower. …/src/lamp.ts:201',
    ]);
    await results.showAsList(false);
  });

  it('are opened where they are by now, by VS Code itself', async () => {
    await s.folder.write('src/lamp.ts', `\n${LAMP}`);
    const node = placesOf(files()).at(-1);
    assert.ok(node);
    const token = new vscode.CancellationTokenSource().token;
    const { command } = await results.resolveTreeItem(results.getTreeItem(node), node, token);
    assert.ok(command);
    await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
    assert.equal(vscode.window.activeTextEditor?.document.uri.path, s.files.lamp.path);
    assert.equal(line(), 201);
  });

  it('are gone through in their order, and around the end', async () => {
    for (const [step, name, at] of [
      [1, 'story', 0],
      [1, 'tide', 2],
      [1, 'lamp', 200],
      [1, 'story', 0],
      [-1, 'lamp', 200],
    ] as const) {
      await results.step(step);
      assert.equal(vscode.window.activeTextEditor?.document.uri.path, s.files[name].path);
      assert.equal(line(), at);
    }
  });

  it('are opened beside', async () => {
    await vscode.window.showTextDocument(s.files.story);
    await results.openToSide(results.chosen([placesOf(files())[1]]));
    assert.equal(vscode.window.activeTextEditor?.viewColumn, vscode.ViewColumn.Two);
    assert.equal(line(), 2);
  });

  it('are dismissed one by one, by file, and several at once', async () => {
    const [story, tide] = files();
    assert.ok(story && tide);
    await results.dismiss(results.chosen([tide.places[0], undefined]));
    assert.deepEqual(shown().length, 4);
    await results.dismiss(results.chosen([story, [story]]));
    assert.deepEqual(shown()[0], 'lamp.ts …/src · 1');
    await results.dismiss(files());
    assert.deepEqual(shown(), []);
    assert.equal(results.query, undefined);
  });

  it('take no notice of what is not theirs', async () => {
    await results.dismiss(results.chosen([{ kind: 'file', places: [] }]));
    assert.equal(files().length, 3);
  });

  it('are copied', async () => {
    await results.copyAll();
    const prefix = s.folder.name;
    assert.equal(
      await vscode.env.clipboard.readText(),
      `${prefix}/story.md:1: The keeper\n` +
        `${prefix}/src/tide.ts:3: Tells when the water is high.\n` +
        `${prefix}/src/lamp.ts:201: Lights the lamp of the tower.\n`,
    );
    const [story, tide] = files();
    await results.copyPath(results.chosen([story, [story, tide?.places[0]]]));
    assert.equal(await vscode.env.clipboard.readText(), `${prefix}/story.md\n${prefix}/src/tide.ts:3`);
  });

  it('follow what is typed in their files', async () => {
    const editor = await vscode.window.showTextDocument(s.files.lamp);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n\n\n'));
    await until('it is found again', () => shown().at(-1)?.endsWith(':204') === true);
    await editor.edit((edit) => edit.insert(new vscode.Position(204, 0), '// Another line\n'));
    await until('it is said to have changed', () => shown().at(-1)?.includes('changed since') === true);
  });

  it('are searched for again, with what there is now', async () => {
    const more = await s.folder.write('water.ts', TIDE.replace('Tells', 'Says'));
    s.searcher.add(more, TIDE.replace('Tells', 'Says'));
    await searchAgain(s.services);
    assert.equal(files().length, 4);
    assert.equal(s.searcher.asked.at(-1)?.text, QUERY.text);
  });

  it('stay when searching again fails', async () => {
    const messages = answerMessages(() => undefined);
    s.searcher.before = () => {
      throw new ServiceError('server', 'Broken.', { host: 'sample' });
    };
    await searchAgain(s.services);
    messages.dispose();
    assert.deepEqual(messages.shown[0]?.actions, ['Retry', 'Show Log']);
    assert.equal(files().length, 3);
  });
});
