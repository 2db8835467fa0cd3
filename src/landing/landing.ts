import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { l10n, Uri, workspace } from 'vscode';
import { cancelled, ServiceError } from '../service/errors.ts';
import { pool } from '../ui/pool.ts';
import { FreeNames, type WantedName } from './free-names.ts';
import { type LandingError, landingError } from './landing-error.ts';
import { NewFolder } from './new-folder.ts';
import { takeName } from './take-name.ts';

/**
 * Files that are written at the same time: a disk makes sure of some together faster than of one after another. It is as
 * many as services make of images at once.
 */
const AT_ONCE = 10;

/** Names in a row that somebody else may take between the look at a folder and the try: more is no coincidence. */
const MOST_TRIES = 100;

/** The stem of its name is made by `fileStemFrom`. */
export interface NewFile extends WantedName {
  readonly data: Uint8Array;
}

/** What became of one file. */
export type Landed =
  | { readonly kind: 'landed'; readonly uri: Uri }
  | { readonly kind: 'failed'; readonly error: LandingError };

export interface LandOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Puts a file into a folder, which is made if need be: whole or not at all, and never in the place of another. Where its
 * name is taken, also in other letters, it has a number: `lighthouse-2.png`.
 *
 * @throws {LandingError}
 * @throws {ServiceError} `cancelled`
 */
export async function land(
  folder: Uri,
  stem: string,
  extension: string,
  data: Uint8Array,
  options?: LandOptions,
): Promise<Uri> {
  const [landed] = await landAll(folder, [{ stem, extension, data }], options);
  if (landed?.kind !== 'landed') {
    // One file has one outcome.
    throw landed?.error;
  }
  return landed.uri;
}

/**
 * The same for several files, whose names are in their order. What becomes of each is told in that order too: the failure
 * of one does not take the others away. Cancelled in time, none is there.
 *
 * @throws {LandingError} when the folder is none that files could be put into
 * @throws {ServiceError} `cancelled`
 */
export async function landAll(
  folder: Uri,
  files: readonly NewFile[],
  { signal }: LandOptions = {},
): Promise<readonly Landed[]> {
  refuseCancelled(signal);
  if (files.length === 0) {
    return [];
  }
  const made = await NewFolder.make(folder);
  let landed: readonly Landed[] = [];
  try {
    landed = await landIn(folder, files, signal);
    return landed;
  } finally {
    if (!landed.some(({ kind }) => kind === 'landed')) {
      await made.remove();
    }
  }
}

/**
 * Puts a file in the place of one that the person has given up: whole or not at all, and until then that one stays.
 *
 * @throws {LandingError}
 * @throws {ServiceError} `cancelled`
 */
export async function landOver(uri: Uri, data: Uint8Array, { signal }: LandOptions = {}): Promise<void> {
  const folder = Uri.joinPath(uri, '..');
  const left = new Set<Uri>();
  try {
    const written = await writePart(folder, data, left, signal);
    if (!(written instanceof Uri)) {
      throw written;
    }
    refuseCancelled(signal);
    await takePlace(written, uri);
    left.delete(written);
  } catch (error) {
    throw ServiceError.is(error, 'cancelled') ? error : landingError(error, folder);
  } finally {
    await Promise.all([...left].map(remove));
  }
}

/** On the machine's own disk it is one step: VS Code would first delete the other, and there would be none for a moment. */
async function takePlace(file: Uri, of: Uri): Promise<void> {
  if (file.scheme === 'file' && of.scheme === 'file') {
    await rename(file.fsPath, of.fsPath);
  } else {
    await workspace.fs.rename(file, of, { overwrite: true });
  }
}

/** A file under a name that nobody looks for, or why it could not be written. */
interface Part {
  readonly file: NewFile;
  readonly written: Uri | LandingError;
}

async function landIn(
  folder: Uri,
  files: readonly NewFile[],
  signal: AbortSignal | undefined,
): Promise<readonly Landed[]> {
  const left = new Set<Uri>();
  try {
    const write = async (file: NewFile): Promise<Part> => ({
      file,
      written: await writePart(folder, file.data, left, signal),
    });
    // What is taken meanwhile is found out by trying.
    const listed = FreeNames.in(folder);
    // If it fails, that is heard of below, when nothing is being written any more.
    listed.catch(() => {});
    const parts = await pool(files, AT_ONCE, write, new AbortController());
    refuseCancelled(signal);
    // From here it is a matter of moments, and not stopped half-way.
    const names = await listed;
    // Each takes its first name at once, and so in the order of the files.
    return await Promise.all(
      parts.map(async ({ file, written }) => {
        const outcome = await nameFile(file, written, names);
        if (outcome.kind === 'landed' && written instanceof Uri) {
          left.delete(written);
        }
        return outcome;
      }),
    );
  } finally {
    await Promise.all([...left].map(remove));
  }
}

/**
 * @param left what has to be taken away unless it lands
 * @throws {ServiceError} `cancelled`
 */
async function writePart(
  folder: Uri,
  data: Uint8Array,
  left: Set<Uri>,
  signal: AbortSignal | undefined,
): Promise<Part['written']> {
  refuseCancelled(signal);
  const uri = Uri.joinPath(folder, `.inkwell-${randomBytes(8).toString('hex')}.part`);
  left.add(uri);
  try {
    await write(uri, data, signal);
    return uri;
  } catch (error) {
    // At once: the next may fit where this one did not.
    await remove(uri);
    left.delete(uri);
    refuseCancelled(signal);
    return landingError(error, folder);
  }
}

/**
 * On the machine's own disk it can be stopped half-way. There the bytes are on the disk before the file has its name, as
 * VS Code has it with what it saves: otherwise a power cut could leave an empty file.
 */
async function write(uri: Uri, data: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
  if (uri.scheme === 'file') {
    await writeFile(uri.fsPath, data, { flag: 'wx', flush: true, ...(signal && { signal }) });
  } else {
    await workspace.fs.writeFile(uri, data);
  }
}

async function nameFile(file: NewFile, written: Part['written'], names: FreeNames): Promise<Landed> {
  if (!(written instanceof Uri)) {
    return { kind: 'failed', error: written };
  }
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const uri = names.take(file);
      if (await takeName(written, uri)) {
        return { kind: 'landed', uri };
      }
    }
    throw new Error(l10n.t('all names like “{0}” are taken.', `${file.stem}.${file.extension}`));
  } catch (error) {
    return { kind: 'failed', error: landingError(error, names.folder) };
  }
}

async function remove(uri: Uri): Promise<void> {
  try {
    await workspace.fs.delete(uri, { recursive: false, useTrash: false });
  } catch {
    // It was never there, or nothing more can be done.
  }
}

function refuseCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw cancelled(signal);
  }
}
