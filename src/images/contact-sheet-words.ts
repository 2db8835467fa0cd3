import { l10n } from 'vscode';
import type { SheetWords } from './shared/sheet-words.ts';

/** The words of the contact sheet's page in the person's language. */
export function contactSheetWords(): SheetWords {
  return {
    title: l10n.t('New Images'),
    images: l10n.t('Images'),
    prompt: l10n.t('Prompt'),
    dimensions: l10n.t('{0}×{1}'),
    regenerate: l10n.t('Regenerate'),
    discardAll: l10n.t('Discard All'),
    discardRest: l10n.t('Discard the Rest'),
    busy: l10n.t('Other images are being made…'),
    open: l10n.t('Open'),
    openNamed: l10n.t('Open {0}'),
    keep: l10n.t('Keep'),
    keepNamed: l10n.t('Keep {0}'),
    discard: l10n.t('Discard'),
    discardNamed: l10n.t('Discard {0}'),
    copyPath: l10n.t('Copy Path'),
    copyPathNamed: l10n.t('Copy Path of {0}'),
    insert: l10n.t('Insert'),
    insertNamed: l10n.t('Insert {0}'),
    vary: l10n.t('Create Variations'),
    varyNamed: l10n.t('Create Variations of {0}'),
    alt: l10n.t('Alt text'),
    altNamed: l10n.t('Alt text of {0}'),
    kept: l10n.t('{0} is kept'),
    notKept: l10n.t('{0} is not kept'),
    gone: l10n.t('The file is no longer there.'),
    goneNamed: l10n.t('{0} is no longer there'),
    backNamed: l10n.t('{0} is there again'),
    changedNamed: l10n.t('{0} was changed: it is shown as it is now'),
    notShown: l10n.t('This image cannot be shown.'),
    none: l10n.t('There are no images here any more.'),
    loading: l10n.t('Loading the images…'),
  };
}
