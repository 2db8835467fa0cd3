import { l10n, type QuickPick, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { type ImageChoice, sizesWith, typedChoice } from './image-request.ts';

/** Counts to choose from; others can be typed. */
const COUNTS: readonly number[] = [1, 2, 3, 4];

interface ChoiceItem extends QuickPickItem {
  /** What choosing it changes; absent where it is what is asked for. */
  readonly change?: Partial<ImageChoice>;
}

/** Asks how many images, and in which size; the values in effect need but one key. `undefined` when dismissed. */
export function askForChoice(title: string, inEffect: ImageChoice): Promise<ImageChoice | undefined> {
  const picker = window.createQuickPick<ChoiceItem>();
  let choice = inEffect;
  picker.title = title;
  picker.placeholder = l10n.t(
    'Press Enter to begin, or choose or type a count and a size, such as 2 640x480',
  );
  // Looking something up meanwhile loses nothing.
  picker.ignoreFocusOut = true;
  return new Promise((resolve) => {
    const listeners = [
      picker.onDidChangeValue(() => show(picker, choice, inEffect)),
      picker.onDidAccept(() => {
        const typed = picker.value.trim();
        // What was typed a moment ago may not have its row yet.
        const change = typed === '' ? picker.selectedItems[0]?.change : typedChoice(typed);
        if (change) {
          choice = { ...choice, ...change };
          picker.value = '';
          show(picker, choice, inEffect);
        } else if (typed === '' && picker.selectedItems.length > 0) {
          resolve(choice);
          picker.hide();
        }
      }),
      picker.onDidHide(() => {
        resolve(undefined);
        for (const listener of listeners) {
          listener.dispose();
        }
        picker.dispose();
      }),
    ];
    show(picker, choice, inEffect);
    picker.show();
  });
}

function show(picker: QuickPick<ChoiceItem>, choice: ImageChoice, inEffect: ImageChoice): void {
  const typed = picker.value.trim();
  if (typed !== '') {
    const change = typedChoice(typed);
    picker.items = [
      {
        label: change
          ? inWords({ ...choice, ...change })
          : l10n.t('Type a count such as 3, or a size such as 640x480'),
        alwaysShow: true,
        ...(change && { change }),
      },
    ];
    return;
  }
  const begin: ChoiceItem = { label: `$(play) ${inWords(choice)}`, description: l10n.t('begin') };
  const chosen = { description: l10n.t('chosen now') };
  picker.items = [
    begin,
    { label: l10n.t('count'), kind: QuickPickItemKind.Separator },
    ...countsWith(inEffect.n).map((n) => ({
      label: countInWords(n),
      change: { n },
      ...(n === choice.n && chosen),
    })),
    { label: l10n.t('size'), kind: QuickPickItemKind.Separator },
    ...[...sizesWith(inEffect.size), undefined].map((size) => ({
      label: sizeInWords(size),
      change: { size },
      ...(size === choice.size && chosen),
    })),
  ];
  picker.activeItems = [begin];
}

/** Not to say how many is for who has set it so: what that costs, only their service knows. */
function countsWith(n: number | undefined): readonly (number | undefined)[] {
  return n === undefined ? [...COUNTS, n] : COUNTS;
}

function inWords({ n, size }: ImageChoice): string {
  return l10n.t('{0}, {1}', countInWords(n), sizeInWords(size));
}

function sizeInWords(size: string | undefined): string {
  return size ?? l10n.t('size as the service has it');
}

function countInWords(n: number | undefined): string {
  if (n === undefined) {
    return l10n.t('as many images as the service gives');
  }
  return n === 1 ? l10n.t('1 image') : l10n.t('{0} images', n);
}
