import * as v from 'valibot';

/**
 * What the transcript editor's page and the extension host say to each other. The document is VS Code's own: the page
 * tells what a segment is to say, and shows what the document says then. Neither trusts the other's messages before this
 * schema has passed them. The page names no file, and gets no path.
 */

const line = v.pipe(v.string(), v.maxLength(1000));
const sentence = v.pipe(v.string(), v.maxLength(10_000));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const seconds = v.pipe(v.number(), v.finite(), v.minValue(0));

/** What a transcript can be saved as. */
export const EXPORT_FORMATS = ['srt', 'vtt', 'txt', 'md'] as const;

export const transcriptSegment = v.object({
  /** Seconds; absent where the file has none that there could be. */
  start: v.optional(seconds),
  end: v.optional(seconds),
  text: v.string(),
  /** Whether the file has a text there that could be changed. */
  isEditable: v.boolean(),
});

const audio = v.object({
  /** Below the page's `media-src`. */
  uri: v.string(),
  name: line,
});

/** What is said of all of it. */
const facts = {
  /** Language, duration and the like, in words. */
  summary: v.array(line),
  /** What is odd about the file, in words. */
  remarks: v.array(sentence),
  /** Why the file is not shown, or not as it is now; nothing can be changed then. */
  problem: v.optional(sentence),
};

// ── From the host to the page ───────────────────────────────────────────────────────────────────────────────────

const state = v.object({
  type: v.literal('state'),
  name: line,
  segments: v.array(transcriptSegment),
  /** What the file says where it has no segments. */
  text: v.optional(v.string()),
  /** Seconds, as the file says. */
  duration: v.optional(seconds),
  isReadOnly: v.boolean(),
  ...facts,
});

export const transcriptHostMessage = v.variant('type', [
  state,
  /** Segments are others now: so many from there on make room for these. */
  v.object({
    type: v.literal('change'),
    at: index,
    removed: index,
    segments: v.array(transcriptSegment),
    ...facts,
  }),
  /** What there is to hear; without `audio`, nothing. `problem` says why not. */
  v.object({
    type: v.literal('audio'),
    audio: v.optional(audio),
    problem: v.optional(sentence),
  }),
  /** The answer to `edit`, after the `change` that came of it. Not done where the segment says another thing by now. */
  v.object({ type: v.literal('edited'), isDone: v.boolean() }),
  v.object({ type: v.literal('said'), text: sentence }),
]);

// ── From the page to the host ───────────────────────────────────────────────────────────────────────────────────

export const transcriptPageMessage = v.variant('type', [
  /** The page listens; `state` and `audio` are the answer. */
  v.object({ type: v.literal('ready') }),
  v.object({
    type: v.literal('edit'),
    index,
    /** What the segment says, as far as the page knows: never is anything overwritten that was not seen. */
    was: v.string(),
    text: v.pipe(v.string(), v.maxLength(1_000_000)),
  }),
  /** What was changed since `done` is to be as it was. */
  v.object({ type: v.literal('takeBack'), index, was: v.string(), text: v.string() }),
  /** The person has done with a segment. */
  v.object({ type: v.literal('done') }),
  v.object({ type: v.literal('save') }),
  v.object({ type: v.literal('chooseAudio') }),
  /** What there was to hear cannot be heard; `audio` with a problem is the answer. */
  v.object({ type: v.literal('audioFailed') }),
  v.object({ type: v.literal('openAsText') }),
  v.object({ type: v.literal('export'), format: v.picklist(EXPORT_FORMATS) }),
  v.object({ type: v.literal('copyText') }),
]);

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type TranscriptSegmentShown = v.InferOutput<typeof transcriptSegment>;
export type TranscriptState = v.InferOutput<typeof state>;
export type TranscriptHostMessage = v.InferOutput<typeof transcriptHostMessage>;
export type TranscriptPageMessage = v.InferOutput<typeof transcriptPageMessage>;
