import assert from 'node:assert/strict';
import { Moderator } from '../../../src/moderation/moderator.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { fakeService, judged, refusal } from './moderation-answers.ts';

describe('Moderator', () => {
  const flags = ({ verdicts }: { verdicts: readonly { isFlagged: boolean }[] }) =>
    verdicts.map(({ isFlagged }) => isFlagged);

  it('sends one text as a text, several as a list, and none not at all', async () => {
    const { asked, requests } = fakeService();
    const moderator = new Moderator();
    assert.deepEqual(flags(await moderator.moderate(asked, ['He was stabbed.'])), [true]);
    assert.deepEqual(flags(await moderator.moderate(asked, ['Calm.', 'stab', 'Calm.'])), [
      false,
      true,
      false,
    ]);
    assert.deepEqual(await moderator.moderate(asked, []), { verdicts: [], model: undefined });
    assert.deepEqual(requests, [{ input: 'He was stabbed.' }, { input: ['Calm.', 'stab', 'Calm.'] }]);
  });

  it('names the model where one is chosen, and sends no half characters', async () => {
    const { asked, requests } = fakeService();
    const { model } = await new Moderator().moderate(asked, ['a\ud83d'], { model: 'other' });
    assert.deepEqual(requests, [{ input: 'a\ufffd', model: 'other' }]);
    assert.equal(model, 'moderate-1');
  });

  it('sends at most 32 texts and 32,000 units in a request, and tells what has come', async () => {
    const { asked, requests } = fakeService();
    const texts = [
      ...Array<string>(33).fill('a'),
      'x'.repeat(20_000),
      'x'.repeat(20_000),
      'y'.repeat(50_000),
    ];
    const told: [number, number][] = [];
    await new Moderator().moderate(asked, texts, {
      onVerdicts: (from, verdicts) => told.push([from, verdicts.length]),
    });
    assert.deepEqual(told, [
      [0, 32],
      [32, 2],
      [34, 1],
      [35, 1],
    ]);
    assert.equal(requests.length, 4);
  });

  for (const [how, answer] of [
    [
      'refuses lists',
      (texts: readonly string[]) => {
        if (texts.length > 1) {
          throw refusal('badRequest', { status: 400, param: 'input' });
        }
        return texts.map(judged);
      },
    ],
    ['has one result for a list', (texts: readonly string[]) => [judged(texts.join())]],
  ] as const) {
    it(`asks a service that ${how} for one text at a time, and remembers that`, async () => {
      const { asked, requests } = fakeService(answer);
      const moderator = new Moderator();
      assert.deepEqual(flags(await moderator.moderate(asked, ['a', 'stab', 'b'])), [false, true, false]);
      assert.equal(requests.length, 4);
      assert.deepEqual(flags(await moderator.moderate(asked, ['stab', 'b'])), [true, false]);
      assert.equal(requests.length, 6);
    });
  }

  it('does not take a list for refused whose size was the matter', async () => {
    const { asked, requests } = fakeService((texts) => {
      if (texts.length > 2) {
        throw refusal('tooLarge', { status: 413 });
      }
      return texts.map(judged);
    });
    const moderator = new Moderator();
    assert.equal((await moderator.moderate(asked, ['a', 'b', 'c'])).verdicts.length, 3);
    await moderator.moderate(asked, ['a', 'b']);
    assert.deepEqual(requests.at(-1), { input: ['a', 'b'] });
  });

  for (const [what, results] of [
    ['no result', []],
    ['more results than texts', [judged('a'), judged('b')]],
  ] as const) {
    it(`believes no answer with ${what} for a single text`, async () => {
      const { asked } = fakeService(() => results);
      await assert.rejects(new Moderator().moderate(asked, ['a']), (error) =>
        ServiceError.is(error, 'invalidResponse'),
      );
    });
  }

  it('fails as the service does where a text is refused by itself, and remembers nothing of lists', async () => {
    const { asked, requests } = fakeService((texts) => {
      if (texts.includes('bad')) {
        throw refusal('badRequest', { status: 400 });
      }
      return texts.map(judged);
    });
    const moderator = new Moderator();
    await assert.rejects(moderator.moderate(asked, ['a', 'bad']), (error) =>
      ServiceError.is(error, 'badRequest'),
    );
    await moderator.moderate(asked, ['a', 'b']);
    assert.deepEqual(requests.at(-1), { input: ['a', 'b'] });
  });

  it('asks only once where the model is refused, or the operation is missing', async () => {
    for (const error of [
      refusal('badRequest', { status: 400, param: 'model' }),
      refusal('notFound', { status: 404 }),
      refusal('authentication', { status: 401 }),
    ]) {
      const { asked, requests } = fakeService(() => {
        throw error;
      });
      await assert.rejects(new Moderator().moderate(asked, ['a', 'b']), error);
      assert.equal(requests.length, 1);
    }
  });

  it('remembers a service without the operation until it answers, and no other failure', async () => {
    let error: ServiceError | undefined = refusal('server', { status: 500 });
    const { asked } = fakeService((texts) => {
      if (error) {
        throw error;
      }
      return texts.map(judged);
    });
    const moderator = new Moderator();
    const isMissing = async (): Promise<boolean> => {
      await moderator.moderate(asked, ['a']).catch(() => {});
      return moderator.isMissing(asked.base);
    };
    assert.equal(await isMissing(), false);
    error = refusal('notFound', { status: 404, param: 'model' });
    assert.equal(await isMissing(), false);
    error = refusal('notFound', { status: 404 });
    assert.equal(await isMissing(), true);
    error = undefined;
    assert.equal(await isMissing(), false);
    error = new ServiceError('invalidResponse', 'The answer has no “results”.', { status: 200 });
    assert.equal(await isMissing(), true);
  });
});
