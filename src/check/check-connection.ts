import { type CancellationToken, commands, l10n, Selection, window } from 'vscode';
import { textWithoutKey } from '../service/api-key.ts';
import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { CommandId } from '../ui/commands.ts';
import { errorInWords } from '../ui/error-words.ts';
import { withLateProgress } from '../ui/late-progress.ts';
import { plainText } from '../ui/plain-text.ts';
import { showError } from '../ui/show-error.ts';
import type { CheckServices } from './check-services.ts';
import { measureFirstToken, type StreamingTask } from './first-token.ts';
import { type Gathered, gatherFacts } from './gather-facts.ts';
import { type FirstToken, reportOf } from './report.ts';

/** The name of the report, of which there is one. */
export const REPORT = 'Connection Report.md';

/** Check Connection: what is in effect, what the service has, and how long it takes, as a report. */
export async function checkConnection(services: CheckServices): Promise<void> {
  const { connection, log, texts } = services;
  if (!connection.isSet && !(await connection.connect())) {
    return;
  }
  const gathered = await withLateProgress(l10n.t('Checking the connection'), (say, token) =>
    gatherFacts(services, say, signalOf(token)),
  );
  if (!gathered) {
    return;
  }
  const text = textOf(gathered);
  log.info(text);
  const editor = await texts.show(REPORT, text);
  // Where one was open already, what is wrong stands on top of the new one, too.
  editor.selection = new Selection(0, 0, 0, 0);
  editor.revealRange(editor.selection);
  if (gathered.error !== undefined) {
    const retry = (): unknown => commands.executeCommand('inkwell.checkConnection' satisfies CommandId);
    await showError(gathered.error, log, { retry });
    return;
  }
  connection.works();
  await offerFirstToken(services, gathered);
}

/** The report, in no line of which the key is, whoever put it there. */
function textOf({ facts, apiKey }: Gathered): string {
  return reportOf(facts)
    .split('\n')
    .map((line) => textWithoutKey(line, apiKey))
    .join('\n');
}

/** The second step, since it costs something. */
async function offerFirstToken(services: CheckServices, gathered: Gathered): Promise<void> {
  const { log, models, texts } = services;
  const tasks = (['chat', 'completion'] as const).flatMap((task) => {
    const model = models.configured(task);
    return model === undefined ? [] : [{ task, model }];
  });
  const works = l10n.t('The connection works.');
  if (tasks.length === 0) {
    void window.showInformationMessage(works);
    return;
  }
  const action = l10n.t('Measure');
  const question = l10n.t(
    'Measure the time to the first token, too? One token each is asked for: {0}.',
    namesOf(tasks),
  );
  if ((await window.showInformationMessage(`${works} ${question}`, action)) !== action) {
    return;
  }
  const firstTokens = await withLateProgress(l10n.t('Measuring the first token'), (say, token) =>
    measureAll(services, gathered.apiKey, tasks, say, signalOf(token)),
  );
  if (!firstTokens) {
    return;
  }
  const failures = firstTokens.flatMap(({ operation, model, result }) =>
    result && 'failure' in result ? [{ operation, model, failure: result.failure }] : [],
  );
  const problems = [
    ...gathered.facts.problems,
    ...failures.map(({ operation, model, failure }) => `${operation} with ${model}: ${failure}`),
  ];
  const text = textOf({ ...gathered, facts: { ...gathered.facts, problems, firstTokens } });
  log.info(text);
  await texts.show(REPORT, text);
  const [first] = failures;
  if (first) {
    const from = namesOf(failures);
    void window.showWarningMessage(l10n.t('No token came from {0}: {1}', from, first.failure));
    return;
  }
  void window.showInformationMessage(
    l10n.t('The first token came: {0}', firstTokens.map(inWords).join(', ')),
  );
}

function namesOf(named: readonly { readonly model: string }[]): string {
  return [...new Set(named.map(({ model }) => plainText(model, 80)))].join(', ');
}

function inWords({ model, result }: FirstToken): string {
  const elapsed = result && 'elapsed' in result ? result.elapsed : 0;
  return l10n.t('after {0} ms ({1})', Math.round(elapsed), plainText(model, 80));
}

async function measureAll(
  { connection }: CheckServices,
  apiKey: string | undefined,
  tasks: readonly { task: StreamingTask; model: string }[],
  say: (message: string) => void,
  signal: AbortSignal,
): Promise<FirstToken[]> {
  const base = connection.base();
  if (!base) {
    return [];
  }
  // Without retries, which would count as waiting for the token.
  const client = await connection.tryOut(base.href, apiKey, { firstByte: 30_000 });
  try {
    const measured: FirstToken[] = [];
    // One after the other, so that none waits for the service’s other answer.
    for (const { task, model } of tasks) {
      say(plainText(model));
      const operation = task === 'chat' ? 'Chat completion' : 'Text completion';
      measured.push({ operation, model, result: await measure(client, task, model, signal) });
    }
    return measured;
  } finally {
    await client.close();
  }
}

async function measure(
  client: Client,
  task: StreamingTask,
  model: string,
  signal: AbortSignal,
): Promise<FirstToken['result']> {
  try {
    return { value: true, elapsed: await measureFirstToken(client, task, model, signal) };
  } catch (error) {
    if (ServiceError.is(error, 'cancelled')) {
      throw error;
    }
    return { failure: errorInWords(error).message };
  }
}

function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
