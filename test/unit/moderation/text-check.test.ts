import assert from 'node:assert/strict';
import { Moderator } from '../../../src/moderation/moderator.ts';
import { TextCheck } from '../../../src/moderation/text-check.ts';
import { fakeService, judged, refusal } from './moderation-answers.ts';

const long = (text: string): string => `${text}${' and on'.repeat(139)}`;

/** Checks a text with a service that flags what has “stab” in it. */
async function checked(text: string, answer?: Parameters<typeof fakeService>[0], within?: [number, number]) {
  const { asked, requests } = fakeService(answer);
  const moderator = new Moderator();
  const stop = new AbortController();
  const check = new TextCheck(text, within && [{ start: within[0], end: within[1] }]);
  const error: unknown = await check
    .run((texts, options) => moderator.moderate(asked, texts, options), stop.signal)
    .catch((thrown: unknown) => thrown);
  const found = check.findings.map(({ start, end, categories }) => [
    text.slice(start, end),
    ...categories.map(({ name, score }) => `${name} ${score}`),
  ]);
  return { check, error, found, requests };
}

describe('TextCheck', () => {
  it('costs one request where nothing is flagged', async () => {
    const { check, found, requests } = await checked('One.\n\nTwo.\nThree.');
    assert.deepEqual(found, []);
    assert.equal(requests.length, 1);
    assert.deepEqual([check.isComplete, check.verdict.isFlagged, check.model], [true, false, 'moderate-1']);
  });

  it('sends nothing of a blank text', async () => {
    const { check, requests } = await checked(' \n\n');
    assert.deepEqual([requests.length, check.isComplete, check.passages], [0, true, 0]);
  });

  it('asks only about the lines of what is flagged, to tell which they are', async () => {
    const text = `${long('Calm')}\n\nHe slept.\n  He stabbed it.  \nHe slept on.\n\n${long('Calm')}`;
    const { found, requests } = await checked(text);
    assert.deepEqual(found, [['He stabbed it.', 'violence 0.9']]);
    assert.deepEqual(requests[1], { input: ['He slept.', 'He stabbed it.', 'He slept on.'] });
    assert.equal(requests.length, 2);
  });

  it('does not ask again about a passage that is one line', async () => {
    const { found, requests } = await checked('\n\nHe stabbed it.\n');
    assert.deepEqual([found, requests.length], [[['He stabbed it.', 'violence 0.9']], 1]);
  });

  it('marks all lines together that are flagged for nothing by themselves', async () => {
    const onlyTogether = (texts: readonly string[]) =>
      texts.map((each) => judged(each.includes('\n') ? 'stab' : ''));
    const { found } = await checked('He took the\nknife.', onlyTogether);
    assert.deepEqual(found, [['He took the\nknife.', 'violence 0.9']]);
  });

  it('keeps what lines are flagged for only together beside what one is flagged for', async () => {
    const { found } = await checked('He stabbed it.\nAgain.', (texts) =>
      texts.map((each) =>
        each.includes('\n')
          ? { ...judged(each), categories: { violence: true, hate: true }, category_scores: { hate: 0.6 } }
          : judged(each),
      ),
    );
    assert.deepEqual(found, [
      ['He stabbed it.\nAgain.', 'hate 0.6'],
      ['He stabbed it.', 'violence 0.9'],
    ]);
  });

  it('marks what is flagged without saying what for', async () => {
    const { found } = await checked('Odd.', () => [{ flagged: true, categories: {}, category_scores: {} }]);
    assert.deepEqual(found, [['Odd.']]);
  });

  it('looks at nothing outside of what is meant', async () => {
    const text = 'He stabbed it.\nCalm.';
    const { found, requests } = await checked(text, undefined, [text.indexOf('Calm'), text.length]);
    assert.deepEqual([found, requests], [[], [{ input: 'Calm.' }]]);
  });

  it('keeps what has come when the service fails midway, and is not complete', async () => {
    const failure = refusal('server', { status: 500 });
    const text = Array.from({ length: 40 }, () => long('He stabbed it.')).join('\n\n');
    const { check, error, found } = await checked(text, (texts, count) => {
      if (count > 1) {
        throw failure;
      }
      return texts.map(judged);
    });
    assert.equal(error, failure);
    assert.ok(check.looked > 0 && check.looked < check.passages);
    assert.equal(found.length, check.looked);
    assert.equal(check.isComplete, false);
  });

  it('marks the passage when the answer about its lines does not come', async () => {
    const { check, found } = await checked('Calm.\nHe stabbed it.', (texts, count) => {
      if (count > 1) {
        throw refusal('connection');
      }
      return texts.map(judged);
    });
    assert.deepEqual([found, check.isComplete], [[['Calm.\nHe stabbed it.', 'violence 0.9']], false]);
  });

  it('does not believe an answer about fewer lines than were asked about', async () => {
    const { found, requests } = await checked('Calm.\nHe stabbed it.\nCalm.', (texts) =>
      texts.length > 1 ? [judged('')] : texts.map(judged),
    );
    assert.deepEqual(found, [['He stabbed it.', 'violence 0.9']]);
    assert.equal(requests.length, 5);
  });
});
