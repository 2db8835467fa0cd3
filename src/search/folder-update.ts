import { l10n, type WorkspaceFolder } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { loadTokenizer } from '../models/tokens.ts';
import type { Changes } from './changes.ts';
import type { EmbedOutcome } from './embed-run.ts';
import { type FolderScan, readChunksIn, scanFiles, scanFolder } from './folder-scan.ts';
import { countsOf, type FolderState } from './folder-state.ts';
import type { IndexIdentity } from './index-folder.ts';
import type { IndexTalk, SendingProgress } from './index-talk.ts';
import { IndexUpdate, type Survey, survey } from './index-update.ts';
import type { OpenIndex } from './open-index.ts';
import type { SearchServices } from './search-services.ts';
import { readSearchSettings } from './search-settings.ts';
import { TokenEstimate } from './token-estimate.ts';
import type { VectorIndex } from './vector-index.ts';

/** Tokens that are sent without a question, once the person has agreed to have a folder indexed. */
const LITTLE = 20_000;
/** What goes on may have become a little more than was agreed to, since files change meanwhile. */
const SLACK = 1.1;

const NOTHING: Known = { has: () => false, files: new Map() };

type Known = Pick<VectorIndex, 'has' | 'files'>;

/** What an update came to. */
export type UpdateResult =
  | { readonly kind: 'ended'; readonly outcome: EmbedOutcome; readonly survey: Survey }
  /** Much is to be sent, and there is nobody to ask. */
  | { readonly kind: 'toBeAsked'; readonly tokens: number }
  /** `current` where nothing had changed, `notAgreed` where there is nobody to ask whether to index at all. */
  | { readonly kind: 'current' | 'notAgreed' | 'givenUp' | 'exclude' | 'otherWindow' | 'unreadable' };

export interface FolderUpdateOptions {
  readonly folder: WorkspaceFolder;
  readonly services: SearchServices;
  readonly state: FolderState;
  readonly index: OpenIndex;
  readonly changes: Changes;
  /** Absent where nobody waits for it. */
  readonly talk: IndexTalk | undefined;
  /** Whether nothing that is there counts. */
  readonly isAnew: boolean;
  /** Is told when texts begin to be sent, and how it goes on. */
  readonly onSending: (progress: SendingProgress) => void;
}

/** Brings the index of a folder up to what its files are now, once. */
export class FolderUpdate {
  readonly #options: FolderUpdateOptions;
  readonly #stop = new AbortController();
  #sending: IndexUpdate | undefined;
  /** While it is written to. */
  #open: VectorIndex | undefined;
  /** What was agreed to for the index that is there, while it is only just to be replaced. */
  #replaced: IndexIdentity | undefined;
  #tell = (): void => {};

  constructor(options: FolderUpdateOptions) {
    this.#options = options;
  }

  get isPaused(): boolean {
    return this.#sending?.isPaused ?? false;
  }

  /** How much has come so far; `undefined` where nothing is being sent. */
  get size(): { readonly files: number; readonly chunks: number } | undefined {
    return this.#open && countsOf(this.#open);
  }

  /** @returns false where nothing is being sent */
  pause(): boolean {
    this.#sending?.pause();
    this.#tell();
    return this.#sending !== undefined;
  }

  resume(): void {
    this.#sending?.resume();
    this.#tell();
  }

  stop(): void {
    this.#stop.abort();
  }

  /** @throws {ServiceError} {@link IndexError}; what fails while texts are sent is in the outcome */
  async run(): Promise<UpdateResult> {
    const { services, folder, state, talk, index, changes } = this.#options;
    try {
      for (;;) {
        // Another window may have deleted the index, or had it made.
        await state.refresh();
        const connected = talk ? await services.connection.require() : await this.#connectedAlready();
        const identity = connected && (await this.#identity(connected));
        if (!connected || !identity) {
          return { kind: 'givenUp' };
        }
        if (!talk && !state.agreesTo(identity)) {
          return { kind: 'notAgreed' };
        }
        const result = await index.write(identity, (open) => this.#write(open, connected, identity));
        if (result !== 'model') {
          return result ?? { kind: 'otherWindow' };
        }
        if ((await services.models.ask('search', connected, folder.uri)) === undefined) {
          return { kind: 'givenUp' };
        }
      }
    } catch (error) {
      changes.addAll();
      throw error;
    }
  }

  async #identity(connected: Connected): Promise<IndexIdentity | undefined> {
    const { services, folder, talk } = this.#options;
    const model = talk
      ? await services.models.require('search', connected, folder.uri)
      : services.models.configured('search', folder.uri);
    return model === undefined ? undefined : { service: connected.base.href, model };
  }

  /** Who did not ask for anything is not asked anything. */
  async #connectedAlready(): Promise<Connected | undefined> {
    const { connection } = this.#options.services;
    const base = connection.base();
    return base && (await connection.mayTravelTo(base, false)) ? connection.require() : undefined;
  }

  async #write(
    index: VectorIndex,
    connected: Connected,
    identity: IndexIdentity,
  ): Promise<UpdateResult | 'model'> {
    const { folder, state, changes, talk, isAnew } = this.#options;
    const known = isAnew ? NOTHING : index;
    const looked = talk
      ? await talk.looking(folder.name, (report, signal) => this.#look(known, report, signal))
      : await this.#look(known, () => {}, this.#stop.signal);
    if (looked === 'unreadable') {
      return { kind: 'unreadable' };
    }
    if (!looked || this.#stop.signal.aborted) {
      changes.addAll();
      return { kind: 'givenUp' };
    }
    const { scan, found } = looked;
    const isAgreed = state.agreesTo(identity) && !isAnew;
    if (isAgreed && scan.changed.length === 0 && scan.removed.length === 0) {
      await state.keep({ underway: undefined, isPaused: false, ...countsOf(index) });
      return { kind: 'current' };
    }
    const isGoingOn = found.tokens <= SLACK * (state.record?.underway ?? 0);
    if (!isAgreed || (found.tokens > LITTLE && !isGoingOn)) {
      if (!talk) {
        changes.addAll();
        return { kind: 'toBeAsked', tokens: found.tokens };
      }
      const answer = await talk.ask({
        folder: folder.name,
        model: identity.model,
        host: connected.base.host,
        survey: found,
        leftOut: scan.leftOut,
        isReplacing: !isAgreed && state.record?.consent !== undefined,
      });
      if (answer !== 'index') {
        changes.addAll();
        return answer === 'model' ? 'model' : { kind: answer ?? 'givenUp' };
      }
      if (isAnew) {
        await index.clear();
      }
      this.#replaced = state.agreesTo(identity) ? undefined : state.record?.consent;
      await state.keep({ consent: identity, underway: found.tokens, isPaused: false });
    }
    return this.#send(index, connected, identity, scan, found);
  }

  /** What has changed, and how much of it is to be sent; nothing when it was cancelled. */
  async #look(
    known: Known,
    report: (message: string) => void,
    cancel: AbortSignal,
  ): Promise<{ scan: FolderScan; found: Survey } | 'unreadable' | undefined> {
    const { folder, changes, talk } = this.#options;
    const signal = AbortSignal.any([cancel, this.#stop.signal]);
    const settings = readSearchSettings(folder.uri);
    const options = { folder: folder.uri, known: known.files, settings, signal };
    const taken = changes.take();
    const some = talk ? undefined : taken && (await scanFiles(options, taken));
    const scan =
      some ??
      (await scanFolder(
        options,
        (seen) => seen % 100 === 0 && report(l10n.t('{0} files', seen.toLocaleString())),
      ));
    if (!scan || signal.aborted) {
      return scan ? undefined : 'unreadable';
    }
    const { changed } = scan;
    const found = await survey({
      index: known,
      changed,
      read: readChunksIn(folder.uri, settings),
      // To load what counts takes longer than to index a file that was saved.
      tokens: new TokenEstimate(talk && changed.length > 0 ? await loadTokenizer() : undefined),
      signal,
      onRead: (files) =>
        files % 20 === 0 &&
        report(l10n.t('{0} of {1} files read', files.toLocaleString(), changed.length.toLocaleString())),
    });
    return signal.aborted ? undefined : { scan, found };
  }

  async #send(
    index: VectorIndex,
    { client }: Connected,
    { model }: IndexIdentity,
    { changed, removed }: FolderScan,
    found: Survey,
  ): Promise<UpdateResult> {
    const { folder, state, talk, changes, onSending } = this.#options;
    this.#open = index;
    const total = found.texts;
    let done = 0;
    const run = async (tell: (progress: SendingProgress) => void): Promise<EmbedOutcome> => {
      const settings = readSearchSettings(folder.uri);
      this.#tell = () => tell({ done, total, isPaused: this.isPaused });
      this.#sending = new IndexUpdate({
        index,
        client,
        model,
        changed,
        removed,
        read: readChunksIn(folder.uri, settings),
        tokens: new TokenEstimate(),
        signal: this.#stop.signal,
        onProgress: ({ stored, refused }) => {
          done = stored + refused;
          this.#tell();
        },
      });
      this.#tell();
      return this.#sending.run();
    };
    let isCancelled = false;
    // Where nothing is sent, there is nothing to look at.
    const outcome =
      talk && total > 0
        ? await talk.sending(folder.name, (report, signal) => {
            signal.addEventListener('abort', () => {
              isCancelled = true;
              this.stop();
            });
            return run((progress) => {
              report(progress);
              onSending(progress);
            });
          })
        : await run(onSending);
    const isDone = outcome.end === 'done';
    this.#nameRefused(index, outcome);
    if (!isDone) {
      changes.addAll();
    }
    if (!isDone && outcome.stored === 0 && this.#replaced) {
      // The index before is still there, and still good for what it was made with.
      await state.keep({ consent: this.#replaced, underway: undefined });
      return { kind: 'ended', outcome, survey: found };
    }
    await state.keep({
      ...countsOf(index),
      ...(isDone ? { underway: undefined, isPaused: false } : isCancelled && { isPaused: true }),
    });
    return { kind: 'ended', outcome, survey: found };
  }

  /** In the log: what is in a file that the service does not take is nothing to be stopped by. */
  #nameRefused({ files }: VectorIndex, { refused }: EmbedOutcome): void {
    const reasons = new Map(refused.map(({ hash, error }) => [hash, error.message]));
    if (reasons.size === 0) {
      return;
    }
    for (const [path, { chunks }] of files) {
      for (const [hash, line] of chunks) {
        const reason = reasons.get(hash);
        if (reason !== undefined) {
          this.#options.services.log.warn(`${path}:${line + 1} cannot be searched by meaning: ${reason}`);
        }
      }
    }
  }
}
