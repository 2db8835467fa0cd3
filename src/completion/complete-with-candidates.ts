import { readParameterSetting } from '../models/parameters.ts';
import { withTokenIds } from '../models/set-parameters.ts';
import { passAdvice } from '../ui/advice.ts';
import { showError } from '../ui/show-error.ts';
import { CandidateInserter } from './candidate-inserter.ts';
import { amountOf, candidateParameters, checkAmounts, withoutSuffixes } from './candidate-request.ts';
import type { CandidateServices } from './candidate-services.ts';
import { CandidateTab, type Preparation } from './candidate-tab.ts';
import { completionTarget } from './completion-target.ts';
import { type CompletionParameters, PARAMETERS_SETTING } from './parameters.ts';
import { placesIn } from './places.ts';
import { fitToContext } from './preflight.ts';

/** Complete with Candidates: connects and asks for a model first where that is wanting, then goes on. */
export async function completeWithCandidates(services: CandidateServices): Promise<void> {
  const target = await completionTarget(services);
  if (!target) {
    return;
  }
  const { editor, connected, model } = target;
  const { document } = editor;
  const asked = withoutSuffixes(placesIn(editor));
  const read = (): CompletionParameters => candidateParameters(readParameterSetting('completion', document));
  try {
    checkAmounts(read());
  } catch (error) {
    await showError(error, services.log, { setting: PARAMETERS_SETTING });
    return;
  }
  const prepare: Preparation = async (places, forModel, amount) => {
    const set = await withTokenIds(read());
    const { n, bestOf } = amount ?? amountOf(set);
    const isPassed = await passAdvice('completion', { ...set, n, best_of: bestOf ?? undefined });
    const fitted = isPassed && (await fitToContext(places, set, forModel, document));
    return fitted ? { ...fitted, model: forModel } : undefined;
  };
  let tab: CandidateTab | undefined;
  // From now on, for the questions that come before anything is sent.
  const inserter = new CandidateInserter(
    editor,
    asked.map(({ offset }) => offset),
    () => tab?.placesChanged(),
  );
  try {
    const question = await prepare(asked, model);
    if (question && !document.isClosed) {
      tab = new CandidateTab(services, question, prepare, inserter);
    }
  } finally {
    if (!tab) {
      inserter.dispose();
    }
  }
  await tab?.ask(connected);
}
