import {
  type ConfigurationScope,
  commands,
  type Disposable,
  l10n,
  type Memento,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  window,
  workspace,
} from 'vscode';
import { fromOneLine, LINE_BREAK, toOneLine } from '../ui/one-line.ts';
import { plainLabel, plainText } from '../ui/plain-text.ts';
import { InstructionHistory } from './instruction-history.ts';
import {
  type InstructionPreset,
  type InstructionRow,
  instructionRows,
  presetsOf,
} from './instruction-list.ts';

export interface InstructionQuestion {
  /** What is going to be edited. */
  readonly title: string;
  readonly scope?: ConfigurationScope | undefined;
}

const SETTING = 'edit.instructions';

/** What was typed and not used, for the next time. */
let draft = '';

/** Asks what is to be done, with earlier instructions and those of the settings at hand. `undefined` when dismissed. */
export async function askForInstruction(
  { globalState }: { readonly globalState: Memento },
  { title, scope }: InstructionQuestion,
): Promise<string | undefined> {
  const history = new InstructionHistory(globalState);
  const presets = presetsOf(workspace.getConfiguration('inkwell', scope).get<unknown>(SETTING));
  const picker = new InstructionPicker(title, presets, history);
  try {
    const instruction = await picker.choose(draft);
    draft = instruction === undefined ? picker.typed : '';
    if (instruction !== undefined) {
      await history.add(instruction);
    }
    return instruction;
  } finally {
    picker.dispose();
  }
}

interface InstructionItem extends QuickPickItem {
  readonly row?: InstructionRow;
}

const CHANGE: QuickInputButton = { iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Change It First') };
const REMOVE: QuickInputButton = {
  iconPath: new ThemeIcon('trash'),
  tooltip: l10n.t('Remove from the List'),
};
const SETTINGS: QuickInputButton = {
  iconPath: new ThemeIcon('settings-gear'),
  tooltip: l10n.t('Edit the Instructions of the Settings'),
};

/** The question while it is shown once. */
class InstructionPicker implements Disposable {
  readonly #presets: readonly InstructionPreset[];
  readonly #history: InstructionHistory;
  readonly #picker: QuickPick<InstructionItem>;
  /** The row of what is typed now, and the one of these that was last the active one. */
  #typedRow: InstructionRow | undefined;
  #activeRow: InstructionRow | undefined;

  constructor(title: string, presets: readonly InstructionPreset[], history: InstructionHistory) {
    this.#presets = presets;
    this.#history = history;
    this.#picker = window.createQuickPick<InstructionItem>();
    this.#picker.title = title;
    this.#picker.placeholder = l10n.t('Say what is to be done, or choose an instruction');
    this.#picker.matchOnDetail = true;
    this.#picker.keepScrollPosition = true;
    // Looking something up in the document is part of thinking about an instruction.
    this.#picker.ignoreFocusOut = true;
    this.#picker.buttons = [SETTINGS];
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
        const instruction = this.#accepted();
        if (instruction !== undefined) {
          resolve(instruction);
        }
      });
      picker.onDidTriggerItemButton(({ item, button }) => void this.#pressed(item, button));
      picker.onDidTriggerButton(() => {
        resolve(undefined);
        void commands.executeCommand('workbench.action.openSettings', `inkwell.${SETTING}`);
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
      return row?.instruction;
    }
    // What was typed a moment ago may not have its row yet. Then another one is at the top by chance, and not chosen.
    const hadRow = this.#typedRow?.instruction === typed && this.#activeRow === this.#typedRow;
    return row && hadRow ? row.instruction : typed;
  }

  async #pressed({ row }: InstructionItem, button: QuickInputButton): Promise<void> {
    if (!row) {
      return;
    }
    if (button === CHANGE) {
      this.#picker.value = toOneLine(row.instruction);
    } else {
      await this.#history.remove(row.instruction);
    }
    this.#show();
  }

  #show(): void {
    const { value } = this.#picker;
    const rows = instructionRows(value, this.#presets, this.#history.list());
    this.#typedRow = rows.find(({ source }) => source === 'typed');
    this.#picker.items = itemsFor(rows, value);
  }
}

function itemsFor(rows: readonly InstructionRow[], typed: string): InstructionItem[] {
  const headings = {
    typed: undefined,
    settings: l10n.t('from the settings'),
    history: l10n.t('earlier'),
  };
  return rows.flatMap((row, index): InstructionItem[] => {
    const heading = rows[index - 1]?.source === row.source ? undefined : headings[row.source];
    return [
      ...(heading === undefined ? [] : [{ label: heading, kind: QuickPickItemKind.Separator }]),
      itemFor(row, typed),
    ];
  });
}

function itemFor(row: InstructionRow, typed: string): InstructionItem {
  const { source, label, instruction } = row;
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
        label: plainLabel(label ?? toOneLine(instruction)),
        ...(label !== undefined && { detail: plainText(toOneLine(instruction), 200) }),
        buttons: [CHANGE],
        row,
      };
    case 'history':
      return { label: plainLabel(toOneLine(instruction)), buttons: [CHANGE, REMOVE], row };
  }
}
