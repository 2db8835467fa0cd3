import { l10n, window } from 'vscode';
import { checkApiKey } from '../service/api-key.ts';
import { type BaseUrl, parseBaseUrl } from '../service/base-url.ts';
import { ServiceError } from '../service/errors.ts';
import { errorInWords } from '../ui/error-words.ts';
import { type AddressStep, askForAddress } from './address-step.ts';
import type { Connection } from './connection.ts';
import { askForKey, type KeyStep } from './key-step.ts';
import { KeyringError } from './key-store.ts';

/** Milliseconds; a service that cannot list its models in this time is not one to connect to. */
const PROOF_DEADLINE = { firstByte: 30_000 };

/**
 * Connect to a Service…: address, key, proof. A failure goes back to the step that can mend it, with what
 * was typed and the cause in words. `false` when the person left.
 */
export async function connect(
  connection: Connection,
  { startAt }: { startAt?: 'key' } = {},
): Promise<boolean> {
  let known = startAt === 'key' ? connection.base() : undefined;
  const address: AddressStep = { connection, value: known?.href ?? '', failure: undefined };
  const key: KeyStep = { value: '' };
  for (;;) {
    const base = known ?? (await askForAddress(address));
    known = undefined;
    if (!base) {
      return false;
    }
    address.failure = undefined;
    if (!(await connection.mayTravelTo(base))) {
      continue;
    }
    const proved = await proveWithKey(connection, base, key);
    if (proved === 'left') {
      return false;
    }
    if (proved === 'back') {
      continue;
    }
    if (ServiceError.is(proved)) {
      address.failure = errorInWords(proved).message;
      continue;
    }
    await connection.keep(base);
    sayConnected(base, proved);
    return true;
  }
}

/** Stays at the key as long as it is the key that is refused. */
async function proveWithKey(
  connection: Connection,
  base: BaseUrl,
  step: KeyStep,
): Promise<number | ServiceError | 'back' | 'left'> {
  const stored = await storedKey(connection, base.origin);
  return askForKey(base, stored !== undefined, step, async (typed, signal) => {
    const apiKey = typed || stored;
    const models = await prove(connection, base, apiKey, signal);
    if (typed && !(await keepKey(connection, base, typed))) {
      return 'left';
    }
    return models;
  });
}

async function storedKey(connection: Connection, origin: string): Promise<string | undefined> {
  try {
    return await connection.keys.get(origin);
  } catch (error) {
    if (error instanceof KeyringError) {
      return undefined;
    }
    throw error;
  }
}

/** How many models the service has; asked once, without retries. */
async function prove(
  connection: Connection,
  base: BaseUrl,
  apiKey: string | undefined,
  signal?: AbortSignal,
): Promise<number> {
  const client = await connection.tryOut(base.href, apiKey, PROOF_DEADLINE);
  try {
    const { data } = await client.listModels({ signal });
    await connection.knownModels.remember(
      base,
      data.map(({ id }) => id),
    );
    return data.length;
  } finally {
    await client.close();
  }
}

/** `false` when there is no keyring and the person does not want a key for this session only. */
async function keepKey(connection: Connection, base: BaseUrl, apiKey: string): Promise<boolean> {
  try {
    await connection.keys.store(base.origin, apiKey);
    return true;
  } catch (error) {
    if (!(error instanceof KeyringError)) {
      throw error;
    }
    const forSession = l10n.t('Keep for This Session');
    const chosen = await window.showWarningMessage(
      l10n.t('VS Code has no secret storage here, so the key cannot be kept safely.'),
      {
        modal: true,
        detail: l10n.t('It can be kept in memory until this window closes. {0}', error.message),
      },
      forSession,
    );
    if (chosen === forSession) {
      connection.keys.storeForSession(base.origin, apiKey);
    }
    return chosen === forSession;
  }
}

function sayConnected(base: BaseUrl, models: number): void {
  const choose = l10n.t('Select Model…');
  const message =
    models === 1
      ? l10n.t('Connected to {0}: 1 model found.', base.host)
      : l10n.t('Connected to {0}: {1} models found.', base.host, models);
  // Not awaited: what the person wanted to do in the first place goes on meanwhile.
  void window.showInformationMessage(message, ...(models > 1 ? [choose] : [])).then(async (chosen) => {
    if (chosen === choose) {
      const { commands } = await import('vscode');
      await commands.executeCommand('inkwell.selectModel');
    }
  });
}

/** For other extensions: see {@link InkwellApi.connect}. */
export async function connectTo(
  connection: Connection,
  service: { baseUrl: string; apiKey?: string },
): Promise<{ models: number }> {
  const base = parseBaseUrl(service.baseUrl);
  checkApiKey(service.apiKey);
  if (!(await connection.mayTravelTo(base, false))) {
    throw new ServiceError(
      'invalidRequest',
      `${base.host} is not encrypted: only the user can agree to it.`,
      {
        param: 'baseUrl',
      },
    );
  }
  const models = await prove(connection, base, service.apiKey);
  if (service.apiKey) {
    await connection.keys.store(base.origin, service.apiKey);
  }
  await connection.keep(base);
  return { models };
}
