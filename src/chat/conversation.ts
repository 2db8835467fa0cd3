import { Branches } from './conversation-branches.ts';
import { eventsOf } from './conversation-snapshot.ts';
import { derivedTitle, givenTitle } from './conversation-summary.ts';
import type { Attachment, ChatEvent, Writer } from './events.ts';

export interface UserMessage {
  readonly role: 'user';
  readonly id: string;
  /** The message before; `null` begins the conversation. */
  readonly parent: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export interface Reply {
  readonly role: 'assistant';
  readonly id: string;
  readonly parent: string | null;
  /** When its writing began, for the last time if it was resumed. */
  readonly at: number;
  readonly model: string;
  /** The same for all candidates of one request. */
  readonly request: string;
  readonly choice: number;
  readonly writer: Writer;
  readonly text: string;
  /** Absent while it is written, and when whoever wrote it has gone. */
  readonly ended?: ReplyEnd;
}

/** Messages never change: one that has grown or ended is another object with the same id. */
export type Message = UserMessage | Reply;

export type ReplyEnd = Omit<EventOf<'ended'>, 'type' | 'id'>;

type EventOf<Type extends ChatEvent['type']> = Extract<ChatEvent, { type: Type }>;

interface Node {
  message: Message;
  /** Whose words count for a reply: of who began or resumed it last. */
  author: string | undefined;
  readonly next: Branches;
}

/**
 * A conversation, as its events tell it: a tree of messages of which one path is shown. It takes events in any
 * order and however wrong: what makes no sense is passed over. A message whose parent is not known, because its line
 * could not be read, goes behind the message that came before it.
 */
export class Conversation {
  readonly id: string;
  readonly created: number;
  readonly #nodes = new Map<string, Node>();
  #start = new Branches();
  /** Where the branches of a message go that was never seen. */
  readonly #standIns = new Map<string, string | null>();
  #lastAdded: string | null = null;
  #derivedTitle = '';
  #title = '';
  #updatedAt: number;
  #model: string | undefined;
  #system: string | undefined;
  #parameters: Readonly<Record<string, unknown>> | undefined;

  /** `created` is in milliseconds since 1970. */
  constructor(id: string, created: number) {
    this.id = id;
    this.created = created;
    this.#updatedAt = created;
  }

  /** The title it was given, else one made of the first message; `''` when there is neither. */
  get title(): string {
    return this.#title || this.#derivedTitle;
  }

  /** When something was last said. */
  get updatedAt(): number {
    return this.#updatedAt;
  }

  get isEmpty(): boolean {
    return this.#nodes.size === 0;
  }

  /** What was chosen for this conversation alone; `undefined` where the settings count. */
  get model(): string | undefined {
    return this.#model;
  }

  get system(): string | undefined {
    return this.#system;
  }

  get parameters(): Readonly<Record<string, unknown>> | undefined {
    return this.#parameters;
  }

  message(id: string): Message | undefined {
    return this.#nodes.get(id)?.message;
  }

  /** All messages of all branches, in order of appearance. */
  *messages(): Iterable<Message> {
    for (const { message } of this.#nodes.values()) {
      yield message;
    }
  }

  /** What is shown, from the first message on. */
  path(): readonly Message[] {
    const path: Message[] = [];
    let at = this.#start;
    for (let node = this.#shownAt(at); node; node = this.#shownAt(at)) {
      path.push(node.message);
      at = node.next;
    }
    return path;
  }

  /** From the first message to this one, included; empty when there is no such message. */
  pathTo(id: string): readonly Message[] {
    const path: Message[] = [];
    for (let node = this.#nodes.get(id); node; node = this.#parentOf(node.message)) {
      path.push(node.message);
    }
    return path.reverse();
  }

  /** The messages that stand at this one's place, itself included, in order of appearance. */
  branchesOf(id: string): readonly string[] {
    const node = this.#nodes.get(id);
    return node ? this.#branchesAt(node.message).ids : [];
  }

  /** The branch before or after this one; `undefined` at the ends. */
  neighbour(id: string, step: -1 | 1): string | undefined {
    const branches = this.branchesOf(id);
    const at = branches.indexOf(id);
    return at < 0 ? undefined : branches[at + step];
  }

  /**
   * Says that something happened. A reply grows and ends only by the word of who began or resumed it last: so two
   * windows that write on the same one do not mix their texts.
   */
  apply(event: ChatEvent, author?: string): void {
    switch (event.type) {
      case 'user': {
        const { id, at, text, attachments } = event;
        this.#add({ role: 'user', id, parent: this.#known(event.parent), at, text, attachments }, author);
        break;
      }
      case 'reply': {
        const { type: _, parent, ...rest } = event;
        this.#add({ role: 'assistant', ...rest, parent: this.#known(parent), text: '' }, author);
        break;
      }
      case 'text':
        this.#change(event.id, author, (reply) => ({ ...reply, text: reply.text + event.text }));
        break;
      case 'ended': {
        const { type: _, id, ...ended } = event;
        if (this.#change(id, author, (reply) => ({ ...reply, ended }))) {
          this.#touch(event.at);
        }
        break;
      }
      case 'resumed':
        this.#resume(event, author);
        break;
      case 'selected':
        this.#select(event.id);
        break;
      case 'titled':
        this.#title = givenTitle(event);
        break;
      case 'configured':
        this.#configure(event);
        break;
      default:
        // Of a kind that this version does not know.
        break;
    }
  }

  /**
   * The fewest events that make the same conversation, to keep a copy of it. With `upTo`, only of the path to that
   * message; a reply that is still being written counts as stopped there, since nobody writes the copy.
   */
  snapshot({ upTo }: { upTo?: string } = {}): ChatEvent[] {
    const messages = upTo === undefined ? [...this.messages()] : this.pathTo(upTo);
    const events = messages.flatMap((message) => eventsOf(message, { isCopy: upTo !== undefined }));
    if (upTo === undefined) {
      for (const { shown, shownByItself } of [
        this.#start,
        ...Array.from(this.#nodes.values(), ({ next }) => next),
      ]) {
        if (shown !== undefined && shown !== shownByItself) {
          events.push({ type: 'selected', id: shown });
        }
      }
    }
    if (this.#title) {
      events.push({ type: 'titled', title: this.#title });
    }
    const configured: EventOf<'configured'> = {
      type: 'configured',
      ...(this.#model !== undefined && { model: this.#model }),
      ...(this.#system !== undefined && { system: this.#system }),
      ...(this.#parameters && { parameters: this.#parameters }),
    };
    return Object.keys(configured).length > 1 ? [...events, configured] : events;
  }

  /** Forgets everything but its name: what comes now is its beginning. For a file that is read once more. */
  reset(): void {
    this.#nodes.clear();
    this.#standIns.clear();
    this.#start = new Branches();
    this.#lastAdded = null;
    this.#derivedTitle = '';
    this.#title = '';
    this.#updatedAt = this.created;
    this.#model = undefined;
    this.#system = undefined;
    this.#parameters = undefined;
  }

  #add(message: Message, author: string | undefined): void {
    const { id } = message;
    if (this.#nodes.has(id)) {
      return;
    }
    this.#nodes.set(id, { message, author, next: new Branches() });
    this.#lastAdded = id;
    this.#touch(message.at);
    if (message.role === 'user') {
      this.#derivedTitle ||= derivedTitle(message);
    }
    this.#branchesAt(message).add(
      message.role === 'user'
        ? { id, request: `user ${id}`, choice: 0 }
        : { id, request: `reply ${message.request}`, choice: message.choice },
    );
  }

  /** Changes a reply that is being written. */
  #change(id: string, author: string | undefined, change: (reply: Reply) => Reply): boolean {
    const node = this.#nodes.get(id);
    if (node?.message.role !== 'assistant' || node.message.ended || node.author !== author) {
      return false;
    }
    node.message = change(node.message);
    return true;
  }

  #resume({ id, at, model, writer, anew }: EventOf<'resumed'>, author: string | undefined): void {
    const node = this.#nodes.get(id);
    if (node?.message.role !== 'assistant') {
      return;
    }
    const { ended: _, ...reply } = node.message;
    node.message = { ...reply, at, model, writer, text: anew ? '' : reply.text };
    node.author = author;
    this.#touch(at);
  }

  #select(id: string): void {
    const node = this.#nodes.get(id);
    if (node) {
      this.#branchesAt(node.message).choose(id);
    }
  }

  #configure({ model, system, parameters }: EventOf<'configured'>): void {
    this.#model = model === undefined ? this.#model : (model ?? undefined);
    this.#system = system === undefined ? this.#system : (system ?? undefined);
    this.#parameters = parameters === undefined ? this.#parameters : (parameters ?? undefined);
  }

  /** By the last event and not by the latest time, so that a clock that was ahead does no lasting harm. */
  #touch(at: number): void {
    this.#updatedAt = Math.max(this.created, at);
  }

  /** A parent that is there already: so there never is a circle. */
  #known(parent: string | null): string | null {
    if (parent === null || this.#nodes.has(parent)) {
      return parent;
    }
    const standIn = this.#standIns.get(parent);
    if (standIn !== undefined) {
      return standIn;
    }
    this.#standIns.set(parent, this.#lastAdded);
    return this.#lastAdded;
  }

  #shownAt({ shown }: Branches): Node | undefined {
    return shown === undefined ? undefined : this.#nodes.get(shown);
  }

  #parentOf({ parent }: Message): Node | undefined {
    return parent === null ? undefined : this.#nodes.get(parent);
  }

  #branchesAt(message: Message): Branches {
    return this.#parentOf(message)?.next ?? this.#start;
  }
}
