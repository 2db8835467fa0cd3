import * as v from 'valibot';

/**
 * What the page of the candidates and the extension host say to each other. The host owns everything, so that a page that was
 * hidden begins again where it was. Neither trusts the other's messages before this schema has passed them. The page names
 * candidates by numbers, and gets nothing of the document but the end of a prompt that a service repeats.
 */

const line = v.pipe(v.string(), v.maxLength(500));
const text = v.pipe(v.string(), v.maxLength(10_000));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Which candidate: how many there were before it. */
const id = count;
const likelihood = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
/** How many are asked for; what a service takes at most is its own business. */
const amount = v.pipe(v.number(), v.integer(), v.minValue(1));

// ── From the host to the page ───────────────────────────────────────────────────────────────────────────────────

/** A token that the model was not sure of. */
const mark = v.object({
  /** UTF-16 units of the candidate's text. */
  start: count,
  end: count,
  probability: likelihood,
  /** What might have stood there, the likeliest first; it may be among them. */
  alternatives: v.array(v.object({ text: line, probability: likelihood })),
});

const candidate = v.object({
  id,
  /** Which of the places it is for. */
  place: count,
  /** Among those of its place, from 1. */
  number: count,
  /** How much of what the page has stays: `text` and `marks` come behind it. */
  keepText: count,
  keepMarks: count,
  text: v.string(),
  marks: v.array(mark),
  /** Of all its tokens, where they are known. */
  confidence: v.nullable(likelihood),
  state: v.picklist(['growing', 'whole', 'broken']),
  /** As the service says it; empty where it does not. */
  finish: line,
  /** How many came that are the same, itself included. */
  times: count,
  /** Whether it repeats the prompt. */
  isEchoed: v.boolean(),
});

export const candidatesHostMessage = v.variant('type', [
  /** Everything, in place of what was shown before; candidates follow. */
  v.object({
    type: v.literal('init'),
    heading: line,
    places: v.array(v.object({ label: line, promptEnd: text })),
    n: amount,
    bestOf: v.nullable(amount),
  }),
  v.object({
    type: v.literal('state'),
    details: v.array(line),
    isAsking: v.boolean(),
    failure: v.nullable(v.object({ message: text, actions: v.array(line) })),
    /** What stands at each place by now. */
    inserted: v.array(v.nullable(id)),
  }),
  v.object({ type: v.literal('candidates'), candidates: v.array(candidate), gone: v.array(id) }),
  /** What has been done, in words. */
  v.object({ type: v.literal('said'), text }),
]);

// ── From the page to the host ───────────────────────────────────────────────────────────────────────────────────

export const candidatesPageMessage = v.variant('type', [
  /** The page listens; `init` is the answer. */
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('insert'), id }),
  v.object({ type: v.literal('copy'), id }),
  /** Asks for others besides. */
  v.object({ type: v.literal('more'), n: amount, bestOf: v.nullable(amount) }),
  v.object({ type: v.literal('stop') }),
  /** One of the failure's actions. */
  v.object({ type: v.literal('act'), index: count }),
  v.object({ type: v.literal('close') }),
]);

export type Mark = v.InferOutput<typeof mark>;
export type CandidateChange = v.InferOutput<typeof candidate>;
export type CandidatesHostMessage = v.InferOutput<typeof candidatesHostMessage>;
export type CandidatesPageMessage = v.InferOutput<typeof candidatesPageMessage>;
export type CandidatesInit = Extract<CandidatesHostMessage, { type: 'init' }>;
export type CandidatesState = Extract<CandidatesHostMessage, { type: 'state' }>;
