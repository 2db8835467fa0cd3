import { commands, type Disposable, EventEmitter, type ExtensionContext, workspace } from 'vscode';
import { type BaseUrl, parseBaseUrl } from '../service/base-url.ts';
import type { Client, ClientOptions } from '../service/client.ts';
import type { Deadlines } from '../service/deadlines.ts';
import type { Network } from '../service/dispatcher.ts';
import type { Log } from '../ui/log.ts';
import { KeyringError, KeyStore } from './key-store.ts';
import { KnownModels } from './known-models.ts';
import { type ConnectionSettings, readBaseUrl, readConnectionSettings } from './settings.ts';
import { ConnectionStatus } from './status.ts';

/** A service that can be asked now. */
export interface Connected {
  readonly client: Client;
  readonly base: BaseUrl;
}

/** Settings that decide which service is asked, and how it is reached. */
const OF_CONNECTION = ['inkwell.baseUrl', 'inkwell.timeouts', 'inkwell.certificates', 'http'];

const PLAIN_HTTP_ALLOWED = 'inkwell.plainHttpAllowed';

/**
 * Which service, with which key, past which proxy. Surfaces ask it for a client at the moment they act, so
 * that a changed address or key counts at once.
 */
export class Connection implements Disposable {
  readonly keys: KeyStore;
  readonly knownModels: KnownModels;
  readonly #context: ExtensionContext;
  readonly #log: Log;
  readonly #status = new ConnectionStatus();
  readonly #mends = new EventEmitter<void>();
  /** Address, key, or one of all our settings is another: what failed may not fail again. */
  readonly onDidMend = this.#mends.event;
  readonly #listeners: Disposable[];
  readonly #changes = new EventEmitter<void>();
  /** Which service is asked, with which key, or how it is reached, may be another now. */
  readonly onDidChange = this.#changes.event;
  /**
   * By what they were made of. A client of former settings stays: what is under way with it, or held across a
   * question, comes to its end. Its idle connections close by themselves.
   */
  readonly #clients = new Map<string, Promise<Client>>();

  constructor(context: ExtensionContext, log: Log) {
    this.#context = context;
    this.#log = log;
    this.keys = new KeyStore(context.secrets);
    this.knownModels = new KnownModels(context.globalState);
    this.#listeners = [
      this.#status,
      this.#mends,
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('inkwell') || event.affectsConfiguration('http')) {
          this.#mended();
        }
        if (OF_CONNECTION.some((setting) => event.affectsConfiguration(setting))) {
          this.#changes.fire();
        }
      }),
      context.secrets.onDidChange(() => {
        this.#mended();
        this.#changes.fire();
      }),
      this.#changes,
    ];
    this.#setContext();
  }

  /** Whether an address is set; it may still be wrong. */
  get isSet(): boolean {
    return readBaseUrl() !== '';
  }

  /** The address in use; `undefined` where there is none that could be right. */
  base(): BaseUrl | undefined {
    try {
      return parseBaseUrl(readBaseUrl());
    } catch {
      return undefined;
    }
  }

  /** Asks for a service, whether there is one or not. `false` when the person thought better of it. */
  async connect(options: { startAt?: 'key' } = {}): Promise<boolean> {
    const { connect } = await import('./connect.ts');
    return connect(this, options);
  }

  /**
   * A client of the service, after asking for one where none is set. `undefined` when the person gave up.
   *
   * @throws {ServiceError} `invalidRequest` when the address or the key in use cannot be right
   */
  async require(): Promise<Connected | undefined> {
    // An address that cannot be right leads to Connect as well as none does.
    if (!this.base() && !(await this.connect())) {
      return undefined;
    }
    return this.#connected(true);
  }

  /**
   * A client of the service, for what nobody has asked for just now. `undefined` where the person would have to be asked
   * something first.
   *
   * @throws {ServiceError} `invalidRequest` when the key in use cannot be right
   */
  async ready(): Promise<Connected | undefined> {
    return this.base() && this.#connected(false);
  }

  async #connected(ask: boolean): Promise<Connected | undefined> {
    const settings = readConnectionSettings();
    const base = parseBaseUrl(settings.baseUrl);
    if (!(await this.mayTravelTo(base, ask))) {
      return undefined;
    }
    return { base, client: await this.#clientFor(settings, await this.#key(base.origin)) };
  }

  /** Whether plain http to this service has the user's yes, asking where it matters. */
  async mayTravelTo(base: BaseUrl, ask = true): Promise<boolean> {
    if (base.isSecure || base.isLoopback) {
      return true;
    }
    const allowed = this.#context.globalState.get<string[]>(PLAIN_HTTP_ALLOWED, []);
    if (allowed.includes(base.origin)) {
      return true;
    }
    if (!ask) {
      return false;
    }
    const { askForPlainHttp } = await import('./plain-http.ts');
    if (!(await askForPlainHttp(base.host))) {
      return false;
    }
    await this.#context.globalState.update(PLAIN_HTTP_ALLOWED, [...allowed, base.origin]);
    return true;
  }

  /** A client that is not the connection's yet, to prove an address and a key; the caller closes it. */
  async tryOut(
    baseUrl: string,
    apiKey: string | undefined,
    deadlines: Partial<Deadlines>,
    { quiet = false } = {},
  ): Promise<Client> {
    const settings = readConnectionSettings();
    return this.#make({ ...settings, baseUrl, deadlines: { ...settings.deadlines, ...deadlines } }, apiKey, {
      retries: 0,
      onEvent: quiet ? undefined : (event) => this.#log.request(event),
    });
  }

  /** Proxy and certificates, these being read. What cannot be read is left out, and logged. */
  async network(settings = readConnectionSettings()): Promise<Network> {
    const { readFile } = await import('node:fs/promises');
    const certificates = await Promise.all(
      settings.certificateFiles.map(async (file) => {
        try {
          return [await readFile(file, 'utf8')];
        } catch (error) {
          this.#log.warn(`The certificate file ${file} cannot be read: ${String(error)}`);
          return [];
        }
      }),
    );
    return { ...settings.network, certificates: certificates.flat() };
  }

  /** What was said of a failure is over: the service has answered. */
  works(): void {
    this.#status.clear();
    this.#changes.fire();
  }

  /** Keeps an address that has been proved. */
  async keep(base: BaseUrl): Promise<void> {
    await workspace.getConfiguration('inkwell').update('baseUrl', base.href, true);
    this.works();
    this.#log.info(`Connected to ${base.href}.`);
  }

  dispose(): void {
    for (const listener of this.#listeners) {
      listener.dispose();
    }
    for (const client of this.#clients.values()) {
      void client.then((made) => made.close());
    }
  }

  async #key(origin: string): Promise<string | undefined> {
    try {
      return await this.keys.get(origin);
    } catch (error) {
      if (error instanceof KeyringError) {
        // The service will say if it wants one; Connect then offers a key for this session.
        this.#log.warn(`The secret storage does not answer: ${error.message}`);
        return undefined;
      }
      throw error;
    }
  }

  #clientFor(settings: ConnectionSettings, apiKey: string | undefined): Promise<Client> {
    const fingerprint = JSON.stringify([settings, apiKey]);
    const known = this.#clients.get(fingerprint);
    if (known) {
      return known;
    }
    const client = this.#make(settings, apiKey, {
      onEvent: (event) => {
        this.#log.request(event);
        this.#status.observe(event);
      },
    });
    this.#clients.set(fingerprint, client);
    client.catch(() => this.#clients.delete(fingerprint));
    return client;
  }

  async #make(
    settings: ConnectionSettings,
    apiKey: string | undefined,
    options: Pick<ClientOptions, 'retries' | 'onEvent'>,
  ): Promise<Client> {
    const { Client } = await import('../service/client.ts');
    return new Client({
      baseUrl: settings.baseUrl,
      apiKey,
      deadlines: settings.deadlines,
      network: await this.network(settings),
      userAgent: `inkwell/${this.#context.extension.packageJSON.version}`,
      ...options,
    });
  }

  /** What the status item warns of may be over. */
  #mended(): void {
    this.#status.clear();
    this.#setContext();
    this.#mends.fire();
  }

  #setContext(): void {
    void commands.executeCommand('setContext', 'inkwell.connected', this.isSet);
  }
}
