/**
 * A window in a process of its own: `node store-process.ts write FOLDER ID NAME COUNT` adds so many replies to a
 * conversation and prints what is safe; `talk` does it without end, to be killed.
 */
import { randomUUID } from 'node:crypto';
import { ConversationStore } from '../../../src/chat/store.ts';
import { ended, reply, text, user } from './conversation-events.ts';

const [task, folder = '', id = '', name = '', count = '0'] = process.argv.slice(2);
const store = new ConversationStore(folder, {
  window: randomUUID(),
  onProblem: (error) => console.error(error),
});

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** Adds questions and replies; says which are on the disk, and after that how far a reply has come. */
async function talk(): Promise<void> {
  const stored = store.create(id);
  let parent: string | null = null;
  for (let turn = 0; ; turn++) {
    const question = `u${turn}`;
    const answer = `r${turn}`;
    stored.append(user(question, parent, 'x'.repeat((turn * 7919) % 20_000)), reply(answer, question));
    await stored.flush();
    say({ safe: answer });
    for (let piece = 0; piece < 20; piece++) {
      stored.append(text(answer, `${piece} `.repeat(200)));
      if (piece % 5 === 4) {
        await stored.flush();
        say({ text: answer, length: stored.conversation.message(answer)?.text.length });
      }
    }
    stored.append(ended(answer));
    parent = answer;
  }
}

/** Adds replies to the same question as others do, in lines long and short, and then shows what it sees of all. */
async function write(): Promise<void> {
  const stored = await store.open(id);
  say({ isOpen: true });
  for (let turn = 0; turn < Number(count); turn++) {
    const answer = `${name}${turn}`;
    stored.append(reply(answer, 'u'), text(answer, `${name} `.repeat((turn * 7919) % 30_000)), ended(answer));
    if (stored.unsaved) {
      break;
    }
    if (turn % 10 === 0) {
      await stored.flush().catch(() => {});
    } else {
      await new Promise(setImmediate);
    }
  }
  await stored.flush().catch(() => {});
  say({ unsaved: stored.unsaved?.kind });
  await new Promise((resolve) => process.stdin.once('data', resolve));
  await stored.refresh();
  say({
    damaged: stored.damaged,
    messages: [...stored.conversation.messages()].map((message) => message.id),
  });
  await store.dispose();
  process.exit(0);
}

await (task === 'talk' ? talk() : write());
