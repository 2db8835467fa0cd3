import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import type { ChatEvent } from '../../../src/chat/events.ts';
import { type ExportWords, exportAsMarkdown } from '../../../src/chat/export-markdown.ts';
import { asked, conversationOf, NOON, replied } from './export-fixture.ts';

const words: ExportWords = {
  untitled: 'Conversation',
  you: 'You',
  created: 'Begun: {0}',
  model: 'Model: {0}',
  systemPrompt: 'System Prompt',
  stopped: 'Stopped.',
  failed: 'Failed: {0}',
  unfinished: 'Not finished.',
  empty: 'Empty.',
};

function ended(id: string, more: Partial<Extract<ChatEvent, { type: 'ended' }>> = {}): ChatEvent {
  return { type: 'ended', id, at: NOON, outcome: 'finished', ...more };
}

function markdown(...events: ChatEvent[]): string {
  return exportAsMarkdown(conversationOf(...events), words);
}

/** Headings as a reader of Markdown sees them. */
function headings(text: string): string[] {
  const tokens = new MarkdownIt({ html: true }).parse(text, {});
  return tokens.flatMap((token, index) =>
    token.type === 'heading_open' ? [tokens[index + 1]?.content ?? ''] : [],
  );
}

describe('exportAsMarkdown', () => {
  it('has title, date and model, and each message under a heading', () => {
    const text = markdown(asked('u1', null, 'Why?'), ...replied('r1', 'u1', 'Because.'), ended('r1'));
    assert.equal(
      text,
      '# Why?\n\n- Begun: 2026-11-21 12:00 UTC\n- Model: chat-1\n\n## You\n\nWhy?\n\n## chat-1\n\nBecause.\n',
    );
  });

  it('has the system prompt of the conversation', () => {
    const text = markdown(asked('u1', null, 'Hi'), { type: 'configured', system: 'Be brief.' });
    assert.match(text, /\n## System Prompt\n\nBe brief\.\n\n## You\n/);
  });

  it('has what was attached in fences', () => {
    const attachments = [
      { id: 'a', kind: 'file' as const, name: 'a.md', text: '```\nx\n```', uri: 'file:///home/me/a.md' },
    ];
    const text = markdown({ ...asked('u1', null, 'Why?'), attachments } as ChatEvent);
    assert.match(text, /## You\n\n`a\.md`:\n````md\n```\nx\n```\n````\n\nWhy\?\n/);
    assert.doesNotMatch(text, /home/);
  });

  it('has the branch that is shown', () => {
    const both = [
      asked('u1', null, 'Why?'),
      ...replied('r1', 'u1', 'One.'),
      ended('r1'),
      asked('u2', null, 'How?'),
    ];
    assert.deepEqual(headings(markdown(...both)), ['Why?', 'You']);
    assert.match(markdown(...both), /How\?\n$/);
    assert.match(markdown(...both, { type: 'selected', id: 'u1' }), /One\.\n$/);
  });

  it('says how a reply ended that did not finish', () => {
    const failure = { kind: 'server', message: 'It *failed*\n# again', remedies: [] };
    const end = (text: string, ...more: ChatEvent[]) =>
      markdown(asked('u1', null, 'Hi'), ...replied('r1', 'u1', text), ...more).split('## chat-1\n\n')[1];
    assert.equal(
      end('So', ended('r1', { outcome: 'failed', failure })),
      'So\n\n> *Failed: It \\*failed\\* \\# again*\n',
    );
    assert.equal(end('So', ended('r1', { outcome: 'stopped' })), 'So\n\n> *Stopped.*\n');
    assert.equal(end('So'), 'So\n\n> *Not finished.*\n');
    assert.equal(end('', ended('r1')), '> *Empty.*\n');
  });

  it('lets no message swallow those behind it', () => {
    const openings = [
      '```',
      '  ~~~~ts',
      '``````',
      '<!-- a',
      '<pre>',
      '<script>',
      '<?php',
      '<![CDATA[',
      '<!DOCTYPE',
    ];
    for (const opening of openings) {
      const text = markdown(
        asked('u1', null, `Hi\n\n${opening}\nx`),
        ...replied('r1', 'u1', 'Hello'),
        ended('r1'),
      );
      assert.deepEqual(headings(text), ['Hi', 'You', 'chat-1'], opening);
    }
  });

  it('adds nothing to what is closed', () => {
    for (const said of [
      '```ts\nx\n```',
      '~~~\n```\n~~~',
      '```not` a fence',
      '<!-- a -->',
      '<pre>x</pre>',
      '    ```',
    ]) {
      const text = markdown(asked('u1', null, 'Hi'), ...replied('r1', 'u1', said), ended('r1'));
      assert.equal(text.split('## chat-1\n\n')[1], `${said}\n`);
    }
  });

  it('takes a title and a model for nothing but words', () => {
    const events = [asked('u1', null, 'Hi'), { type: 'titled', title: '<b>*a* [x](y) `c` | &amp;' } as const];
    assert.match(markdown(...events), /^# \\<b\\>\\\*a\\\* \\\[x\\\]\(y\) \\`c\\` \\\| \\&amp;\n/);
    assert.match(markdown(), /^# Conversation\n/);
  });

  it('reads an enormous line of backticks in no time', () => {
    const said = `${'`'.repeat(200_000)} \``;
    assert.ok(markdown(asked('u1', null, 'Hi'), ...replied('r1', 'u1', said), ended('r1')).includes(said));
  });
});
