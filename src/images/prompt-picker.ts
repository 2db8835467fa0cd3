import {
  type Disposable,
  l10n,
  type Memento,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  window,
} from 'vscode';
import { fromOneLine, LINE_BREAK, toOneLine } from '../ui/one-line.ts';
import { plainLabel } from '../ui/plain-text.ts';
import { TextHistory } from '../ui/text-history.ts';

/** What was typed and not used, for the next time. */
let draft = '';

/** The prompts that were given, on this machine. */
export function promptHistory({ globalState }: { readonly globalState: Memento }): TextHistory {
  return new TextHistory(globalState, 'inkwell.imagePrompts', 50);
}

/** Asks what is to be in an image, with earlier prompts at hand. `undefined` when dismissed. */
export async function askForPrompt(
  context: { readonly globalState: Memento },
  title: string,
): Promise<string | undefined> {
  const history = promptHistory(context);
  const picker = new PromptPicker(title, history);
  try {
    const prompt = await picker.choose(draft);
    draft = prompt === undefined ? picker.typed : '';
    if (prompt !== undefined) {
      await history.add(prompt);
    }
    return prompt;
  } finally {
    picker.dispose();
  }
}

interface PromptItem extends QuickPickItem {
  readonly prompt?: string;
  readonly isTyped?: boolean;
}

const CHANGE: QuickInputButton = { iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Change It First') };
const REMOVE: QuickInputButton = {
  iconPath: new ThemeIcon('trash'),
  tooltip: l10n.t('Remove from the List'),
};

/** The question while it is shown once. */
class PromptPicker implements Disposable {
  readonly #history: TextHistory;
  readonly #picker: QuickPick<PromptItem>;
  /** The row of what is typed now, and the one of these that was last the active one. */
  #typedItem: PromptItem | undefined;
  #activeItem: PromptItem | undefined;

  constructor(title: string, history: TextHistory) {
    this.#history = history;
    this.#picker = window.createQuickPick<PromptItem>();
    this.#picker.title = title;
    this.#picker.placeholder = l10n.t('Describe the image, or choose an earlier prompt');
    this.#picker.keepScrollPosition = true;
    // Looking something up in a document is part of thinking about a prompt.
    this.#picker.ignoreFocusOut = true;
  }

  get typed(): string {
    return this.#picker.value;
  }

  choose(value: string): Promise<string | undefined> {
    const picker = this.#picker;
    picker.value = value;
    this.#show();
    return new Promise((resolve) => {
      picker.onDidChangeValue(() => this.#show());
      picker.onDidChangeActive(([item]) => {
        this.#activeItem = item?.isTyped ? item : this.#activeItem;
      });
      picker.onDidAccept(() => {
        const prompt = this.#accepted();
        if (prompt !== undefined) {
          resolve(prompt);
        }
      });
      picker.onDidTriggerItemButton(({ item, button }) => void this.#pressed(item, button));
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  }

  dispose(): void {
    this.#picker.dispose();
  }

  #accepted(): string | undefined {
    const typed = fromOneLine(this.#picker.value).trim();
    const prompt = this.#picker.selectedItems[0]?.prompt;
    if (typed === '') {
      return prompt;
    }
    // What was typed a moment ago may not have its row yet. Then another one is at the top by chance, and not chosen.
    const hadRow = this.#typedItem?.prompt === typed && this.#activeItem === this.#typedItem;
    return prompt !== undefined && hadRow ? prompt : typed;
  }

  async #pressed({ prompt }: PromptItem, button: QuickInputButton): Promise<void> {
    if (prompt === undefined) {
      return;
    }
    if (button === CHANGE) {
      this.#picker.value = toOneLine(prompt);
    } else {
      await this.#history.remove(prompt);
    }
    this.#show();
  }

  #show(): void {
    const { value } = this.#picker;
    const typed = fromOneLine(value).trim();
    this.#typedItem = typed === '' ? undefined : typedItem(value, typed);
    const earlier = this.#history.list().filter((prompt) => prompt !== typed);
    this.#picker.items = [
      ...(this.#typedItem ? [this.#typedItem] : []),
      ...(earlier.length > 0 ? [{ label: l10n.t('earlier'), kind: QuickPickItemKind.Separator }] : []),
      ...earlier.map((prompt) => ({
        label: plainLabel(toOneLine(prompt)),
        buttons: [CHANGE, REMOVE],
        prompt,
      })),
    ];
  }
}

function typedItem(value: string, prompt: string): PromptItem {
  return {
    // As it was typed: what begins with the field's text stands first, and of those the shortest.
    label: plainLabel(value),
    description: value.includes(LINE_BREAK)
      ? l10n.t('use what I typed; {0} stands for a new line', LINE_BREAK)
      : l10n.t('use what I typed'),
    alwaysShow: true,
    prompt,
    isTyped: true,
  };
}
