import * as v from 'valibot';

// The answers of §2. Services differ: what the interface shows but a caller can do without is optional,
// `null` counts as absent, and fields beyond the interface are kept.

const text = v.nullish(v.string());
const count = v.nullish(v.number());
const index = v.nullish(v.number(), 0);

const usage = v.nullish(
  v.looseObject({ prompt_tokens: count, completion_tokens: count, total_tokens: count }),
);

const head = { id: text, object: text, created: count, model: text };

export const model = v.looseObject({
  id: v.string(),
  object: text,
  owned_by: text,
  permission: v.nullish(v.array(v.unknown())),
});

/** A service without any model may send `null`. */
export const modelList = v.looseObject({ object: text, data: v.nullable(v.array(model), []) });

/** The structure of `logprobs` is not shown in §2: this is what services send. */
const logprobs = v.nullish(
  v.looseObject({
    tokens: v.nullish(v.array(v.string())),
    token_logprobs: v.nullish(v.array(v.nullable(v.number()))),
    top_logprobs: v.nullish(v.array(v.nullable(v.record(v.string(), v.number())))),
    text_offset: v.nullish(v.array(v.number())),
  }),
);

export const completion = v.looseObject({
  ...head,
  choices: v.array(v.looseObject({ text: v.string(), index, logprobs, finish_reason: text })),
  usage,
});

export const chatCompletion = v.looseObject({
  ...head,
  choices: v.array(
    v.looseObject({
      index,
      message: v.looseObject({ role: v.nullish(v.string(), 'assistant'), content: text }),
      finish_reason: text,
    }),
  ),
  usage,
});

/** A part of a streamed completion. */
export const completionChunk = v.looseObject({
  ...head,
  choices: v.array(
    v.looseObject({
      text: v.nullish(v.string(), ''),
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
  created: count,
  choices: v.array(v.looseObject({ text: v.string(), index })),
  usage,
});

export const imageResult = v.looseObject({
  created: count,
  data: v.array(
    v.pipe(
      v.looseObject({ url: text, b64_json: text }),
      v.check((image) => Boolean(image.url || image.b64_json), 'has neither url nor b64_json'),
    ),
  ),
});

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
      categories: v.record(v.string(), v.nullish(v.boolean(), false)),
      category_scores: v.nullish(v.record(v.string(), v.nullish(v.number(), 0)), {}),
      flagged: v.boolean(),
    }),
  ),
});

/**
 * `segments` and its neighbours come with `verbose_json` only. What is in them is not checked: one time that is no number
 * is no reason to lose what was said.
 */
export const transcript = v.looseObject({
  text: v.string(),
  task: text,
  language: text,
  duration: v.nullish(v.union([v.number(), v.string()])),
  segments: v.nullish(v.array(v.unknown())),
});

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
