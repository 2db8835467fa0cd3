import { env, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Model } from '../service/response-schema.ts';
import type { CommandId } from '../ui/commands.ts';
import { errorInWords } from '../ui/error-words.ts';
import { plainText } from '../ui/plain-text.ts';
import { exactId, readableId, type UsedModel } from './model-order.ts';
import { type PermissionField, permissionEntries } from './permissions.ts';
import { taskName, taskUse } from './task-words.ts';

/** A model, which its row's commands are given. */
export interface ModelRow extends UsedModel<Model> {
  readonly kind: 'model';
}

/** Something to read. */
export interface FactRow {
  readonly kind: 'fact';
  readonly label: string;
  readonly description?: string;
  readonly icon?: string;
  /** Read aloud, where icon and label do not say it all. */
  readonly spoken?: string;
}

/** Something to do. */
export interface ActionRow {
  readonly kind: 'action';
  readonly label: string;
  readonly description?: string;
  readonly icon: string;
  readonly command: CommandId;
  readonly given?: readonly unknown[];
}

export interface GroupRow {
  readonly kind: 'group';
  readonly label: string;
  readonly rows: readonly FactRow[];
}

export type Row = ModelRow | FactRow | ActionRow | GroupRow;

const LONGEST_OWNER = 100;

export function itemOf(row: Row): TreeItem {
  switch (row.kind) {
    case 'model':
      return modelItem(row);
    case 'group':
      return new TreeItem(row.label, TreeItemCollapsibleState.Expanded);
    case 'action': {
      const item = new TreeItem(row.label);
      item.iconPath = new ThemeIcon(row.icon);
      item.description = row.description ?? '';
      item.command = { command: row.command, title: row.label, arguments: [...(row.given ?? [])] };
      item.accessibilityInformation = {
        label: [row.label, row.description].filter(Boolean).join(', '),
        role: 'button',
      };
      return item;
    }
    case 'fact': {
      const item = new TreeItem(row.label);
      item.description = row.description ?? '';
      item.tooltip = [row.label, row.description].filter(Boolean).join(': ');
      if (row.icon) {
        item.iconPath = new ThemeIcon(row.icon);
      }
      item.accessibilityInformation = { label: row.spoken ?? item.tooltip };
      return item;
    }
  }
}

function modelItem({ model, uses }: ModelRow): TreeItem {
  const label = readableId(model.id);
  const owner = ownerOf(model);
  const does = uses.map(taskUse).join(', ');
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  item.id = model.id;
  item.description = [does, owner].filter(Boolean).join(' · ');
  item.tooltip = [exactId(model.id), owner, does].filter(Boolean).join('\n');
  // Without an icon, the names of the others would stand further left.
  item.iconPath = new ThemeIcon(uses.length > 0 ? 'check' : 'blank');
  item.contextValue = ['model', ...uses].join(' ');
  item.accessibilityInformation = {
    label: [label, does && l10n.t('in use: {0}', does), owner].filter(Boolean).join(', '),
  };
  return item;
}

function ownerOf({ owned_by }: Model): string {
  return plainText(owned_by ?? '', LONGEST_OWNER);
}

/** What a service says of one model, below its row. */
export function rowsOf(row: ModelRow, model: Model): Row[] {
  const created = dateOf(model.created);
  const permissions = permissionEntries(model.permission);
  const [only] = permissions;
  return [
    useRow(row),
    fact(l10n.t('Owner'), ownerOf(model) || l10n.t('not said'), 'organization'),
    ...(created ? [fact(l10n.t('Created'), created, 'calendar')] : []),
    ...(permissions.length === 0 ? [fact(l10n.t('Permissions'), l10n.t('not said'), 'lock')] : []),
    ...(only && permissions.length === 1
      ? only.map(permissionRow)
      : permissions.map(
          (fields, index): GroupRow => ({
            kind: 'group',
            label: l10n.t('Permission {0}', index + 1),
            rows: fields.map(permissionRow),
          }),
        )),
  ];
}

function fact(label: string, description: string, icon: string): FactRow {
  return { kind: 'fact', label, description, icon };
}

function useRow(row: ModelRow): ActionRow {
  return {
    kind: 'action',
    label: l10n.t('Use for…'),
    description: row.uses.map(taskName).join(', '),
    icon: 'checklist',
    command: 'inkwell.useModel',
    given: [row],
  };
}

function permissionRow({ name, value }: PermissionField): FactRow {
  const label = name || l10n.t('Permission');
  if (typeof value === 'string') {
    return fact(label, value, 'blank');
  }
  const said = value ? l10n.t('yes') : l10n.t('no');
  return { kind: 'fact', label, icon: value ? 'check' : 'close', spoken: `${label}: ${said}` };
}

/** Seconds since 1970; other numbers are none. */
function dateOf(created: unknown): string | undefined {
  if (typeof created !== 'number' || !(created > 0) || created > 8.64e12) {
    return undefined;
  }
  return new Date(created * 1000).toLocaleDateString(env.language, { dateStyle: 'medium' });
}

/** What can be done where the models cannot be listed. */
export function remedyRows(error: unknown): ActionRow[] {
  const { remedies } = errorInWords(error);
  const row = (label: string, icon: string, command: CommandId, ...given: unknown[]): ActionRow => ({
    kind: 'action',
    label,
    icon,
    command,
    given,
  });
  return [
    ...(remedies.includes('setKey') ? [row(l10n.t('Set Key'), 'key', 'inkwell.connect', 'key')] : []),
    row(l10n.t('Retry'), 'refresh', 'inkwell.refreshModels'),
    ...(remedies.includes('connect') ? [row(l10n.t('Connect…'), 'plug', 'inkwell.connect')] : []),
    row(l10n.t('Check Connection'), 'pulse', 'inkwell.checkConnection'),
    row(l10n.t('Show Log'), 'output', 'inkwell.showLog'),
  ];
}
