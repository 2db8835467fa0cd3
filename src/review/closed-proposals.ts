import { l10n, window } from 'vscode';
import type { Proposal } from './review.ts';
import { nameOf } from './review-editors.ts';

/** Proposals whose tab was closed without their being applied: by mistake, or with many others. They had cost something. */
export class ClosedProposals {
  /** Only the latest: what lies in old messages is not kept. */
  #latest: readonly Proposal[] = [];

  /** From now on, only these can come back. */
  keep(proposals: readonly Proposal[]): void {
    this.#latest = proposals;
  }

  /** @returns what the person wants to see again of these, which were kept before */
  async offer(proposals: readonly Proposal[]): Promise<readonly Proposal[]> {
    const [first] = proposals;
    if (!first) {
      return [];
    }
    const again = l10n.t('Show Again');
    const said =
      proposals.length === 1
        ? l10n.t('The proposal for “{0}” was closed and not applied.', nameOf(first.target))
        : l10n.t('{0} proposals were closed and not applied.', proposals.length);
    const chosen = await window.showInformationMessage(said, again);
    if (chosen !== again || this.#latest !== proposals) {
      return [];
    }
    this.#latest = [];
    return proposals;
  }
}
