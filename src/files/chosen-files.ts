import { type CancellationToken, type Uri, workspace } from 'vscode';
import { FileWalk } from './file-walk.ts';
import { pathBelow } from './path-below.ts';
import { withoutLinks } from './real-path.ts';
import { type LeftOut, lookAtFile, type TextFile } from './text-file.ts';

/**
 * The text files that a person means by choosing files and folders, each once, as they are found; and what is left out.
 * Folders are gone through without what ignore files, `files.exclude` and `search.exclude` leave out, and without links,
 * whose targets are met where they are. A file or folder that was chosen by itself counts, whatever these say. `.git`
 * never does. It ends early when it is cancelled.
 */
export async function* chosenFiles(
  chosen: readonly Uri[],
  token: CancellationToken,
): AsyncGenerator<TextFile | LeftOut> {
  const places: Uri[] = [];
  for (const uri of chosen) {
    const place = isInGit(uri) ? undefined : await withoutLinks(uri);
    if (place) {
      places.push(place);
    } else {
      yield { kind: 'leftOut', uri, reason: isInGit(uri) ? 'excluded' : 'link' };
    }
  }
  const walk = new FileWalk({ look: lookAtFile, chosen: places, token });
  for (const place of places) {
    yield* walk.from(place);
  }
}

function isInGit(uri: Uri): boolean {
  const folder = workspace.getWorkspaceFolder(uri)?.uri.path;
  const path = folder === undefined ? undefined : pathBelow(folder, uri.path);
  return (path ?? uri.path).split('/').includes('.git');
}
