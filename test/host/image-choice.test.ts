import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askForChoice } from '../../src/images/choice-picker.ts';
import type { ImageChoice } from '../../src/images/image-request.ts';
import { closeEverything, until } from './support/inkwell.ts';
import { standInForWindow } from './support/window-stand-in.ts';

describe('Count and size of images', () => {
  const { createQuickPick } = vscode.window;
  let standIn: vscode.Disposable;
  let picker: vscode.QuickPick<vscode.QuickPickItem> | undefined;

  beforeEach(() => {
    picker = undefined;
    standIn = standInForWindow({
      createQuickPick: () => {
        picker = createQuickPick();
        return picker;
      },
    });
  });

  afterEach(async () => {
    standIn.dispose();
    await closeEverything();
  });

  const labels = (): string[] => (picker?.items ?? []).map(({ label }) => label);
  const ask = (inEffect: ImageChoice): Promise<ImageChoice | undefined> =>
    askForChoice('A lighthouse', inEffect);

  const choose = async (label: string): Promise<void> => {
    await until(`there is “${label}”`, () => labels().includes(label));
    assert.ok(picker);
    picker.activeItems = picker.items.filter((item) => item.label === label);
    // VS Code gathers what changes in a picker until the turn is over, and commands go before that.
    await new Promise((resolve) => setTimeout(resolve));
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  };

  it('are those in effect, or others', async () => {
    const asked = ask({ n: 1, size: '300x200' });
    assert.ok(labels().includes('300x200'));
    assert.ok(!labels().includes('as many images as the service gives'));
    await choose('2 images');
    await choose('512x512');
    await choose('$(play) 2 images, 512x512');
    assert.deepEqual(await asked, { n: 2, size: '512x512' });
  });

  it('leave the size to the service where that is chosen', async () => {
    const asked = ask({ n: 1, size: '512x512' });
    await choose('size as the service has it');
    await choose('$(play) 1 image, size as the service has it');
    assert.deepEqual(await asked, { n: 1, size: undefined });
  });

  it('leave both to the service where the settings do, also once others were chosen', async () => {
    const asked = ask({ n: undefined, size: undefined });
    const begin = '$(play) as many images as the service gives, size as the service has it';
    assert.equal(labels()[0], begin);
    await choose('3 images');
    await choose('256x256');
    await until('they are in effect', () => labels()[0] === '$(play) 3 images, 256x256');
    await choose('as many images as the service gives');
    await choose('size as the service has it');
    await choose(begin);
    assert.deepEqual(await asked, { n: undefined, size: undefined });
  });
});
