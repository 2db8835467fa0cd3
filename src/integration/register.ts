import { type Disposable, EventEmitter, type LanguageModelTool, lm, workspace } from 'vscode';
import type { ModelChoice } from '../models/model-choice.ts';
import { registerCommand } from '../ui/commands.ts';
import type { PlanCall, ToolServices } from './agent-tool.ts';
import type { ModelProvider } from './model-provider.ts';
import type { CheckTexts, FindPlaces, PlanImages, PlanTranscript } from './operations.ts';

export interface IntegrationServices extends ToolServices {
  readonly models: ModelChoice;
  readonly planImages: PlanImages;
  readonly planTranscript: PlanTranscript;
  readonly checkTexts?: CheckTexts | undefined;
  readonly findPlaces?: FindPlaces | undefined;
}

/** Settings by which other models are offered, or they are described otherwise. */
const SETTINGS = ['chat.model', 'chat.parameters', 'contextLength', 'languageModels'];

/** The service's models and operations for VS Code's own chat, its agents, and other extensions. */
export function registerIntegration(services: IntegrationServices): Disposable[] {
  const { connection, log, planImages, planTranscript, checkTexts, findPlaces } = services;
  const changed = new EventEmitter<void>();
  return [
    changed,
    workspace.onDidChangeConfiguration((event) => {
      if (SETTINGS.some((name) => event.affectsConfiguration(`inkwell.${name}`))) {
        changed.fire();
      }
    }),
    // Another address, another key: to connect is to hear which models there are.
    connection.onDidChange(() => changed.fire()),
    registerProvider(services, changed),
    registerCommand('inkwell.manageModels', log, async () =>
      (await import('./manage-models.ts')).manageModels(connection),
    ),
    registerTool('inkwell_generateImage', services, async () =>
      (await import('./generate-image-tool.ts')).planGenerateImage(planImages),
    ),
    registerTool('inkwell_transcribeAudio', services, async () =>
      (await import('./transcribe-audio-tool.ts')).planTranscribeAudio(planTranscript),
    ),
    ...(checkTexts
      ? [
          registerTool('inkwell_checkPolicy', services, async () =>
            (await import('./check-policy-tool.ts')).planCheckPolicy(checkTexts),
          ),
        ]
      : []),
    ...(findPlaces
      ? [
          registerTool('inkwell_searchByMeaning', services, async () =>
            (await import('./search-tool.ts')).planSearch(findPlaces),
          ),
        ]
      : []),
  ];
}

/** The provider itself is made when VS Code first wants something of it. */
function registerProvider(services: IntegrationServices, changed: EventEmitter<void>): Disposable {
  let made: Promise<ModelProvider> | undefined;
  const provider = (): Promise<ModelProvider> => {
    made ??= import('./model-provider.ts').then((module) => new module.ModelProvider(services));
    return made;
  };
  type Given<Method extends 'provideLanguageModelChatResponse' | 'provideTokenCount'> = Parameters<
    ModelProvider[Method]
  >;
  return lm.registerLanguageModelChatProvider('inkwell', {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: async (options) =>
      (await provider()).provideLanguageModelChatInformation(options),
    provideLanguageModelChatResponse: async (...given: Given<'provideLanguageModelChatResponse'>) =>
      (await provider()).provideLanguageModelChatResponse(...given),
    provideTokenCount: async (...given: Given<'provideTokenCount'>) =>
      (await provider()).provideTokenCount(...given),
  });
}

function registerTool(name: string, services: ToolServices, load: () => Promise<PlanCall>): Disposable {
  let made: Promise<LanguageModelTool<unknown>> | undefined;
  const tool = (): Promise<LanguageModelTool<unknown>> => {
    made ??= Promise.all([import('./agent-tool.ts'), load()]).then(
      ([{ AgentTool }, plan]) => new AgentTool(services, plan),
    );
    return made;
  };
  return lm.registerTool<unknown>(name, {
    prepareInvocation: async (options, token) => (await tool()).prepareInvocation?.(options, token),
    invoke: async (options, token) => (await tool()).invoke(options, token),
  });
}
