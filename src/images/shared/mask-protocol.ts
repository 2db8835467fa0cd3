import * as v from 'valibot';

/**
 * What the mask editor's page and the extension host say to each other. The page owns the mask, until it is sent; the
 * host owns everything else: what is wrong with the image, the request, the files. Neither trusts the other's messages
 * before this schema has passed them. The page names no file, and gets no path.
 */

/** Far more than any image that a service takes; what is larger has been refused before. */
const MOST_BYTES = 256 * 2 ** 20;

const bytes = v.pipe(
  v.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Not bytes'),
  v.check(({ byteLength }) => byteLength <= MOST_BYTES, 'Too many bytes'),
);
const line = v.pipe(v.string(), v.maxLength(500));
const promptText = v.pipe(v.string(), v.maxLength(100_000));
const length = v.pipe(v.number(), v.integer(), v.minValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const sizeText = v.pipe(line, v.regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/));

/** Edges of the squares that services are known to take, in pixels. */
export const EDGES = [1024, 512, 256] as const;

/** What can be done to an image before it is sent. */
export const conversion = v.variant('kind', [
  v.object({ kind: v.literal('png') }),
  /** To a square, by transparent edges. */
  v.object({ kind: v.literal('pad') }),
  /** To a square, which the person moves. */
  v.object({ kind: v.literal('crop') }),
  /** Down, until the longer side has this length in pixels. */
  v.object({ kind: v.literal('scale'), edge: v.picklist(EDGES) }),
]);

/** What the service will say against the image, in words. It is settled once one of the conversions is done. */
export const finding = v.object({
  text: line,
  /** What is refused has to be converted; of a warning, the person decides. */
  level: v.picklist(['refused', 'warning']),
  conversions: v.array(conversion),
});

// ── From the host to the page ───────────────────────────────────────────────────────────────────────────────────

const init = v.object({
  type: v.literal('init'),
  /** Of what is to be varied, there is nothing to paint and to describe. */
  purpose: v.picklist(['edit', 'variation']),
  image: v.object({
    /** Below the page's `img-src`. */
    uri: v.string(),
    name: line,
    /** Pixels, as the file says. */
    width: length,
    height: length,
    /** Whether its pixels can be transparent, as the file says; absent where that is not known. */
    hasAlpha: v.optional(v.boolean()),
  }),
  findings: v.array(finding),
  /** Earlier prompts, the latest first. */
  prompts: v.array(promptText),
  prompt: promptText,
  /** Absent where the service decides. */
  n: v.optional(count),
  size: v.optional(line),
  /** The sizes to choose from; another can be written. */
  sizes: v.array(line),
  /** A mask has to be smaller than this (§8). */
  maskBytes: count,
});

export const maskHostMessage = v.variant('type', [
  init,
  /** A request is on its way. `done` is the part of it that is, where that is known. */
  v.object({
    type: v.literal('busy'),
    text: line,
    done: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  }),
  /** It has ended, well or by `cancelRequest`. */
  v.object({ type: v.literal('idle') }),
  /** It has failed; why, and what to do, in words. */
  v.object({ type: v.literal('error'), text: v.pipe(v.string(), v.maxLength(10_000)) }),
  /** The answer to `chooseMaskFile`. */
  v.object({ type: v.literal('maskFile'), name: line, bytes }),
]);

// ── From the page to the host ───────────────────────────────────────────────────────────────────────────────────

export const maskPageMessage = v.variant('type', [
  /** The page listens; `init` is the answer. */
  v.object({ type: v.literal('ready') }),
  v.object({
    type: v.literal('submit'),
    prompt: v.pipe(promptText, v.nonEmpty()),
    /** Absent where the service decides. */
    n: v.optional(count),
    size: v.optional(sizeText),
    /**
     * A PNG with alpha 0 where the image is to change, and of the image's dimensions. Absent where the image is to change in
     * its transparent parts, or where the service decides.
     */
    mask: v.optional(bytes),
    /** The image as it was converted, a PNG; absent where it goes as it is. */
    image: v.optional(bytes),
  }),
  /** The same for variations. */
  v.object({
    type: v.literal('vary'),
    n: v.optional(count),
    size: v.optional(sizeText),
    image: v.optional(bytes),
  }),
  /** Closes the editor; the host asks first where something is painted, since the mask is the page's alone. */
  v.object({ type: v.literal('cancel'), isPainted: v.boolean() }),
  v.object({ type: v.literal('cancelRequest') }),
  v.object({ type: v.literal('chooseMaskFile') }),
]);

export type Conversion = v.InferOutput<typeof conversion>;
export type Finding = v.InferOutput<typeof finding>;
export type MaskInit = v.InferOutput<typeof init>;
export type MaskHostMessage = v.InferOutput<typeof maskHostMessage>;
export type MaskPageMessage = v.InferOutput<typeof maskPageMessage>;
export type MaskPurpose = MaskInit['purpose'];
export type MaskSubmit = Extract<MaskPageMessage, { type: 'submit' }>;
export type VariationSubmit = Extract<MaskPageMessage, { type: 'vary' }>;
