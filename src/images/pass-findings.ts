import { l10n, window } from 'vscode';
import { findingInWords } from './findings-words.ts';
import { lookAtImage } from './image-facts.ts';
import { findingsOn } from './preflight.ts';

/**
 * Lets the person pass by what services may refuse of an image that was converted. What they were told of before, such as
 * that it is not square, is not told again; but as a PNG it may have become too large.
 */
export async function passFindings(image: Uint8Array, type: 'submit' | 'vary'): Promise<boolean> {
  const looked = lookAtImage(image);
  if (looked.kind !== 'image') {
    throw new Error(l10n.t('the converted image cannot be read.'));
  }
  const uploaded = { facts: looked.facts, bytes: image.length };
  const operation = type === 'submit' ? 'edit' : 'variation';
  const found = findingsOn({ operation, image: uploaded }).find(({ kind }) => kind === 'imageTooLarge');
  if (!found) {
    return true;
  }
  const send = l10n.t('Send Anyway');
  const chosen = await window.showWarningMessage(
    findingInWords(found, uploaded),
    { modal: true, detail: l10n.t('Nothing was sent yet. Scaling it down makes it smaller.') },
    send,
  );
  return chosen === send;
}
