import { l10n, type Uri } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { LandingError } from '../landing/landing-error.ts';
import { askForFolder } from '../landing/target-folder.ts';
import { ServiceError } from '../service/errors.ts';
import { passAdvice } from '../ui/advice.ts';
import { Attention } from '../ui/attention.ts';
import { type FilesRun, runFiles } from '../ui/files-run.ts';
import { showError } from '../ui/show-error.ts';
import { type AudioFile, audioFile } from './audio-file.ts';
import { AudioProblem } from './audio-problem.ts';
import { type AudioOperation, type AudioParameters, checkParameters, formatOf } from './audio-request.ts';
import type { AudioServices } from './audio-services.ts';
import { readAudioParameters, settingFor } from './audio-settings.ts';
import { audioToSend, inTitle } from './audio-to-send.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { keepTranscript } from './keep-transcript.ts';
import { askAboutLarge, PART_BYTES, smallerPart, splittable } from './large-audio.ts';
import { type AudioChoice, askForOptions } from './options-picker.ts';
import { receiveTranscript } from './receive-transcript.ts';
import type { SavedTranscript } from './save-transcript.ts';
import { type JobStage, withTranscribeProgress } from './transcribe-progress.ts';
import { type FailedAudio, type Outcome, sayHowItWent } from './transcribe-summary.ts';
import type { TranscriptJob } from './transcript-job.ts';
import { transcriptPlaces } from './transcript-places.ts';

type Run = FilesRun<TranscriptJob, SavedTranscript>;

/**
 * Transcribe Audio, Translate Audio into English, and Transcribe with Options.
 *
 * @param given files and folders as the explorer gives them; or, by a key binding, an object with `uris` and any
 * parameters of the request
 * @param asks whether the person is asked for the parameters
 */
export async function transcribeAudio(
  services: AudioServices,
  given: readonly unknown[],
  operation: AudioOperation,
  { asks = false } = {},
): Promise<void> {
  const uris = await audioToSend(given);
  const [first] = uris;
  if (!first) {
    return;
  }
  try {
    const settingsOf = (of: AudioOperation): AudioParameters => readAudioParameters(of, first);
    const parameters = checkParameters(operation, { ...settingsOf(operation), ...parametersIn(given) });
    const choice = asks
      ? await askForOptions(inTitle(uris), { operation, parameters }, settingsOf)
      : { operation, parameters };
    if (choice) {
      await new Transcribing(services, choice).start(uris);
    }
  } catch (error) {
    await showError(error, services.log, { setting: settingFor(operation) });
  }
}

/** `null` leaves one out that is set. */
function parametersIn([given]: readonly unknown[]): Readonly<Record<string, unknown>> {
  const { response_format, language, prompt, temperature } = (given ?? {}) as Record<string, unknown>;
  const named = Object.entries({ response_format, language, prompt, temperature });
  const meant = named.filter(([, value]) => value !== undefined);
  return Object.fromEntries(meant.map(([name, value]) => [name, value ?? undefined]));
}

/** One choice for some files, and its retries. */
class Transcribing {
  readonly #services: AudioServices;
  readonly #choice: AudioChoice;

  constructor(services: AudioServices, choice: AudioChoice) {
    this.#services = services;
    this.#choice = choice;
  }

  /** Looks at the files and asks for what is wanting, before anything is sent. */
  async start(uris: readonly Uri[]): Promise<void> {
    const { files, refused } = await lookAt(uris);
    if (files.length === 0) {
      await this.#conclude({ done: [], failed: [], notAsked: [] }, refused, false);
      return;
    }
    const { operation, parameters } = this.#choice;
    const connected = await this.#services.connection.require();
    const isPassed = connected && (await passAdvice('audio', { ...parameters }, { modal: true }));
    const places = isPassed && (await transcriptPlaces(files, operation, formatOf(parameters)));
    const split = places && (await askAboutLarge(files, () => findFfmpeg()));
    if (!connected || !split) {
      return;
    }
    const jobs = [...places].map(
      ([file, place]): TranscriptJob => ({
        file,
        choice: this.#choice,
        place,
        mostBytes: split.has(file) ? PART_BYTES : undefined,
        answered: [],
        received: undefined,
      }),
    );
    await this.#run(jobs, connected, refused);
  }

  async #run(
    jobs: readonly TranscriptJob[],
    { client }: Connected,
    refused: readonly FailedAudio[] = [],
  ): Promise<void> {
    const attention = new Attention();
    try {
      const run = await withTranscribeProgress(this.#title(jobs), jobs, (stop, tell) =>
        runFiles(
          jobs,
          async (job, signal) => {
            const onStage = (stage: JobStage): void => tell(job, stage);
            job.received ??= await receiveTranscript(client, job, { signal, onStage });
            return keepTranscript(this.#services, job, job.received, signal);
          },
          { ofFile: ['file'], stop },
        ),
      );
      await this.#conclude(run, refused, attention.isElsewhere);
    } finally {
      attention.dispose();
    }
  }

  #title(jobs: readonly TranscriptJob[]): string {
    const what = inTitle(jobs.map(({ file }) => file.uri));
    return this.#choice.operation === 'translation'
      ? l10n.t('Translating {0}', what)
      : l10n.t('Transcribing {0}', what);
  }

  async #conclude(run: Run, refused: readonly FailedAudio[], isElsewhere: boolean): Promise<void> {
    const outcome: Outcome = {
      saved: run.done.map(({ result }) => result),
      failed: [...refused, ...run.failed.map(({ file, error }) => ({ uri: file.file.uri, error }))],
      notSent: run.notAsked.map(({ file }) => file.uri),
      stoppedBy: run.stoppedBy,
    };
    // What is no audio will be none the next time.
    const mayPass = run.failed.filter(({ error }) => !(error instanceof AudioProblem));
    const left = [...mayPass.map(({ file }) => file), ...run.notAsked];
    const isCancelled = run.notAsked.length > 0 && run.stoppedBy === undefined;
    if (isCancelled && outcome.saved.length + outcome.failed.length === 0) {
      return;
    }
    await sayHowItWent(outcome, {
      log: this.#services.log,
      setting: settingFor(this.#choice.operation),
      isElsewhere,
      retry: left.length > 0 ? () => this.#again(left) : undefined,
      sendInParts: await this.#inParts(run),
      saveElsewhere: this.#elsewhere(run),
    });
  }

  /** For transcripts that have come, and could not be saved where they belong. */
  #elsewhere({ failed }: Run): (() => Promise<void>) | undefined {
    const jobs = failed.flatMap(({ file, error }) => (error instanceof LandingError ? [file] : []));
    return jobs.length === 0
      ? undefined
      : async () => {
          const folder = await askForFolder(jobs[0]?.file.uri);
          await (folder &&
            this.#again(jobs.map((job) => ({ ...job, place: { ...job.place, folder, replaces: false } }))));
        };
  }

  /** For files that the service has refused for their size. */
  async #inParts({ failed }: Run): Promise<(() => Promise<void>) | undefined> {
    const tooLarge = failed.flatMap(({ file, error }) => (ServiceError.is(error, 'tooLarge') ? [file] : []));
    const split =
      tooLarge.length === 0
        ? new Set()
        : await splittable(
            tooLarge.map(({ file }) => file),
            findFfmpeg,
          );
    const jobs = tooLarge.filter(({ file }) => split.has(file));
    return jobs.length === 0
      ? undefined
      : () =>
          this.#again(
            jobs.map((job) => ({
              ...job,
              mostBytes: smallerPart(job.mostBytes ?? job.file.size),
              answered: [],
            })),
          );
  }

  /** The key or the address may be another one now. */
  async #again(jobs: readonly TranscriptJob[]): Promise<void> {
    const connected = await this.#services.connection.require();
    await (connected && this.#run(jobs, connected));
  }
}

interface LookedAt {
  readonly files: readonly AudioFile[];
  readonly refused: readonly FailedAudio[];
}

async function lookAt(uris: readonly Uri[]): Promise<LookedAt> {
  const files: AudioFile[] = [];
  const refused: FailedAudio[] = [];
  for (const uri of uris) {
    try {
      files.push(await audioFile(uri));
    } catch (error) {
      refused.push({ uri, error });
    }
  }
  return { files, refused };
}
