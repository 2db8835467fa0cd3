import { effectiveParameters, type SetParameters, withTokenIds } from '../models/set-parameters.ts';
import { ServiceError } from '../service/errors.ts';
import { checkRequest } from '../service/limits.ts';
import { chatCompletionRequest } from '../service/request-schema.ts';

/** Every parameter of a chat request that a person sets (§4.4). */
export const CHAT_PARAMETERS = [
  'temperature',
  'top_p',
  'max_tokens',
  'n',
  'stop',
  'stream',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
] as const;

export type ChatParameter = (typeof CHAT_PARAMETERS)[number];

/** Where a parameter's value comes from. */
export type ParameterSource = 'conversation' | 'settings' | 'none';

export interface ParameterInUse {
  readonly name: ChatParameter;
  /** `undefined` where it is not sent. */
  readonly value: unknown;
  readonly source: ParameterSource;
}

/** What is sent for each parameter, and who says so. `conversation` without a value: it leaves the settings' out. */
export function parametersInUse(settings: SetParameters, own: SetParameters): ParameterInUse[] {
  const sent: SetParameters = { ...effectiveParameters('chat', settings, own) };
  return CHAT_PARAMETERS.map((name) => {
    const value = sent[name];
    const isOwn = Object.hasOwn(own, name);
    return { name, value, source: isOwn ? 'conversation' : value === undefined ? 'none' : 'settings' };
  });
}

/**
 * What was typed for a parameter: JSON, or for `stop` also plain text. `undefined` for nothing, which goes back to the
 * settings; `null` leaves the parameter out.
 */
export function parseValue(name: ChatParameter, typed: string): unknown {
  const text = typed.trim();
  if (text === '') {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // White space can be what to stop at.
    return name === 'stop' ? typed : text;
  }
}

/** A value as it can be typed, on one line. */
export function showValue(name: ChatParameter, value: unknown): string {
  const json = JSON.stringify(value) ?? '';
  const isPlain =
    typeof value === 'string' && parseValue(name, value) === value && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value);
  return isPlain ? value : json;
}

/** The conversation's parameters with one of them changed; `null` where none is left. */
export function withParameter(
  own: SetParameters,
  name: ChatParameter,
  value: unknown,
): Record<string, unknown> | null {
  const { [name]: _, ...others } = own;
  const changed = value === undefined ? others : { ...others, [name]: value };
  return Object.keys(changed).length > 0 ? changed : null;
}

/** Of these two, a request may have one. */
const EITHER_OR: readonly string[] = ['temperature', 'top_p'];

/** Why a value cannot be sent for a parameter, with the others as they are; `undefined` when it can. */
export async function refusalOf(
  name: ChatParameter,
  value: unknown,
  settings: SetParameters,
  own: SetParameters,
): Promise<string | undefined> {
  const parameters = effectiveParameters('chat', settings, withParameter(own, name, value) ?? {});
  try {
    checkRequest(chatCompletionRequest, {
      ...(await withTokenIds(parameters)),
      model: 'm',
      messages: [{ role: 'user', content: '' }],
    });
    return undefined;
  } catch (error) {
    if (!ServiceError.is(error)) {
      throw error;
    }
    // What is wrong with another parameter is not this one's fault.
    const { param = '' } = error;
    const isAbout = param === name || (EITHER_OR.includes(name) && EITHER_OR.includes(param));
    return isAbout ? error.message : undefined;
  }
}
