import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { landAll } from '../../src/landing/landing.ts';
import { now, report } from './review-in-host.ts';

/** Milliseconds for all files, in each round. */
export type SavingReport = Record<Saver, number[]>;

/** Ours; and Node’s own, with the bytes on the disk when it says that it is done, and without. */
export type Saver = 'ours' | 'flushed' | 'plain';

const FILES = 10;
const MEGABYTES = 4;
const WARM_UP = 2;
const ROUNDS = 9;

/** VS Code calls this in the extension host. */
export async function run(): Promise<void> {
  await report(measure);
}

async function measure(): Promise<SavingReport> {
  const [root] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(root, 'there is no folder');
  const folder = vscode.Uri.joinPath(root.uri, 'saved');
  const images = Array.from({ length: FILES }, () => new Uint8Array(randomBytes(MEGABYTES * 2 ** 20)));
  const save = async (flush: boolean): Promise<void> => {
    await mkdir(folder.fsPath, { recursive: true });
    await Promise.all(
      images.map((data, index) => writeFile(join(folder.fsPath, `image-${index}.png`), data, { flush })),
    );
  };
  const savers: Record<Saver, () => Promise<unknown>> = {
    ours: () =>
      landAll(
        folder,
        images.map((data) => ({ stem: 'image', extension: 'png', data })),
      ),
    flushed: () => save(true),
    plain: () => save(false),
  };
  const names = Object.keys(savers) as Saver[];
  const times: SavingReport = { ours: [], flushed: [], plain: [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(round + at) % names.length] ?? 'ours';
      const start = now();
      await savers[name]();
      const time = now() - start;
      await rm(folder.fsPath, { recursive: true });
      if (round >= WARM_UP) {
        times[name].push(time);
      }
    }
  }
  return times;
}
