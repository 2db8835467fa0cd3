import * as v from 'valibot';

// The answers of §2. Services differ: what the interface shows but a caller can do without is optional,
// `null` counts as absent, and fields beyond the interface are kept.

const text = v.nullish(v.string());
const count = v.nullish(v.number());
const index = v.nullish(v.number(), 0);
/** An empty text may be left out. */
const content = v.nullish(v.string(), '');

const usage = v.nullish(
  v.looseObject({ prompt_tokens: count, completion_tokens: count, total_tokens: count }),
);

/** Nothing that is wrong with these is a reason to lose an answer. */
const head = {
  id: v.fallback(text, undefined),
  object: v.fallback(text, undefined),
  created: v.fallback(count, undefined),
  model: v.fallback(text, undefined),
};

/** Choices are told apart by `index`; where it is left out, by their order. */
function choicesOf<const S extends v.ObjectEntries>(choice: S) {
  return v.pipe(
    v.array(v.looseObject({ ...choice, index: v.nullish(v.number()) })),
    v.transform((choices) => choices.map((each, place) => ({ ...each, index: each.index ?? place }))),
  );
}

/** The list must not fail for what is only shown: an owner that is no text counts as none. */
export const model = v.looseObject({
  id: v.string(),
  object: v.optional(v.unknown()),
  owned_by: v.fallback(text, undefined),
  permission: v.optional(v.unknown()),
});

/**
 * A service without any model may send `null`, another one sends the list alone. An entry without an identifier counts for
 * nothing beside others that have one.
 */
export const modelList = v.pipe(
  v.unknown(),
  v.transform((value) => (Array.isArray(value) ? { data: value } : value)),
  v.looseObject({
    object: v.fallback(text, undefined),
    data: v.pipe(
      v.nullable(v.array(v.unknown()), []),
      v.transform((all) => {
        const named = all.filter((each) => v.is(model, each));
        return named.length > 0 ? named : all;
      }),
      v.array(model),
    ),
  }),
);

/**
 * Its structure is not shown in §2, and services differ. Who reads it checks it: nothing that is wrong with it is a reason
 * to lose the text.
 */
const logprobs = v.optional(v.unknown());

export const completion = v.looseObject({
  ...head,
  choices: choicesOf({ text: content, logprobs, finish_reason: text }),
  usage,
});

export const chatCompletion = v.looseObject({
  ...head,
  choices: choicesOf({
    message: v.looseObject({ role: v.nullish(v.string(), 'assistant'), content: text }),
    finish_reason: text,
  }),
  usage,
});

/** A part of a streamed completion. */
export const completionChunk = v.looseObject({
  ...head,
  choices: v.array(
    v.looseObject({
      text: content,
      index,
      logprobs,
      finish_reason: text,
    }),
  ),
  usage,
});

/** A part of a streamed chat completion; `choices` is empty in a chunk that only carries usage. */
export const chatCompletionChunk = v.looseObject({
  ...head,
  choices: v.array(
    v.looseObject({
      index,
      delta: v.nullish(v.looseObject({ role: text, content: text }), {}),
      finish_reason: text,
    }),
  ),
  usage,
});

export const edit = v.looseObject({
  object: text,
  created: v.fallback(count, undefined),
  // Not of the interface, but some services tell why a text ends.
  choices: choicesOf({ text: content, finish_reason: v.optional(v.unknown()) }),
  usage,
});

/** Who receives it checks it: one image that cannot be had is no reason to lose the others, which were paid for. */
const image = v.fallback(
  v.looseObject({ url: v.fallback(text, undefined), b64_json: v.fallback(text, undefined) }),
  {},
);

export const imageResult = v.looseObject({ created: count, data: v.array(image) });

export const embeddingResult = v.looseObject({
  object: text,
  data: v.array(v.looseObject({ object: text, embedding: v.array(v.number()), index })),
  model: text,
  usage,
});

export const moderationResult = v.looseObject({
  id: text,
  model: text,
  results: v.array(
    v.looseObject({
      // What is not said of a category is not taken for a no.
      categories: v.record(v.string(), v.nullish(v.boolean())),
      category_scores: v.nullish(v.record(v.string(), v.nullish(v.number())), {}),
      flagged: v.nullish(v.boolean()),
    }),
  ),
});

/**
 * `segments` and its neighbours come with `verbose_json` only. What is in them is not checked: one time that is no number
 * is no reason to lose what was said.
 */
export const transcript = v.pipe(
  v.unknown(),
  v.transform(withText),
  v.looseObject({
    text: v.string(),
    task: v.fallback(text, undefined),
    language: v.fallback(text, undefined),
    duration: v.nullish(v.union([v.number(), v.string()])),
    segments: v.nullish(v.array(v.unknown())),
  }),
);

/** Where segments are all that came, what is said in them is the text. */
function withText(value: unknown): unknown {
  const parsed = v.safeParse(
    v.looseObject({ text: v.nullish(v.never()), segments: v.array(v.unknown()) }),
    value,
  );
  if (!parsed.success) {
    return value;
  }
  const said = parsed.output.segments.map((segment) =>
    v.is(v.looseObject({ text: v.string() }), segment) ? segment.text : '',
  );
  return { ...parsed.output, text: said.join('').trim() };
}

export type Model = v.InferOutput<typeof model>;
export type ModelList = v.InferOutput<typeof modelList>;
export type Usage = v.InferOutput<typeof usage>;
export type Completion = v.InferOutput<typeof completion>;
export type CompletionChunk = v.InferOutput<typeof completionChunk>;
export type ChatCompletion = v.InferOutput<typeof chatCompletion>;
export type ChatCompletionChunk = v.InferOutput<typeof chatCompletionChunk>;
export type Edit = v.InferOutput<typeof edit>;
export type ImageResult = v.InferOutput<typeof imageResult>;
export type EmbeddingResult = v.InferOutput<typeof embeddingResult>;
export type ModerationResult = v.InferOutput<typeof moderationResult>;
export type Transcript = v.InferOutput<typeof transcript>;
