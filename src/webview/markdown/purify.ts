import createDOMPurify, { type Config } from 'dompurify';

/**
 * The second wall. What a model wrote becomes elements one by one, with text as text; should that ever let
 * something through, it ends here: only these elements and attributes, no styles, no names.
 */
const common = {
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  IN_PLACE: true,
} satisfies Config;

/** Attributes that are no addresses, whatever they look like. */
const textAttributes = words('class title rel data-tex');

const text = purifier({
  ...common,
  ALLOWED_TAGS: words('#text p h1 h2 h3 h4 h5 h6 th td div span a em strong s code br'),
  ALLOWED_ATTR: ['href', ...textAttributes],
  ADD_URI_SAFE_ATTR: textAttributes,
});

const mathsAttributes = words(
  'class display displaystyle scriptlevel form fence stretchy symmetric separator lspace rspace minsize maxsize ' +
    'movablelimits largeop accent accentunder width height depth voffset linethickness mathvariant notation ' +
    'columnspan rowspan',
);

const maths = purifier({
  ...common,
  ALLOWED_TAGS: words(
    '#text span math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose msub msup ' +
      'msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd none',
  ),
  ALLOWED_ATTR: mathsAttributes,
  ADD_URI_SAFE_ATTR: mathsAttributes,
});

function words(text: string): string[] {
  return text.split(' ');
}

function purifier(config: Config): ReturnType<typeof createDOMPurify> {
  const instance = createDOMPurify(window);
  instance.setConfig(config);
  return instance;
}

/** Elements that are made in one document. */
const USES = 100;

let apart: Document | undefined;
let uses = 0;

/**
 * A new element in a document that nobody sees, to be filled and purified there. Each time DOMPurify runs, it leaves
 * an iterator in the document that every removal of a node from then on has to look at, until memory is tidied up:
 * in the page itself, or in one document for all, a long text would cost the square of its length.
 */
export function elementApart(tag: string): HTMLElement {
  uses = (uses + 1) % USES;
  apart = uses === 0 || apart === undefined ? document.implementation.createHTMLDocument() : apart;
  return apart.createElement(tag);
}

/** Takes out of an element whatever Markdown in a line cannot have made. */
export function purifyText(element: HTMLElement): void {
  text.sanitize(element);
}

/** Takes out of an element whatever a formula cannot have made. */
export function purifyMaths(element: HTMLElement): void {
  maths.sanitize(element);
}
