import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { LandingError } from '../../src/landing/landing-error.ts';
import { targetFolder } from '../../src/landing/target-folder.ts';
import { setting } from './support/inkwell.ts';

/** Any setting that is a text serves. */
const SETTING = { name: 'chat.systemPrompt', fallback: 'images' };

function root(): vscode.Uri {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first, 'This window has no folder.');
  return first.uri;
}

function below(path: string): string {
  return vscode.Uri.joinPath(root(), path).toString();
}

/** Where files go when the setting says this. */
async function target(written: string): Promise<string | undefined> {
  await setting(SETTING.name, written);
  return (await targetFolder(SETTING))?.toString();
}

async function isRefused(written: string): Promise<void> {
  await assert.rejects(target(written), (error) => {
    assert.ok(error instanceof LandingError, String(error));
    assert.deepEqual([error.kind, error.setting], ['outside', 'inkwell.chat.systemPrompt']);
    assert.ok(error.message.includes('inkwell.chat.systemPrompt'), error.message);
    return true;
  });
}

describe('The folder that files go to', () => {
  let elsewhere: string;
  before(async () => {
    elsewhere = await mkdtemp(join(tmpdir(), 'inkwell-elsewhere-'));
  });
  afterEach(async () => {
    await setting(SETTING.name, undefined);
    await rm(vscode.Uri.joinPath(root(), 'links').fsPath, { recursive: true, force: true });
  });
  after(() => rm(elsewhere, { recursive: true, force: true }));

  it('is below the workspace folder, as the setting says', async () => {
    assert.equal(await target('media/pictures'), below('media/pictures'));
    assert.equal(await target('media\\pictures\\'), below('media/pictures'));
    assert.equal(await target('src/../images'), below('images'));
  });

  it('is the usual one where there is no such setting', async () => {
    const folder = await targetFolder({ name: 'noSuchSetting', fallback: 'transcripts' });
    assert.equal(folder?.toString(), below('transcripts'));
  });

  it('is nowhere else, whatever the setting says', async () => {
    for (const written of ['..', '../other', 'a/../../b', '/etc', 'C:\\images', 'file:///etc', '~/images']) {
      await isRefused(written);
    }
  });

  it('is nowhere else by a symbolic link', async () => {
    const links = vscode.Uri.joinPath(root(), 'links').fsPath;
    await mkdir(join(links, 'real'), { recursive: true });
    await writeFile(join(elsewhere, 'file.txt'), '');
    await symlink(elsewhere, join(links, 'out'));
    await symlink('real', join(links, 'in'));
    await symlink(join(elsewhere, 'missing'), join(links, 'nowhere'));
    await symlink(elsewhere, join(links, 'real', 'out'));
    for (const written of ['links/out', 'links/out/deep', 'links/nowhere', 'links/in/out/deep']) {
      await isRefused(written);
    }
    assert.equal(await target('links/in/deep'), below('links/in/deep'));
  });
});
