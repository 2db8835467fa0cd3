import * as v from 'valibot';

/**
 * What the contact sheet's page and the extension host say to each other. The host owns everything, so that a page that was
 * hidden begins again where it was: which images there are, which are kept, what their alternative texts are. Neither
 * trusts the other's messages before this schema has passed them. The page names images by numbers, and gets no path.
 */

const line = v.pipe(v.string(), v.maxLength(500));
const text = v.pipe(v.string(), v.maxLength(10_000));
const promptText = v.pipe(v.string(), v.maxLength(100_000));
/** Which image: how many there were before it, counting those that are no longer there. */
const id = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000));
const pixels = v.pipe(v.number(), v.integer(), v.minValue(0));

// ── From the host to the page ───────────────────────────────────────────────────────────────────────────────────

const sheetImage = v.object({
  id,
  /** Below the page's `img-src`. */
  uri: v.string(),
  name: line,
  /** Pixels; 0 where they are not known. */
  width: pixels,
  height: pixels,
  alt: promptText,
  isKept: v.boolean(),
  /** Whether the file is no longer there, through nothing that was done here. */
  isGone: v.boolean(),
});

export const sheetHostMessage = v.variant('type', [
  /** Everything, in place of what was shown before. */
  v.object({
    type: v.literal('init'),
    prompt: promptText,
    /** Model, size: what else is known. */
    details: v.array(line),
    images: v.pipe(v.array(sheetImage), v.maxLength(1000)),
    /** Whether the person has asked to insert one: that is then what a picture is clicked for. */
    isToInsert: v.boolean(),
    isBusy: v.boolean(),
  }),
  /** These are no longer part of the sheet. */
  v.object({ type: v.literal('discarded'), ids: v.array(id) }),
  v.object({ type: v.literal('gone'), id, isGone: v.boolean() }),
  /** Somebody has written another image into the file. */
  v.object({ type: v.literal('changed'), id, uri: v.string(), width: pixels, height: pixels }),
  /** Whether other images are being made. */
  v.object({ type: v.literal('busy'), isBusy: v.boolean() }),
  /** What has been done, in words. */
  v.object({ type: v.literal('said'), text }),
]);

// ── From the page to the host ───────────────────────────────────────────────────────────────────────────────────

export const sheetPageMessage = v.variant('type', [
  /** The page listens; `init` is the answer. */
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('keep'), id, isKept: v.boolean() }),
  v.object({ type: v.literal('discard'), id }),
  /** All that are not kept. */
  v.object({ type: v.literal('discardAll') }),
  v.object({ type: v.literal('open'), id }),
  v.object({ type: v.literal('copyPath'), id }),
  /** The alternative text was changed. */
  v.object({ type: v.literal('alt'), id, alt: promptText }),
  v.object({ type: v.literal('insert'), id, alt: promptText }),
  v.object({ type: v.literal('vary'), id }),
  v.object({ type: v.literal('regenerate') }),
]);

export type SheetImage = v.InferOutput<typeof sheetImage>;
export type SheetHostMessage = v.InferOutput<typeof sheetHostMessage>;
export type SheetPageMessage = v.InferOutput<typeof sheetPageMessage>;
export type SheetInit = Extract<SheetHostMessage, { type: 'init' }>;
