import { Disposable, workspace } from 'vscode';
import { registerCommand } from '../ui/commands.ts';
import type { Log } from '../ui/log.ts';
import { Leftovers } from './leftovers.ts';
import { PROPOSAL_SCHEME, ProposalFiles } from './proposal-files.ts';
import type { Reviews } from './reviews.ts';

/** Gives the reviews of this window; what they need is loaded with the first. */
export type OpenReviews = () => Promise<Reviews>;

/** Reviews of proposed edits, and the commands that end them. */
export function registerReviews(log: Log): {
  readonly reviews: OpenReviews;
  readonly registered: Disposable;
} {
  const files = new ProposalFiles();
  let made: Promise<Reviews> | undefined;
  const reviews: OpenReviews = () => {
    made ??= import('./reviews.ts').then(({ Reviews }) => new Reviews(files));
    return made;
  };
  return {
    reviews,
    registered: Disposable.from(
      { dispose: () => void made?.then((started) => started.dispose()) },
      workspace.registerFileSystemProvider(PROPOSAL_SCHEME, files, { isCaseSensitive: true }),
      files,
      new Leftovers(files, (error) => log.warn(`An old proposal’s editor stays open: ${String(error)}`)),
      registerCommand('inkwell.applyProposal', log, async () => (await reviews()).apply()),
      registerCommand('inkwell.discardProposal', log, async () => (await reviews()).discard()),
      registerCommand('inkwell.nextProposal', log, async () => (await reviews()).next()),
      registerCommand('inkwell.applyAllProposals', log, async () => (await reviews()).applyAll()),
      registerCommand('inkwell.discardAllProposals', log, async () => (await reviews()).discardAll()),
    ),
  };
}
