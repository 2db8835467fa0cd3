import { l10n, QuickInputButtons, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { type BaseUrl, parseBaseUrl } from '../service/base-url.ts';
import { ServiceError } from '../service/errors.ts';
import type { Connection } from './connection.ts';
import { findLocalServices, type LocalService } from './local-services.ts';
import { readConnectionSettings } from './settings.ts';

/** The state of the address between visits. */
export interface AddressStep {
  readonly connection: Connection;
  value: string;
  /** Why the last address did not do. */
  failure: string | undefined;
}

const title = (): string => l10n.t('Connect to a Service (1/2): Address');
const example = (): string => l10n.t('Such as https://api.example.com or http://localhost:11434');

/**
 * Asks for the address. At first in a list that offers the services found on this machine; to mend an address
 * in a box below which the whole cause can be read. `undefined` when the person left.
 */
export async function askForAddress(step: AddressStep): Promise<BaseUrl | undefined> {
  for (;;) {
    const typed = step.failure === undefined ? await chooseAddress(step) : await mendAddress(step);
    if (typed === undefined) {
      return undefined;
    }
    if (typed === 'back') {
      step.failure = undefined;
      continue;
    }
    step.value = typed.address;
    try {
      return parseBaseUrl(typed.address);
    } catch (error) {
      step.failure = ServiceError.is(error) ? error.message : String(error);
    }
  }
}

interface AddressItem extends QuickPickItem {
  readonly address?: string;
}

function chooseAddress(step: AddressStep): Promise<{ address: string } | undefined> {
  const picker = window.createQuickPick<AddressItem>();
  const search = new AbortController();
  const found: AddressItem[] = [];
  const current = readConnectionSettings().baseUrl;
  picker.title = title();
  picker.placeholder = example();
  picker.ignoreFocusOut = true;
  picker.value = step.value;
  const show = (): void => {
    const [active] = picker.activeItems;
    picker.items = itemsFor(picker.value.trim(), found, current);
    // A service found meanwhile must not move the choice to another.
    picker.activeItems = picker.items.filter(
      ({ address }) => address !== undefined && address === active?.address,
    );
  };
  show();
  picker.busy = true;
  const searched = findLocalServices(
    step.connection,
    (service) => {
      found.push(itemFor(service));
      show();
    },
    search.signal,
  )
    .catch(() => {
      // It is only an offer: an address can be typed all the same.
    })
    .finally(() => {
      picker.busy = false;
    });
  return new Promise((resolve) => {
    picker.onDidChangeValue(show);
    picker.onDidAccept(() => {
      // The typed text counts, not the row: rows come a moment later, and the key goes where this says.
      resolve({ address: picker.value.trim() || (picker.selectedItems[0]?.address ?? '') });
      picker.hide();
    });
    picker.onDidHide(() => {
      search.abort();
      void searched.finally(() => picker.dispose());
      resolve(undefined);
    });
    picker.show();
  });
}

function mendAddress(step: AddressStep): Promise<{ address: string } | 'back' | undefined> {
  const input = window.createInputBox();
  input.title = title();
  input.placeholder = example();
  input.ignoreFocusOut = true;
  input.value = step.value;
  input.validationMessage = step.failure;
  input.buttons = [QuickInputButtons.Back];
  return new Promise((resolve) => {
    input.onDidChangeValue((value) => {
      if (value !== step.value) {
        input.validationMessage = undefined;
      }
    });
    input.onDidAccept(() => {
      resolve({ address: input.value });
      input.hide();
    });
    input.onDidTriggerButton(() => {
      resolve('back');
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

function itemFor({ address, models }: LocalService): AddressItem {
  const description =
    models === undefined
      ? l10n.t('wants a key')
      : models === 1
        ? l10n.t('1 model')
        : l10n.t('{0} models', models);
  return { label: `$(server) ${address}`, description, address, alwaysShow: true };
}

/** What was typed, or else what is known. */
function itemsFor(typed: string, found: readonly AddressItem[], current: string): AddressItem[] {
  if (typed) {
    return [{ label: `$(plug) ${l10n.t('Connect to {0}', typed)}`, address: typed, alwaysShow: true }];
  }
  const items: AddressItem[] = [];
  if (current) {
    items.push(
      { label: l10n.t('connected now'), kind: QuickPickItemKind.Separator },
      { label: `$(link) ${current}`, address: current, alwaysShow: true },
    );
  }
  if (found.length > 0) {
    items.push({ label: l10n.t('found on this machine'), kind: QuickPickItemKind.Separator }, ...found);
  }
  return items;
}
