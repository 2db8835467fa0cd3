import {
  CancellationError,
  type CancellationToken,
  LanguageModelTextPart,
  type LanguageModelTool,
  type LanguageModelToolInvocationOptions,
  type LanguageModelToolInvocationPrepareOptions,
  LanguageModelToolResult,
  l10n,
  MarkdownString,
  type PreparedToolInvocation,
} from 'vscode';
import type { Connection } from '../connection/connection.ts';
import { NotText } from '../files/file-text.ts';
import { LandingError } from '../landing/landing-error.ts';
import { ServiceError } from '../service/errors.ts';
import { errorInWords } from '../ui/error-words.ts';
import type { Log } from '../ui/log.ts';
import { logFailure } from '../ui/log-failure.ts';
import { ToldError } from '../ui/told-error.ts';
import { abortOn } from './abort-on.ts';
import { ToolInputError } from './tool-inputs.ts';

/** What the person is asked before a tool sends or writes anything. */
export interface Confirmation {
  readonly title: string;
  /** Markdown. */
  readonly message: string;
  /** Shown while it runs. Markdown. */
  readonly running: string;
}

/** What a call of a tool would do. */
export interface PlannedCall {
  readonly confirmation: Confirmation;
  /** Does it, and tells the model in a few words. */
  run(options: RunOptions): Promise<string>;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** UTF-16 units of an answer that whoever asks has room for. */
  readonly room: number;
}

/** @param host of the service that would be asked, as it is told to the person */
export type PlanCall = (input: unknown, host: string) => Promise<PlannedCall>;

export interface ToolServices {
  readonly connection: Connection;
  readonly log: Log;
}

/** UTF-16 units of an answer where nobody says how much there is room for, and most of it in any case. */
const USUAL_ROOM = 12_000;
/** A careful guess: a token is seldom fewer letters than this. */
const UNITS_OF_TOKEN = 3;

/**
 * A tool that plans a call first, which has no effect, and asks. VS Code prepares each call, also one that is made outside
 * of a chat, and invokes none whose question was not answered with yes, then or for all calls before.
 */
export class AgentTool implements LanguageModelTool<unknown> {
  readonly #services: ToolServices;
  readonly #plan: PlanCall;

  constructor(services: ToolServices, plan: PlanCall) {
    this.#services = services;
    this.#plan = plan;
  }

  async prepareInvocation({
    input,
  }: LanguageModelToolInvocationPrepareOptions<unknown>): Promise<PreparedToolInvocation> {
    const { title, message, running } = (await this.#planned(input)).confirmation;
    return {
      confirmationMessages: { title, message: new MarkdownString(message) },
      invocationMessage: new MarkdownString(running),
    };
  }

  async invoke(
    { input, tokenizationOptions }: LanguageModelToolInvocationOptions<unknown>,
    token: CancellationToken,
  ): Promise<LanguageModelToolResult> {
    const { signal, dispose } = abortOn(token);
    try {
      // Files and settings may be others than when it was prepared, and VS Code lets the person change the input.
      const planned = await this.#planned(input);
      const budget = (tokenizationOptions?.tokenBudget ?? Number.POSITIVE_INFINITY) * UNITS_OF_TOKEN;
      const answer = await planned.run({ signal, room: Math.min(budget, USUAL_ROOM) });
      return new LanguageModelToolResult([new LanguageModelTextPart(answer)]);
    } catch (error) {
      throw this.#inWords(error);
    } finally {
      dispose();
    }
  }

  async #planned(input: unknown): Promise<PlannedCall> {
    try {
      const base = this.#services.connection.base();
      if (!base) {
        throw new ToolInputError(
          l10n.t('Inkwell is not connected. Run “Inkwell: Connect to a Service…” first.'),
        );
      }
      return await this.#plan(input, base.host);
    } catch (error) {
      throw this.#inWords(error);
    }
  }

  #inWords(error: unknown): Error {
    if (error instanceof CancellationError || ServiceError.is(error, 'cancelled')) {
      return new CancellationError();
    }
    if (error instanceof NotText) {
      return new Error(NOT_TEXT[error.reason]);
    }
    if (error instanceof ToldError || error instanceof LandingError) {
      return error;
    }
    logFailure(error, this.#services.log);
    return new Error(errorInWords(error).message);
  }
}

const NOT_TEXT: Readonly<Record<NotText['reason'], string>> = {
  tooLarge: 'The file is too large.',
  binary: 'The file is not text.',
  folder: 'This is a folder, not a file.',
  missing: 'The file is no longer there.',
};

/** The beginning of a text, where there is no room for all of it. */
export function cutTo(text: string, room: number): string {
  return text.length > room ? `${text.slice(0, Math.max(room, 0)).toWellFormed()}…` : text;
}
