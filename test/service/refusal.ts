/** The `error` object of an error answer, as services of this kind send it. */
export interface ErrorBody {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

/** Thrown by an operation to refuse its request; the server turns it into the error answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: Partial<ErrorBody> = {}, headers: Record<string, string> = {}) {
    const complete = { ...usualError(status), ...body };
    super(complete.message);
    this.name = 'Refusal';
    this.status = status;
    this.body = complete;
    this.headers = headers;
  }
}

export function badRequest(
  message: string,
  param: string | null,
  code: string | null = 'invalid_value',
): Refusal {
  return new Refusal(400, { message, param, code });
}

/** What a service usually says with this status, for faults that give no words of their own. */
export function usualError(status: number): ErrorBody {
  const usual: Record<number, Partial<ErrorBody>> = {
    400: { message: 'The request is invalid.' },
    401: { message: 'Incorrect API key provided.', code: 'invalid_api_key' },
    403: { message: 'This key may not use this model.', code: 'permission_denied' },
    404: { message: 'There is nothing at this address.', code: 'not_found' },
    405: { message: 'This method is not allowed here.', code: 'method_not_allowed' },
    413: { message: 'The request is larger than the service accepts.', code: 'request_too_large' },
    429: {
      message: 'Rate limit reached. Try again later.',
      type: 'rate_limit_error',
      code: 'rate_limit_exceeded',
    },
    503: { message: 'The model is overloaded. Try again later.', code: 'overloaded' },
  };
  const error = usual[status] ?? {};
  return {
    message: error.message ?? (status >= 500 ? 'The service failed to answer.' : 'The request was refused.'),
    type: error.type ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
    param: null,
    code: error.code ?? null,
  };
}
