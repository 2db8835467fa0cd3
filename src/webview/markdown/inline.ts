import type MarkdownIt from 'markdown-it';
import { isAllowedAddress } from '../../chat/shared/link-address.ts';
import type { LinkDefinitions } from '../../chat/shared/markdown-parser.ts';
import type { Maths } from './maths.ts';
import { elementApart, purifyText } from './purify.ts';

type InlineToken = ReturnType<MarkdownIt['parse']>[number];

/** Elements within each other; what is nested deeper has no element of its own. */
const MAX_DEPTH = 40;

const TASK = /^\[([ xX])\](?=\s)/;

export interface RenderedText {
  /** A new element, of which the content can be taken. */
  readonly element: HTMLElement;
  /** The labels that lead nowhere yet. */
  readonly missing: ReadonlySet<string>;
}

/** Markdown within a paragraph, heading or cell, to elements. */
export class InlineRenderer {
  /** Where links by label lead to. */
  references: LinkDefinitions = {};
  readonly #parser: MarkdownIt;
  readonly #maths: Maths;

  constructor(parser: MarkdownIt, maths: Maths) {
    this.#parser = parser;
    this.#maths = maths;
  }

  /** @param isTask whether `[x]` at its beginning is a box that is ticked */
  render(tag: string, markdown: string, isTask: boolean): RenderedText {
    const element = elementApart(tag);
    const missing = new Set<string>();
    const references = new Proxy(this.references, {
      get: (known, label) => {
        if (typeof label === 'string' && !Object.hasOwn(known, label)) {
          missing.add(label);
          return undefined;
        }
        return Reflect.get(known, label);
      },
    });
    const task = isTask ? TASK.exec(markdown) : null;
    const tokens: InlineToken[] = [];
    const text = task ? markdown.slice(task[0].length) : markdown;
    this.#parser.inline.parse(text, this.#parser, { references }, tokens);
    if (task) {
      element.append(task[1] === ' ' ? '☐' : '☑');
      element.classList.add('md-task');
    }
    new Builder(element, this.#maths).add(tokens);
    purifyText(element);
    this.#maths.typesetIn(element);
    return { element, missing };
  }
}

/** Puts one token after the other into an element. */
class Builder {
  readonly #open: Element[];
  readonly #document: Document;
  readonly #maths: Maths;
  /** Elements that were too deep to be made, and so need not be closed. */
  #skipped = 0;

  constructor(element: Element, maths: Maths) {
    this.#open = [element];
    this.#document = element.ownerDocument;
    this.#maths = maths;
  }

  add(tokens: readonly InlineToken[]): void {
    for (const token of tokens) {
      this.#add(token);
    }
  }

  #add(token: InlineToken): void {
    switch (token.type) {
      case 'em_open':
      case 'strong_open':
      case 's_open':
        this.#openElement(this.#create(token.tag));
        break;
      case 'link_open':
        this.#openElement(this.#link(token.attrGet('href') ?? '') ?? this.#create('span'));
        break;
      case 'em_close':
      case 'strong_close':
      case 's_close':
      case 'link_close':
        this.#close();
        break;
      case 'code_inline': {
        const code = this.#create('code');
        code.textContent = token.content;
        this.#last.append(code);
        break;
      }
      case 'maths':
        this.#last.append(this.#maths.element(token.markup, token.content, token.block));
        break;
      case 'image':
        this.#image(token);
        break;
      case 'softbreak':
        this.#text('\n');
        break;
      case 'hardbreak':
        this.#last.append(this.#create('br'));
        break;
      default:
        this.#text(token.content);
    }
  }

  get #last(): Element {
    return this.#open.at(-1) ?? this.#create('span');
  }

  #openElement(element: Element): void {
    if (this.#open.length > MAX_DEPTH) {
      this.#skipped++;
      return;
    }
    this.#last.append(element);
    this.#open.push(element);
  }

  #close(): void {
    if (this.#skipped > 0) {
      this.#skipped--;
    } else if (this.#open.length > 1) {
      this.#open.pop();
    }
  }

  /** Text beside text becomes one node, so that the same text always makes the same nodes. */
  #text(text: string): void {
    const { lastChild } = this.#last;
    if (lastChild instanceof Text) {
      lastChild.appendData(text);
    } else if (text !== '') {
      this.#last.append(text);
    }
  }

  /** Pictures are not fetched, since whoever serves them would learn of it: what they show stands in for them. */
  #image(token: InlineToken): void {
    const address = token.attrGet('src') ?? '';
    const description = plainText(token.children ?? []) || address;
    const isInLink = this.#open.some((element) => element instanceof HTMLAnchorElement);
    const element = (isInLink ? undefined : this.#link(address)) ?? this.#create('span');
    element.textContent = description;
    this.#last.append(element);
  }

  #link(address: string): HTMLElement | undefined {
    if (!isAllowedAddress(address)) {
      return undefined;
    }
    const element = this.#create('a');
    element.setAttribute('href', address);
    element.setAttribute('rel', 'noopener noreferrer');
    element.title = address;
    return element;
  }

  #create(tag: string): HTMLElement {
    return this.#document.createElement(tag);
  }
}

function plainText(tokens: readonly InlineToken[]): string {
  return tokens
    .map(({ type, content, children }) =>
      type === 'softbreak' || type === 'hardbreak' ? ' ' : children ? plainText(children) : content,
    )
    .join('');
}
