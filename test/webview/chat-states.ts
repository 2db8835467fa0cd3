import type { HostMessage, Turn, ViewState } from '../../src/chat/shared/protocol.ts';

/** A message of the person, and what differs from a plain one. */
export function question(id: string, text: string, more: Partial<Turn> = {}): Turn {
  return {
    id,
    role: 'user',
    text,
    attachments: [],
    state: 'done',
    branch: { index: 0, count: 1 },
    notes: [],
    canContinue: false,
    ...more,
  };
}

/** A reply, and what differs from one that is there. */
export function reply(id: string, text: string, more: Partial<Turn> = {}): Turn {
  return { ...question(id, text), role: 'assistant', model: 'chat-1', ...more };
}

type Changes = Partial<Omit<ViewState, 'conversation' | 'composer'>> & {
  readonly conversation?: Partial<ViewState['conversation']>;
  readonly composer?: Partial<ViewState['composer']>;
};

/** A connected view of an empty conversation, with these changes. */
export function viewState({ conversation, composer, ...rest }: Changes = {}): ViewState {
  return {
    isConnected: true,
    fontSize: 0,
    conversation: { id: 'c1', title: '', turns: [], leftOut: 0, isReplying: false, ...conversation },
    composer: { text: '', attachments: [], ...composer },
    choices: { model: 'chat-1', parameters: 0 },
    meter: { used: 12, limit: 4096, isEstimate: false, leftOut: 0, title: '12 of 4096 tokens' },
    recents: [],
    ...rest,
  };
}

export function stateMessage(state: ViewState): HostMessage {
  return { type: 'state', state };
}

/** A conversation in which everything occurs that a conversation can have. */
export function everything(): ViewState {
  return viewState({
    conversation: {
      title: 'Rename loader tests',
      leftOut: 2,
      isReplying: true,
      turns: [
        question('old1', 'What is this repository about?'),
        reply('old2', 'It loads files.'),
        question('m1', 'Why does load read the file twice, and how would you fix it?', {
          attachments: [{ id: 'a1', label: 'loader.ts:12–31', title: 'src/loader.ts, lines 12 to 31' }],
        }),
        reply(
          'm2',
          'The first read is only there to learn the size. `stat` tells it without reading:\n\n' +
            '```ts loader.ts\nconst { size } = await stat(path);\nif (size > MAX) throw new TooLarge(path, size);\n' +
            'return readFile(path, "utf8");\n```\n',
          {
            branch: { index: 0, count: 2 },
            usage: { prompt: 412, completion: 168 },
            notes: ['It ended at max_tokens (168).'],
            leftOut: 2,
            canContinue: true,
          },
        ),
        question('m3', 'Write the test for it.', { branch: { index: 1, count: 3 } }),
        reply('m4', 'A temporary file one byte over the limit is enough,\nand a spy shows that', {
          state: 'failed',
          error: {
            message: 'The connection was cut. What came so far is kept above.',
            requestId: 'req_8c1f',
            remedies: [
              { remedy: 'retry', label: 'Retry' },
              { remedy: 'continue', label: 'Continue from Here' },
              { remedy: 'showLog', label: 'Show Log' },
            ],
          },
          canContinue: true,
        }),
        question('m5', 'Go on.'),
        reply(
          'm6',
          'A temporary file one byte over the limit is enough, and a spy shows that the content was never read',
          {
            state: 'writing',
          },
        ),
      ],
    },
    composer: { attachments: [{ id: 'a2', label: 'loader.test.ts', title: 'test/loader.test.ts' }] },
    choices: { model: 'chat-1', system: 'Reviewer', parameters: 2 },
    meter: {
      used: 2810,
      limit: 4096,
      isEstimate: true,
      leftOut: 2,
      title: 'About 2810 of 4096 tokens. 2 messages are left out.',
    },
  });
}
