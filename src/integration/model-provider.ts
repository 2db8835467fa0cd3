import { randomUUID } from 'node:crypto';
import {
  type CancellationToken,
  type LanguageModelChatInformation,
  type LanguageModelChatProvider,
  type LanguageModelChatRequestMessage,
  LanguageModelChatToolMode,
  LanguageModelError,
  type LanguageModelResponsePart,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  l10n,
  type PrepareLanguageModelChatModelOptions,
  type Progress,
  type ProvideLanguageModelChatResponseOptions,
  workspace,
} from 'vscode';
import type { Connected, Connection } from '../connection/connection.ts';
import { contextLengthOf } from '../models/context-length.ts';
import { MESSAGE_OVERHEAD, REQUEST_OVERHEAD } from '../models/message-tokens.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import { readParameterSetting } from '../models/parameters.ts';
import { withTokenIds } from '../models/set-parameters.ts';
import { loadTokenizer } from '../models/tokens.ts';
import { ServiceError } from '../service/errors.ts';
import type { ChatCompletionRequest } from '../service/request-schema.ts';
import type { Log } from '../ui/log.ts';
import { logFailure } from '../ui/log-failure.ts';
import { plainText } from '../ui/plain-text.ts';
import { showError } from '../ui/show-error.ts';
import { abortOn } from './abort-on.ts';
import { languageModelError } from './model-error.ts';
import { familyOf, namedModels, offeredModels, tokenLimits } from './offered-models.ts';
import { countedText, wireMessages } from './provider-messages.ts';
import { requestOptions } from './request-options.ts';
import { ToolCallReader, withTools } from './told-tools.ts';

export interface ModelServices {
  readonly connection: Connection;
  readonly models: ModelChoice;
  readonly log: Log;
}

/** VS Code 1.106 shows a model in its picker only if it is told to; later ones do so anyway. */
type Information = LanguageModelChatInformation & { readonly isUserSelectable: true };

/** UTF-16 units; a reply beyond this is an attack or a mistake, and is stopped. */
const LONGEST_REPLY = 16 * 1024 * 1024;

/** Milliseconds: VS Code waits for all providers before it tells of any model. */
const DEADLINE = 10_000;

/** Tokens of a text after which the rest is taken to be like what came before. */
const WORTH_COUNTING = 50_000;

/** The service's chat models, for VS Code's own chat and for other extensions. */
export class ModelProvider implements LanguageModelChatProvider<Information> {
  readonly #services: ModelServices;

  constructor(services: ModelServices) {
    this.#services = services;
  }

  /** Asks neither the person nor the service where it is to be silent: what is known counts then. */
  async provideLanguageModelChatInformation({
    silent,
  }: PrepareLanguageModelChatModelOptions): Promise<Information[]> {
    const { connection, models, log } = this.#services;
    let connected: Connected | undefined;
    if (!silent) {
      try {
        connected = await connection.require();
        if (connected) {
          const { data } = await connected.client.listModels({ signal: AbortSignal.timeout(DEADLINE) });
          await connection.knownModels.remember(
            connected.base,
            data.map(({ id }) => id),
          );
        }
      } catch (error) {
        // A model whose name is known can be asked all the same: not every service has a list.
        void showError(error, log);
      }
    }
    const base = connected?.base ?? connection.base();
    if (!base || (silent && !(await connection.mayTravelTo(base, false)))) {
      return [];
    }
    const listed = connection.knownModels.of(base);
    const also = namedModels(workspace.getConfiguration('inkwell').get<unknown>('languageModels'));
    return offeredModels({ listed, chosen: models.configured('chat'), also }).map((id) =>
      informationOn(id, base.host),
    );
  }

  async provideLanguageModelChatResponse(
    { id }: Information,
    messages: readonly LanguageModelChatRequestMessage[],
    options: ProvideLanguageModelChatResponseOptions,
    progress: Progress<LanguageModelResponsePart>,
    token: CancellationToken,
  ): Promise<void> {
    const { log } = this.#services;
    const { signal, dispose } = abortOn(token);
    try {
      const { tools = [] } = options;
      const { parameters, streams } = requestOptions(options.modelOptions, readParameterSetting('chat'));
      const request = await fitted({
        ...(await withTokenIds(parameters)),
        model: id,
        messages: withTools(wireMessages(messages), tools, {
          isRequired: options.toolMode === LanguageModelChatToolMode.Required,
        }),
      });
      const connected = await this.#services.connection.require();
      if (!connected) {
        throw notConnected();
      }
      const { client } = connected;
      const reader = new ToolCallReader(tools, {
        onText: (text) => progress.report(new LanguageModelTextPart(text)),
        onCall: ({ name, input }) =>
          progress.report(new LanguageModelToolCallPart(randomUUID(), name, input)),
      });
      let length = 0;
      const report = (text: string | null | undefined): void => {
        if (text) {
          length += text.length;
          if (length > LONGEST_REPLY) {
            throw new ServiceError(
              'invalidResponse',
              'The service sent a reply without end. It was stopped.',
            );
          }
          reader.add(text);
        }
      };
      if (!streams) {
        const { choices } = await client.createChatCompletion(request, { signal });
        report(choices[0]?.message.content);
        reader.end();
        return;
      }
      for await (const { choices } of client.streamChatCompletion(request, { signal })) {
        for (const { index, delta } of choices) {
          report(index === 0 ? delta.content : undefined);
        }
      }
      reader.end();
    } catch (error) {
      logFailure(error, log);
      throw languageModelError(error);
    } finally {
      dispose();
    }
  }

  async provideTokenCount(
    _model: Information,
    text: string | LanguageModelChatRequestMessage,
  ): Promise<number> {
    const tokenizer = await loadTokenizer();
    return typeof text === 'string'
      ? tokenizer.count(text, WORTH_COUNTING)
      : tokenizer.count(countedText(text), WORTH_COUNTING) + MESSAGE_OVERHEAD;
  }
}

function informationOn(id: string, host: string): Information {
  return {
    id,
    name: plainText(id, 80),
    ...familyOf(id),
    detail: plainText(host, 80),
    tooltip: l10n.t('{0} at {1}, by Inkwell', plainText(id, 80), plainText(host, 80)),
    ...tokenLimits(contextLengthOf(id), readParameterSetting('chat').max_tokens),
    // Messages are text (§4.4). Tools are told in words: without them, VS Code's agents would not have the models.
    capabilities: { imageInput: false, toolCalling: true },
    isUserSelectable: true,
  };
}

function notConnected(): LanguageModelError {
  return LanguageModelError.NotFound(
    l10n.t('Inkwell is not connected. Run “Inkwell: Connect to a Service…” first.'),
  );
}

/**
 * The request with its `max_tokens` lowered to what there is room for.
 *
 * @throws {ServiceError} `contextLength` where the messages alone do not fit the context length (§8)
 */
async function fitted(request: ChatCompletionRequest): Promise<ChatCompletionRequest> {
  const { model, messages, max_tokens } = request;
  const length = contextLengthOf(model);
  const tokenizer = await loadTokenizer();
  let used = REQUEST_OVERHEAD;
  for (const { content } of messages) {
    used += tokenizer.count(content, length) + MESSAGE_OVERHEAD;
  }
  const room = length - used;
  if (room < 1) {
    throw new ServiceError(
      'contextLength',
      l10n.t(
        'The messages have about {0} tokens, and {1} is taken to work with {2}. Attach less, or set inkwell.contextLength to what the model takes.',
        used,
        plainText(model, 80),
        length,
      ),
      { param: 'messages' },
    );
  }
  return typeof max_tokens === 'number' && max_tokens > room ? { ...request, max_tokens: room } : request;
}
