/** An operation of the service (§4). */
export interface Operation {
  /** What the interface document calls it. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Below `/v1`. */
  readonly path: `/${string}`;
  /** What its body is. */
  readonly takes: 'nothing' | 'json' | 'form';
}

function post(name: string, path: `/${string}`, takes: 'json' | 'form' = 'json'): Operation {
  return { name, method: 'POST', path, takes };
}

export const LIST_MODELS: Operation = {
  name: 'List of models',
  method: 'GET',
  path: '/models',
  takes: 'nothing',
};

/** The path names the model in its last place. */
export const RETRIEVE_MODEL: Operation = {
  name: 'One model',
  method: 'GET',
  path: '/models/{model}',
  takes: 'nothing',
};

export const EDITS = post('Edits', '/edits');

/** Those that make something of what they are sent, in the order of §4. */
export const MAKING_OPERATIONS: readonly Operation[] = [
  post('Text completion', '/completions'),
  post('Chat completion', '/chat/completions'),
  EDITS,
  post('Image generation', '/images/generations'),
  post('Image edits', '/images/edits', 'form'),
  post('Image variations', '/images/variations', 'form'),
  post('Embeddings', '/embeddings'),
  post('Moderations', '/moderations'),
  post('Transcription', '/audio/transcriptions', 'form'),
  post('Translation into English', '/audio/translations', 'form'),
];
