import { parseBaseUrl } from '../../../src/service/base-url.ts';
import {
  ServiceError,
  type ServiceErrorDetails,
  type ServiceErrorKind,
} from '../../../src/service/errors.ts';
import type { ModerationRequest } from '../../../src/service/request-schema.ts';
import type { ModerationResult } from '../../../src/service/response-schema.ts';

type Result = ModerationResult['results'][number];

/** A result that flags a text for what stands in it. */
export function judged(text: string): Result {
  const isViolent = /stab/.test(text);
  return {
    flagged: isViolent,
    categories: { violence: isViolent },
    category_scores: { violence: isViolent ? 0.9 : 0.01 },
  };
}

export function refusal(kind: ServiceErrorKind, details: ServiceErrorDetails = {}): ServiceError {
  return new ServiceError(kind, 'No.', details);
}

/** A service that judges texts, and what it was asked. */
export function fakeService(
  answer: (texts: readonly string[], count: number) => readonly Result[] = (texts) => texts.map(judged),
) {
  const requests: ModerationRequest[] = [];
  const asked = {
    base: parseBaseUrl('https://a.example'),
    client: {
      createModeration: async (body: ModerationRequest): Promise<ModerationResult> => {
        requests.push(body);
        const texts = typeof body.input === 'string' ? [body.input] : body.input;
        return { id: 'm', model: 'moderate-1', results: [...answer(texts, requests.length)] };
      },
    },
  };
  return { asked, requests };
}
