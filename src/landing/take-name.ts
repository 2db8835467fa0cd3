import { link, open, rename, unlink } from 'node:fs/promises';
import { FileSystemError, type Uri, workspace } from 'vscode';
import { codeOf } from '../service/errors.ts';

/**
 * Gives a file another name in its folder, unless there is one of this name: then `false`. On the machine's own disk
 * this is one step, so that no file is lost that appears at the same moment: VS Code looks first and renames then.
 */
export async function takeName(file: Uri, named: Uri): Promise<boolean> {
  return file.scheme === 'file' && named.scheme === 'file'
    ? takeNameOnDisk(file.fsPath, named.fsPath)
    : takeNameElsewhere(file, named);
}

async function takeNameElsewhere(file: Uri, named: Uri): Promise<boolean> {
  try {
    await workspace.fs.rename(file, named, { overwrite: false });
    return true;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileExists') {
      return false;
    }
    throw error;
  }
}

async function takeNameOnDisk(file: string, named: string): Promise<boolean> {
  try {
    // A second name for the same file, which no system gives twice.
    await link(file, named);
  } catch (error) {
    // FAT and some file systems of networks know no second names, and say so in many ways.
    return codeOf(error) === 'EEXIST' ? false : takeNameByPlaceholder(file, named);
  }
  // The file has landed; that it is also there by its other name is no reason to fail.
  await unlink(file).catch(() => {});
  return true;
}

async function takeNameByPlaceholder(file: string, named: string): Promise<boolean> {
  try {
    await (await open(named, 'wx')).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
  try {
    await rename(file, named);
    return true;
  } catch (error) {
    await unlink(named).catch(() => {});
    throw error;
  }
}
