import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Gate } from '../service/gate.ts';
import { type SampleService, startSampleService } from '../service/sample-service.ts';
import { chatEvents, chatParts, replyThroughGate, replyWith } from './support/chat-stream.ts';
import { answerEdit } from './support/edit-answer.ts';
import { apply, edit, editSession } from './support/edit-session.ts';
import { inkwell, openText, rangeOf, select, until } from './support/inkwell.ts';
import { activeReview, proposes, reviewTabs, SCHEME, TEXT } from './support/review.ts';
import type { Session } from './support/session.ts';

interface SentChat {
  readonly messages: readonly { readonly content: string }[];
}

describe('Edit with Instruction', () => {
  const session = editSession();
  let service: SampleService;
  let answers: Session['answers'];
  let said: Session['said'];

  beforeEach(() => {
    ({ service, answers, said } = session());
  });

  describe('that fails', () => {
    it('where the network is cut midway writes nothing, and can be tried again', async () => {
      const editor = await openText(TEXT);
      service.fault({
        type: 'bytes',
        slices: ['{"object": "edit", "choices": [{"text": "ON'],
        contentType: 'application/json',
        finish: 'cut',
      });
      answerEdit(service, TEXT.replace('two', 'TWO'));
      let tries = 0;
      answers.set('', () => {
        tries += 1;
        return tries === 1 ? 'Retry' : undefined;
      });
      await edit();
      await until('the review is in view', () => proposes(TEXT.replace('two', 'TWO')));
      assert.ok(session().shown[0]?.actions.includes('Retry'), JSON.stringify(session().shown));
      assert.equal(editor.document.getText(), TEXT);
      assert.equal(service.requests.length, 2);
    });

    it('leads to another model where the service does not have this one', async () => {
      await openText(TEXT);
      service.fault({
        type: 'status',
        status: 404,
        error: { code: 'model_not_found', message: 'No such model.' },
      });
      await edit();
      const [failure] = session().shown;
      assert.ok(failure?.actions.includes('Choose Model'), JSON.stringify(failure));
      assert.equal(service.requests.length, 1, 'and chat is not asked instead');
      assert.equal(reviewTabs().length, 0);
    });

    it('in one of several selections proposes nothing, and asks for no more', async () => {
      const editor = await openText(TEXT);
      editor.selections = ['one', 'two', 'three', 'four'].map((word) => {
        const { start, end } = rangeOf(editor.document, word);
        return new vscode.Selection(start, end);
      });
      service.fault({ type: 'status', status: 400, error: { message: 'Not this one.' } });
      const gate = service.gate({ path: '/v1/edits' });
      await edit();
      gate.open();
      said('Not this one.');
      assert.equal(reviewTabs().length, 0);
      assert.ok(service.requests.length <= 2, `${service.requests.length} were sent`);
    });
  });

  describe('that is cancelled', () => {
    for (const [when, fault] of [
      ['before anything came', (gate: Gate) => [{ type: 'hold' as const, gate }]],
      [
        'while the answer came',
        () => [
          {
            type: 'bytes' as const,
            slices: ['{"object": "edit", '],
            contentType: 'application/json',
            finish: 'stall' as const,
          },
        ],
      ],
    ] as const) {
      it(`${when} stops the request, shows nothing and says nothing`, async () => {
        const editor = await openText(TEXT);
        const gate = new Gate();
        service.fault(fault(gate));
        const done = edit();
        const request = await service.nextRequest();
        session().cancel('Editing');
        await done;
        await request.whenClosed;
        gate.open();
        assert.equal(request.closedByClient, true);
        assert.deepEqual(session().shown, []);
        assert.equal(reviewTabs().length, 0);
        assert.equal(editor.document.getText(), TEXT);
        assert.ok(vscode.workspace.textDocuments.every(({ uri }) => uri.scheme !== SCHEME));
      });
    }
  });

  describe('of a service without /v1/edits', () => {
    let chatting: SampleService;

    beforeEach(async () => {
      // One of its own: what a service has not is remembered.
      chatting = await startSampleService();
      await (await inkwell()).connect({ baseUrl: chatting.baseUrl, apiKey: chatting.apiKey ?? '' });
      chatting.reset();
    });

    afterEach(async () => {
      await chatting.close();
      await (await inkwell()).connect({ baseUrl: service.baseUrl, apiKey: service.apiKey ?? '' });
    });

    const paths = (): string[] => chatting.requests.map(({ path }) => path);
    const refuse = (status: number): void =>
      chatting.fault(
        { type: 'status', status, contentType: 'text/html', body: '<html></html>' },
        { path: '/v1/edits', times: Number.POSITIVE_INFINITY },
      );

    for (const status of [404, 405, 501]) {
      it(`which it says by ${status}, asks for a chat completion, and at once the next time`, async () => {
        const editor = await openText('const a = 1;\nconst b = 2;\n', 'typescript');
        select(editor, 'const b = 2;\n');
        refuse(status);
        replyWith(chatting, 'const c = 2;\n');
        await edit();
        await until('the review is in view', () => proposes('const a = 1;\nconst c = 2;\n'));
        assert.deepEqual(paths(), ['/v1/edits', '/v1/chat/completions']);
        await apply();
        const { activeTextEditor: active } = vscode.window;
        assert.equal(active?.document, editor.document);
        active.selection = new vscode.Selection(0, 0, 0, 0);
        replyWith(chatting, 'Here is the edited code:\n\n```ts\nconst a = 3;\nconst c = 2;\n```\n');
        await edit();
        await until('the review is in view', () => proposes('const a = 3;\nconst c = 2;\n'));
        assert.deepEqual(paths().slice(2), ['/v1/chat/completions']);
      });
    }

    it('sends along what stands around a selection, and changes none of that', async () => {
      const editor = await openText(TEXT);
      select(editor, 'three');
      refuse(404);
      replyWith(chatting, 'THREE');
      await edit();
      await until('the review is in view', () => proposes(TEXT.replace('three', 'THREE')));
      const request = chatting.requests[1]?.json as SentChat | undefined;
      const prompt = request?.messages.at(-1)?.content ?? '';
      assert.match(prompt, /one\ntwo\n[\s\S]*three[\s\S]*four\nfive\nsix/);
      assert.match(prompt, /Change it\./);
    });

    it('stops a chat completion midway when it is cancelled, and shows nothing', async () => {
      await openText(TEXT);
      refuse(404);
      const gate = replyThroughGate(chatting, 'ONE\n', 'TWO\n');
      const done = edit();
      await gate.waiting();
      gate.release(1);
      session().cancel('Editing');
      await done;
      await chatting.requests[1]?.whenClosed;
      gate.open();
      assert.equal(chatting.requests[1]?.closedByClient, true);
      assert.equal(reviewTabs().length, 0);
      assert.deepEqual(session().shown, []);
    });

    it('where the stream is cut midway proposes nothing, and can be tried again', async () => {
      const editor = await openText(TEXT);
      refuse(404);
      chatting.fault(
        { type: 'bytes', slices: chatEvents(['ONE\n']).slice(0, 1), finish: 'cut' },
        { path: '/v1/chat/completions' },
      );
      replyWith(chatting, TEXT.toUpperCase());
      let tries = 0;
      answers.set('', () => {
        tries += 1;
        return tries === 1 ? 'Retry' : undefined;
      });
      await edit();
      await until('the review is in view', () => proposes(TEXT.toUpperCase()));
      assert.equal(editor.document.getText(), TEXT);
    });

    it('says when the answer was cut short by its length', async () => {
      await openText(TEXT);
      refuse(404);
      const slices = [...chatParts(['ONE\ntwo\n', { finish_reason: 'length' }]), 'data: [DONE]\n\n'];
      chatting.fault({ type: 'bytes', slices }, { path: '/v1/chat/completions', times: 2 });
      await edit();
      await until('the review is in view', () => activeReview() !== undefined);
      said('The answer was cut short, and its end is missing.');
    });
  });
});
