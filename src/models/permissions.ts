import { plainText } from '../ui/plain-text.ts';

/** A field of a permission entry: allowed or not, or what it says. */
export interface PermissionField {
  readonly name: string;
  readonly value: boolean | string;
}

/** What is shown of a list that may be of any length. */
const MOST = 50;
const LONGEST = 200;

/** The same in each entry, and so of no use to anybody. */
const CONSTANT = 'object';

/**
 * A model's permission entries, whatever they are: the interface does not show their fields (§2). What is no list counts
 * as one entry, what is no object as one field without a name. What is allowed and what is not comes first.
 */
export function permissionEntries(permission: unknown): PermissionField[][] {
  const entries: unknown[] = Array.isArray(permission)
    ? permission
    : permission === null || permission === undefined
      ? []
      : [permission];
  return entries.slice(0, MOST).map(fieldsOf);
}

function fieldsOf(entry: unknown): PermissionField[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return [{ name: '', value: shownValue(entry) }];
  }
  const fields = Object.entries(entry).filter(([name]) => name !== CONSTANT);
  const isRight = ([, value]: (typeof fields)[number]): boolean => typeof value === 'boolean';
  return [...fields.filter(isRight), ...fields.filter((field) => !isRight(field))]
    .slice(0, MOST)
    .map(([name, value]) => ({
      name: plainText(name.replaceAll('_', ' '), LONGEST),
      value: shownValue(value),
    }));
}

function shownValue(value: unknown): boolean | string {
  if (typeof value === 'boolean') {
    return value;
  }
  if (value === null || value === undefined) {
    return '–';
  }
  return plainText(typeof value === 'object' ? JSON.stringify(value) : String(value), LONGEST);
}
