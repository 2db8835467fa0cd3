import type { SecretStorage } from 'vscode';

const PREFIX = 'inkwell.apiKey:';

/** Thrown where VS Code has no keyring to keep a key in. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
}

/**
 * One key for each service origin (scheme, host, port), in VS Code's secret storage. Where that fails, a key
 * can be kept for this session.
 */
export class KeyStore {
  readonly #secrets: SecretStorage;
  readonly #session = new Map<string, string>();

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  /** @throws {KeyringError} when the secret storage does not answer */
  async get(origin: string): Promise<string | undefined> {
    return this.#session.get(origin) ?? (await this.#guard(() => this.#secrets.get(PREFIX + origin)));
  }

  /** Where the key of an origin is, if there is one; `unavailable` where the secret storage does not say. */
  async placeOf(origin: string): Promise<'session' | 'storage' | 'none' | 'unavailable'> {
    if (this.#session.has(origin)) {
      return 'session';
    }
    try {
      return (await this.get(origin)) === undefined ? 'none' : 'storage';
    } catch {
      return 'unavailable';
    }
  }

  /** @throws {KeyringError} */
  async store(origin: string, key: string): Promise<void> {
    await this.#guard(() => this.#secrets.store(PREFIX + origin, key));
    this.#session.delete(origin);
  }

  storeForSession(origin: string, key: string): void {
    this.#session.set(origin, key);
  }

  /** @throws {KeyringError} */
  async forget(origin: string): Promise<void> {
    const wasForSession = this.#session.delete(origin);
    try {
      await this.#guard(() => this.#secrets.delete(PREFIX + origin));
    } catch (error) {
      if (!wasForSession) {
        throw error;
      }
    }
  }

  /** The origins that have a key. */
  async origins(): Promise<string[]> {
    // Without a keyring there may still be keys for this session.
    const stored = await this.#guard(() => this.#secrets.keys()).catch(() => []);
    const origins = stored.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
    return [...new Set([...origins, ...this.#session.keys()])].sort();
  }

  async #guard<T>(action: () => Thenable<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw new KeyringError(error instanceof Error ? error.message : String(error));
    }
  }
}
