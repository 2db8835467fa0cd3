import assert from 'node:assert/strict';
import { ServiceError, type ServiceErrorDetails } from '../../../src/service/errors.ts';
import { isOperationMissing } from '../../../src/service/missing-operation.ts';

describe('isOperationMissing', () => {
  const isMissing = (error: unknown): boolean => isOperationMissing(error, 'choices');
  const answered = (message: string, details: ServiceErrorDetails) =>
    new ServiceError('notFound', message, { host: 'model.example', ...details });

  it('tells an operation that is not there by the status', () => {
    for (const status of [404, 405, 410, 501]) {
      assert.equal(isMissing(answered('Not Found', { status })), true, String(status));
    }
    const page = 'model.example answered with status 404 and a web page, “The model hub”.';
    assert.equal(isMissing(answered(page, { status: 404 })), true);
  });

  it('tells it by words under a good status, but takes no other failure there for it', () => {
    const failed = (message: string) => new ServiceError('server', message, { status: 200 });
    assert.equal(isMissing(failed('Unexpected endpoint or method. (POST /v1/edits)')), true);
    assert.equal(
      isMissing(new ServiceError('invalidResponse', 'The answer has no “choices”.', { status: 200 })),
      true,
    );
    assert.equal(isMissing(failed('Overloaded.')), false);
    assert.equal(isMissing(new ServiceError('rateLimit', 'Slow down.', { status: 200 })), false);
  });

  it('takes no refusal of the model for one', () => {
    for (const details of [
      { status: 404, param: 'model' },
      { status: 404, code: 'model_not_found' },
      { status: 404, code: 'DeploymentNotFound' },
    ]) {
      assert.equal(isMissing(answered('No.', details)), false, JSON.stringify(details));
    }
    assert.equal(isMissing(answered('The model ‘x’ does not exist', { status: 404 })), false);
  });

  it('takes no other failure for one', () => {
    for (const error of [
      new ServiceError('server', 'Failed.', { status: 500 }),
      new ServiceError('badRequest', 'No.', { status: 400 }),
      new ServiceError('notFound', 'No.'),
      new ServiceError('invalidResponse', 'The answer has no “choices”.', { status: 202 }),
      new ServiceError('invalidResponse', 'a did not answer with JSON', { status: 200 }),
      new Error('404'),
      undefined,
    ]) {
      assert.equal(isMissing(error), false, String(error));
    }
  });
});
