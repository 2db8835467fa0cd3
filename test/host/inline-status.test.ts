import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { InlineStatus } from '../../src/completion/inline-status.ts';
import { ServiceError, type ServiceErrorKind } from '../../src/service/errors.ts';

describe('the status of inline completions', () => {
  const { createLanguageStatusItem } = vscode.languages;
  let item: vscode.LanguageStatusItem | undefined;
  let status: InlineStatus;

  const standIn = (value: typeof createLanguageStatusItem): void => {
    Object.defineProperty(vscode.languages, 'createLanguageStatusItem', {
      value,
      configurable: true,
      writable: true,
    });
  };

  beforeEach(() => {
    standIn((id, selector) => {
      // Inkwell has its own item already.
      item = createLanguageStatusItem(`${id}.test`, selector);
      return item;
    });
    status = new InlineStatus([{ scheme: 'untitled' }]);
  });

  afterEach(() => {
    status.dispose();
    standIn(createLanguageStatusItem);
  });

  function detailAfter(kind: ServiceErrorKind): string | undefined {
    const pause = { error: new ServiceError(kind, 'It says so.') };
    status.show({ model: 'm', obstacle: undefined, pause, isBusy: false, isPrefixOnly: false });
    return item?.detail;
  }

  it('tells what a service has refused from what was not even sent', () => {
    assert.equal(detailAfter('badRequest'), 'request refused');
    assert.equal(detailAfter('invalidRequest'), 'nothing was sent');
  });
});
