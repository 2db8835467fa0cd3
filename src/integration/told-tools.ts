import { parseJson } from '../service/parse-json.ts';
import type { Message } from '../service/request-schema.ts';

// The interface has no field for tools (§4.4), and VS Code's chat offers its agents only models that call tools. So they are
// told in words, in the form that most open models were trained on, and calls are read from the text.

/** A tool as VS Code offers it to a model. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: object | undefined;
}

export interface ToolCall {
  readonly name: string;
  readonly input: object;
}

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';

/** A call as it stands in an assistant's message. */
export function toldCall(name: string, input: unknown): string {
  return `${OPEN}\n${JSON.stringify({ name, arguments: input ?? {} })}\n${CLOSE}`;
}

/** A result as it stands in the message after it. */
export function toldResult(name: string, result: string): string {
  return `<tool_response name=${JSON.stringify(name)}>\n${result}\n</tool_response>`;
}

/** The messages, with the tools told at the end of what stands first. */
export function withTools(
  messages: readonly Message[],
  tools: readonly OfferedTool[],
  { isRequired = false } = {},
): Message[] {
  if (tools.length === 0) {
    return [...messages];
  }
  const told = instructions(tools, isRequired);
  const [first, ...others] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', content: `${first.content}\n\n${told}` }, ...others]
    : [{ role: 'system', content: told }, ...messages];
}

function instructions(tools: readonly OfferedTool[], isRequired: boolean): string {
  const listed = tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, parameters: inputSchema ?? { type: 'object', properties: {} } }),
  );
  return [
    'You can call tools. Each line between <tools> and </tools> is one of them, with the JSON schema of its arguments:',
    `<tools>\n${listed.join('\n')}\n</tools>`,
    `To call one, write exactly this, with a JSON object on one line, and end your reply after your last call:\n${toldCall('name_of_the_tool', { name_of_an_argument: 'value' })}`,
    'You then get what the tool answered, in <tool_response>, and go on. Never write <tool_response> yourself.',
    isRequired
      ? 'In this reply you must call a tool.'
      : 'Call a tool only where it helps; otherwise reply in words.',
  ].join('\n\n');
}

/**
 * Tells calls from text while a reply comes. What only looks like a call stays text. What follows a call is made up by the
 * model, which cannot know the result yet, and is left out; unless it is another call.
 */
export class ToolCallReader {
  readonly #names: ReadonlySet<string>;
  readonly #onText: (text: string) => void;
  readonly #onCall: (call: ToolCall) => void;
  /** What came and may yet turn out to be part of a call. */
  #held = '';
  #hasCalled = false;

  constructor(
    tools: readonly OfferedTool[],
    { onText, onCall }: { onText: (text: string) => void; onCall: (call: ToolCall) => void },
  ) {
    this.#names = new Set(tools.map(({ name }) => name));
    this.#onText = onText;
    this.#onCall = onCall;
  }

  add(text: string): void {
    if (this.#names.size === 0) {
      this.#onText(text);
      return;
    }
    const searched = Math.max(0, this.#held.length - CLOSE.length);
    const wasOpen = this.#held.startsWith(OPEN);
    this.#held += text;
    // Of a call that is not whole, only what is new can end it.
    if (!wasOpen || this.#held.includes(CLOSE, searched)) {
      this.#read();
    }
  }

  /** To be called when nothing more comes: models forget the end of their last call. */
  end(): void {
    if (this.#held.startsWith(OPEN)) {
      this.#call(this.#held, this.#held.slice(OPEN.length));
    } else {
      this.#text(this.#held);
    }
    this.#held = '';
  }

  #read(): void {
    for (;;) {
      const start = this.#held.indexOf(OPEN);
      if (start < 0) {
        const keep = beginningAtEnd(this.#held);
        this.#text(this.#held.slice(0, this.#held.length - keep));
        this.#held = this.#held.slice(this.#held.length - keep);
        return;
      }
      this.#text(this.#held.slice(0, start));
      const end = this.#held.indexOf(CLOSE, start);
      if (end < 0) {
        this.#held = this.#held.slice(start);
        return;
      }
      const whole = this.#held.slice(start, end + CLOSE.length);
      this.#held = this.#held.slice(end + CLOSE.length);
      this.#call(whole, whole.slice(OPEN.length, -CLOSE.length));
    }
  }

  #text(text: string): void {
    if (text !== '' && !this.#hasCalled) {
      this.#onText(text);
    }
  }

  #call(whole: string, inside: string): void {
    const call = callIn(inside);
    if (call && this.#names.has(call.name)) {
      this.#hasCalled = true;
      this.#onCall(call);
    } else {
      this.#text(whole);
    }
  }
}

/** How much of a text's end could be the beginning of a call. */
function beginningAtEnd(text: string): number {
  for (let length = Math.min(OPEN.length - 1, text.length); length > 0; length -= 1) {
    if (OPEN.startsWith(text.slice(-length))) {
      return length;
    }
  }
  return 0;
}

/** Models call the arguments by other names, too, write them as a text of JSON, or put a fence around it all. */
function callIn(text: string): ToolCall | undefined {
  const value = parseJson(text.replace(/^\s*```(?:json)?|```\s*$/g, '').trim());
  if (!isObject(value) || typeof value.name !== 'string') {
    return undefined;
  }
  const given = value.arguments ?? value.parameters ?? value.input ?? {};
  const input = typeof given === 'string' ? parseJson(given) : given;
  return isObject(input) ? { name: value.name, input } : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
