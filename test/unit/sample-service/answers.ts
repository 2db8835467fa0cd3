// What the service answers, as far as these tests read it.

export interface Failure {
  error: { message: string; type: string; param: string | null; code: string | null };
}

interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

/** At least one, so that the first needs no check. */
type Some<T> = [T, ...T[]];

export interface TextChoice {
  text: string;
  index: number;
  logprobs: {
    tokens: Some<string>;
    token_logprobs: number[];
    top_logprobs: Record<string, number>[] | null;
    text_offset: number[];
  } | null;
  finish_reason: string | null;
}

export interface TextCompletion {
  id: string;
  object: string;
  created: number;
  model: string;
  choices: Some<TextChoice>;
  usage: Usage;
}

export interface ChatCompletion {
  id: string;
  object: string;
  model: string;
  choices: Some<{ index: number; message: { role: string; content: string }; finish_reason: string }>;
  usage: Usage;
}

export interface ChatChunk {
  object: string;
  choices: Some<{ index: number; delta: { role?: string; content?: string }; finish_reason: string | null }>;
  usage?: Usage;
}

export interface Edit {
  object: string;
  choices: Some<{ text: string; index: number }>;
  usage: Usage;
}

export interface ModelList {
  object: string;
  data: Model[];
}

export interface Model {
  id: string;
  object: string;
  owned_by: string;
  permission: object[];
}

export interface ImageUrls {
  created: number;
  data: Some<{ url: string }>;
}

export interface ImageContents {
  data: Some<{ b64_json: string }>;
}

export interface Embeddings {
  object: string;
  model: string;
  data: Some<{ object: string; embedding: number[]; index: number }>;
  usage: object;
}

export interface Moderation {
  id: string;
  model: string;
  results: Some<{
    flagged: boolean;
    categories: Record<string, boolean>;
    category_scores: Record<string, number>;
  }>;
}

export interface Transcript {
  text: string;
}

export interface VerboseTranscript extends Transcript {
  task: string;
  language: string;
  duration: number;
  segments: { id: number; start: number; end: number; text: string; tokens: number[] }[];
}
