import { effectiveParameters, type ParametersOf, type SetParameters } from '../models/set-parameters.ts';

/** What of the interface's parameters who asks may set; VS Code and other extensions put more into their options. */
const TAKEN = [
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
] as const;

export interface RequestOptions {
  /** Not trusted to be right: the client checks them before it sends any. */
  readonly parameters: Omit<ParametersOf['chat'], 'n' | 'stream'>;
  /** Whether the answer may come in pieces. */
  readonly streams: boolean;
}

/**
 * The parameters of a request: those of the setting, with what is asked for in their place. Nobody could choose between
 * several answers, so there is one.
 */
export function requestOptions(
  asked: Readonly<Record<string, unknown>> | undefined,
  set: SetParameters,
): RequestOptions {
  const own = Object.fromEntries(
    TAKEN.flatMap((name) => (asked?.[name] === undefined ? [] : [[name, asked[name]]])),
  );
  const { n: _, stream, ...parameters } = effectiveParameters('chat', set, own);
  return { parameters, streams: stream !== false };
}
