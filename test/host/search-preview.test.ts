import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './support/inkwell.ts';
import { type QuerySession, querySession } from './support/query-session.ts';

/** A PNG of one pixel. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('The preview of Search by Meaning', () => {
  const session = querySession();
  let s: QuerySession;

  beforeEach(() => {
    s = session();
  });

  const tabs = (): string[] =>
    vscode.window.tabGroups.all.flatMap((group) =>
      group.tabs.map(({ label, isPreview }) => (isPreview ? `(${label})` : label)),
    );
  const isShown = (file: keyof QuerySession['files'], line: number): boolean =>
    vscode.window.visibleTextEditors.some(
      ({ document, visibleRanges }) =>
        document.uri.path === s.files[file].path &&
        visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line),
    );

  const firstLine = (): number => vscode.window.activeTextEditor?.visibleRanges[0]?.start.line ?? 0;

  /** Looks at both that are found, of which the last is far down in its file. */
  async function look(): Promise<Promise<void>[]> {
    const { done } = await s.search('keeper climbs the tower', 'story');
    await until('the first is shown', () => isShown('story', 0));
    await s.activate(s.rows[1]);
    await until('the second is shown', () => isShown('lamp', 201));
    return [done];
  }

  async function open(preview: boolean): Promise<vscode.TextEditor> {
    const editor = await vscode.window.showTextDocument(s.files.lamp, { preview });
    editor.selection = new vscode.Selection(90, 0, 95, 0);
    editor.revealRange(new vscode.Range(80, 0, 80, 0), vscode.TextEditorRevealType.AtTop);
    await until('it is scrolled', () => firstLine() > 70);
    return editor;
  }

  for (const isPreview of [false, true]) {
    it(`brings back ${isPreview ? 'a preview' : 'a tab'}, where it was scrolled to, and what was selected`, async () => {
      await vscode.window.showTextDocument(s.files.tide, { preview: false });
      await open(isPreview);
      const top = firstLine();
      const before = tabs();
      const [done] = await look();
      await s.escape();
      await done;
      await until('it is scrolled back', () => {
        const editor = vscode.window.activeTextEditor;
        return editor?.document.uri.path === s.files.lamp.path && firstLine() === top;
      });
      assert.deepEqual(tabs(), before);
      const { selection } = vscode.window.activeTextEditor ?? {};
      assert.ok(selection?.isEqual(new vscode.Selection(90, 0, 95, 0)));
    });
  }

  for (const isPreview of [false, true]) {
    it(`brings back ${isPreview ? 'a preview' : 'a tab'} of what is no text`, async () => {
      const image = await s.folder.write('dot.png', Buffer.from(DOT, 'base64'));
      await vscode.commands.executeCommand('vscode.open', image, {
        preview: isPreview,
        // Else it takes the focus once it is loaded, by which the list would be left.
        preserveFocus: true,
      });
      await until('it is open', () => tabs().length === 1);
      const before = tabs();
      const [done] = await look();
      await s.escape();
      await done;
      await until('it is there alone', () => tabs().join() === before.join());
      assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'dot.png');
    });
  }

  it('leaves nothing where nothing was open', async () => {
    const [done] = await look();
    assert.deepEqual(tabs(), ['(lamp.ts)']);
    await s.escape();
    await done;
    assert.deepEqual(tabs(), []);
  });

  it('leaves no tab of what was only looked at, where VS Code has no previews', async () => {
    const editors = vscode.workspace.getConfiguration('workbench.editor');
    await editors.update('enablePreview', false, vscode.ConfigurationTarget.Global);
    try {
      const [done] = await look();
      assert.deepEqual(tabs(), ['lamp.ts']);
      await s.escape();
      await done;
      assert.deepEqual(tabs(), []);
    } finally {
      await editors.update('enablePreview', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('opens what is chosen, with the cursor where it says what it is', async () => {
    const [done] = await look();
    await s.accept();
    await done;
    await until('it is no preview', () => tabs().join() === 'lamp.ts');
    const { selection } = vscode.window.activeTextEditor ?? {};
    assert.ok(selection?.isEqual(new vscode.Selection(200, 0, 200, 0)));
    assert.deepEqual(s.services.history.list(), ['keeper climbs the tower']);
  });

  it('opens it beside, and leaves where the person was as it was', async () => {
    await open(false);
    const [done] = await look();
    await s.services.picker?.openToSide();
    await done;
    const [left, right] = vscode.window.tabGroups.all;
    assert.deepEqual(
      [left, right].map((group) => group?.tabs.map(({ label }) => label)),
      [['lamp.ts'], ['lamp.ts']],
    );
    assert.equal(vscode.window.activeTextEditor?.viewColumn, vscode.ViewColumn.Two);
    const before = vscode.window.visibleTextEditors.find(({ viewColumn }) => viewColumn === 1);
    assert.ok(before?.selection.isEqual(new vscode.Selection(90, 0, 95, 0)));
  });
});
