import type { BaseUrl } from '../service/base-url.ts';
import { ServiceError } from '../service/errors.ts';
import type { CompletionRequest } from '../service/request-schema.ts';

/** What a model may refuse of a request and answer without; `list` is for several prompts at once. */
export type Refused = 'suffix' | 'logprobs' | 'list';

/** Who is asked, and what is known of it. */
export interface Asked<Client> {
  readonly client: Client;
  /** What is added is remembered. */
  readonly refused: Set<Refused>;
}

/** What models have refused while this window is open, so that not every completion begins with a refusal. */
export class Refusals {
  readonly #known = new Map<string, Set<Refused>>();

  /** What one of them has refused; what is added is remembered. */
  of({ href }: Pick<BaseUrl, 'href'>, model: string): Set<Refused> {
    const name = `${href} ${model}`;
    const known = this.#known.get(name) ?? new Set();
    this.#known.set(name, known);
    return known;
  }
}

/** What of a request an error refuses, where the request can go without it. */
export function refusedIn(error: unknown, request: CompletionRequest): Exclude<Refused, 'list'> | undefined {
  if (refusesSuffix(error, request)) {
    return 'suffix';
  }
  return request.logprobs !== undefined && isAboutLogprobs(error) ? 'logprobs' : undefined;
}

/** A request without what is known to be refused of it. */
export function withoutRefused(
  { suffix, logprobs, ...request }: CompletionRequest,
  refused: ReadonlySet<Refused>,
): CompletionRequest {
  return {
    ...request,
    ...(suffix !== undefined && !refused.has('suffix') && { suffix }),
    ...(logprobs !== undefined && !refused.has('logprobs') && { logprobs }),
  };
}

/** Whether a service has refused `suffix`, or says that the model cannot insert. */
export function refusesSuffix(error: unknown, { suffix }: CompletionRequest): boolean {
  return (
    suffix !== undefined &&
    ServiceError.is(error, 'badRequest') &&
    (error.param === 'suffix' ||
      (error.param === undefined && /\bsuffix\b|\bsupport insert/i.test(error.message)))
  );
}

/** Whether a service has refused to tell how sure a model is. */
function isAboutLogprobs(error: unknown): boolean {
  return (
    ServiceError.is(error, 'badRequest') &&
    (error.param === 'logprobs' || /\blogprobs\b/i.test(error.message))
  );
}

/**
 * Whether it may be the list that a service has refused where prompts are one. Many take a text only and fail to decode the
 * rest, in words of their own; what names another field is about that.
 */
export function mayRefuseList(error: unknown, request: CompletionRequest): boolean {
  return (
    Array.isArray(request.prompt) &&
    ServiceError.is(error, 'badRequest') &&
    (error.status === 400 || error.status === 422) &&
    (error.param === undefined || error.param === 'prompt' || !Object.hasOwn(request, error.param))
  );
}

/** A request for each of several texts, in their order. Without a prompt, the model begins a document (§4.3). */
export function onePromptEach({ prompt, ...request }: CompletionRequest): CompletionRequest[] {
  const prompts = Array.isArray(prompt) ? prompt : [];
  return [...prompts].map((each) =>
    typeof each === 'string' && each !== '' ? { ...request, prompt: each } : request,
  );
}
