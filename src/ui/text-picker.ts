import {
  type Disposable,
  l10n,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  window,
} from 'vscode';
import { fromOneLine, LINE_BREAK, toOneLine } from './one-line.ts';
import { plainLabel, plainText } from './plain-text.ts';
import type { TextHistory } from './text-history.ts';
import { type TextPreset, type TextRow, textRows } from './text-rows.ts';

export interface TextQuestion {
  readonly title: string;
  readonly placeholder: string;
  readonly history: TextHistory;
  readonly presets?: readonly TextPreset[];
  /** Leads to where the presets are; the question ends with it. */
  readonly settings?: { readonly tooltip: string; readonly open: () => void };
}

/** What was typed and not used, for the next time that the same is asked. */
export interface TypedDraft {
  text: string;
}

/** Asks for a text, with earlier ones and presets at hand. `undefined` when dismissed. */
export async function askForText(question: TextQuestion, draft: TypedDraft): Promise<string | undefined> {
  const picker = new TextPicker(question);
  try {
    const text = await picker.choose(draft.text);
    draft.text = text === undefined ? picker.typed : '';
    if (text !== undefined) {
      await question.history.add(text);
    }
    return text;
  } finally {
    picker.dispose();
  }
}

interface TextItem extends QuickPickItem {
  readonly row?: TextRow;
}

const CHANGE: QuickInputButton = { iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Change It First') };
const REMOVE: QuickInputButton = {
  iconPath: new ThemeIcon('trash'),
  tooltip: l10n.t('Remove from the List'),
};

/** The question while it is shown once. */
class TextPicker implements Disposable {
  readonly #question: TextQuestion;
  readonly #picker: QuickPick<TextItem>;
  /** The row of what is typed now, and the one of these that was last the active one. */
  #typedRow: TextRow | undefined;
  #activeRow: TextRow | undefined;

  constructor(question: TextQuestion) {
    const { title, placeholder, settings } = question;
    this.#question = question;
    this.#picker = window.createQuickPick<TextItem>();
    this.#picker.title = title;
    this.#picker.placeholder = placeholder;
    this.#picker.matchOnDetail = true;
    this.#picker.keepScrollPosition = true;
    // Looking something up in a document is part of thinking about a text.
    this.#picker.ignoreFocusOut = true;
    if (settings) {
      this.#picker.buttons = [{ iconPath: new ThemeIcon('settings-gear'), tooltip: settings.tooltip }];
    }
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
        this.#activeRow = item?.row?.source === 'typed' ? item.row : this.#activeRow;
      });
      picker.onDidAccept(() => {
        const text = this.#accepted();
        if (text !== undefined) {
          resolve(text);
        }
      });
      picker.onDidTriggerItemButton(({ item, button }) => void this.#pressed(item, button));
      picker.onDidTriggerButton(() => {
        resolve(undefined);
        this.#question.settings?.open();
      });
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  }

  dispose(): void {
    this.#picker.dispose();
  }

  #accepted(): string | undefined {
    const typed = fromOneLine(this.#picker.value).trim();
    const row = this.#picker.selectedItems[0]?.row;
    if (typed === '') {
      return row?.text;
    }
    // What was typed a moment ago may not have its row yet. Then another one is at the top by chance, and not chosen.
    const hadRow = this.#typedRow?.text === typed && this.#activeRow === this.#typedRow;
    return row && hadRow ? row.text : typed;
  }

  async #pressed({ row }: TextItem, button: QuickInputButton): Promise<void> {
    if (!row) {
      return;
    }
    if (button === CHANGE) {
      this.#picker.value = toOneLine(row.text);
    } else {
      await this.#question.history.remove(row.text);
    }
    this.#show();
  }

  #show(): void {
    const { value } = this.#picker;
    const { presets = [], history } = this.#question;
    const rows = textRows(value, presets, history.list());
    this.#typedRow = rows.find(({ source }) => source === 'typed');
    this.#picker.items = itemsFor(rows, value);
  }
}

function itemsFor(rows: readonly TextRow[], typed: string): TextItem[] {
  const headings = {
    typed: undefined,
    settings: l10n.t('from the settings'),
    history: l10n.t('earlier'),
  };
  return rows.flatMap((row, index): TextItem[] => {
    const heading = rows[index - 1]?.source === row.source ? undefined : headings[row.source];
    return [
      ...(heading === undefined ? [] : [{ label: heading, kind: QuickPickItemKind.Separator }]),
      itemFor(row, typed),
    ];
  });
}

function itemFor(row: TextRow, typed: string): TextItem {
  const { source, label, text } = row;
  switch (source) {
    case 'typed':
      return {
        // As it was typed: what begins with the field's text stands first, and of those the shortest.
        label: plainLabel(typed),
        description: typed.includes(LINE_BREAK)
          ? l10n.t('use what I typed; {0} stands for a new line', LINE_BREAK)
          : l10n.t('use what I typed'),
        alwaysShow: true,
        row,
      };
    case 'settings':
      return {
        label: plainLabel(label ?? toOneLine(text)),
        ...(label !== undefined && { detail: plainText(toOneLine(text), 200) }),
        buttons: [CHANGE],
        row,
      };
    case 'history':
      return { label: plainLabel(toOneLine(text)), buttons: [CHANGE, REMOVE], row };
  }
}
