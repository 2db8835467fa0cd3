import { l10n } from 'vscode';
import type { Client } from '../service/client.ts';
import { cancelled, ServiceError, type ServiceErrorKind } from '../service/errors.ts';
import { Attention } from '../ui/attention.ts';
import { plainText } from '../ui/plain-text.ts';
import { concludeRun, showImageError } from './conclude-run.ts';
import type { ContactSheet } from './contact-sheet.ts';
import { withImageProgress } from './image-progress.ts';
import { type ImageRun, type ImageTask, type RunOptions, runImages } from './image-run.ts';
import type { ImageServices } from './image-services.ts';
import type { InsertPlace } from './insert-image.ts';
import { showImages } from './show-images.ts';

/** Images to make, and how to show them. */
export interface Making {
  /** What is generated or edited has one; of several images that are varied, each has its own. */
  readonly tasks: readonly [ImageTask, ...ImageTask[]];
  /** Of the progress. */
  readonly progress: string;
  /** Of the contact sheet's tab, where that is not the prompt. */
  readonly title?: string;
  readonly place?: InsertPlace | undefined;
  /** Whether a single one is to be inserted at once. */
  readonly insert?: boolean;
  /** Asks for the prompt again, which the service may have refused. */
  readonly changePrompt?: () => unknown;
}

/**
 * Makes images under a progress notification, and shows them.
 *
 * @param sheet where they are asked for from, and become part of
 */
export async function makeImages(
  services: ImageServices,
  making: Making,
  sheet?: ContactSheet,
): Promise<void> {
  const attention = new Attention();
  try {
    // The key or the address may be another one than before.
    const connected = await services.connection.require();
    if (connected) {
      const run = await withImageProgress(making.progress, (options) =>
        runTasks(connected.client, making.tasks, options),
      );
      await showMade(services, run, making, { isElsewhere: () => attention.isElsewhere, sheet });
    }
  } catch (error) {
    const told = showImageError(error, services.log, {
      retry: () => makeImages(services, making, sheet),
      changePrompt: making.changePrompt,
    });
    // A sheet can be used again before anybody has said anything to that.
    if (!sheet) {
      await told;
    }
  } finally {
    attention.dispose();
  }
}

export interface MadeOptions {
  /** Asked when there is something to show: saving elsewhere may have taken the person a while. */
  readonly isElsewhere: () => boolean;
  readonly sheet?: ContactSheet | undefined;
}

/** Says what has failed of a run, and shows the rest. */
export async function showMade(
  services: ImageServices,
  run: ImageRun,
  making: Making,
  { isElsewhere, sheet }: MadeOptions,
): Promise<ContactSheet | undefined> {
  const saved = await concludeRun(run, services.log);
  return showImages(services, saved, run.origin, {
    ...making,
    isElsewhere: isElsewhere(),
    sheet,
    again: (from) => makeImages(services, making, from),
  });
}

/** Of what follows such a failure, nothing would go better. */
const FINAL: readonly ServiceErrorKind[] = ['authentication', 'permission', 'notFound', 'quota', 'rateLimit'];

/** One after another, as one run. What has failed of one does not take the others away, and neither does cancelling. */
async function runTasks(
  client: Client,
  tasks: Making['tasks'],
  { signal, onStage }: RunOptions,
): Promise<ImageRun> {
  const [only, ...others] = tasks;
  if (others.length === 0) {
    return runImages(client, only, { signal, onStage });
  }
  const runs: ImageRun[] = [];
  const failures: ServiceError[] = [];
  for (const [index, task] of tasks.entries()) {
    const stage = (text: string): void =>
      onStage(l10n.t('{0} of {1}, {2}', index + 1, tasks.length, text), index / tasks.length);
    try {
      runs.push(await runImages(client, task, { signal, onStage: stage }));
    } catch (error) {
      if (!ServiceError.is(error)) {
        throw error;
      }
      if (error.kind === 'cancelled') {
        break;
      }
      failures.push(named(error, task));
      if (FINAL.includes(error.kind)) {
        failures.push(...tasks.slice(index + 1).map(() => error));
        break;
      }
    }
  }
  const [first] = runs;
  if (!first) {
    throw together(failures);
  }
  return {
    saved: runs.flatMap(({ saved }) => saved),
    unsaved: runs.flatMap(({ unsaved }) => unsaved),
    failures: [...failures, ...runs.flatMap((run) => run.failures)],
    // Each has its own prompt.
    origin: { ...first.origin, prompt: '' },
  };
}

/** What all have failed with. */
function together([first, ...others]: readonly ServiceError[]): ServiceError {
  if (!first || others.length === 0) {
    return first ?? cancelled();
  }
  const messages = new Set([first, ...others].map(({ message }) => message));
  return new ServiceError(first.kind, [...messages].join(' '), { ...first, cause: first });
}

/** Which of several it is about. */
function named(error: ServiceError, { name }: ImageTask): ServiceError {
  return name === undefined
    ? error
    : new ServiceError(error.kind, `${plainText(name)}: ${error.message}`, { ...error, cause: error });
}
