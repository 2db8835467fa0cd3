import type { Fault } from './faults.ts';

/** Faults by name, for the command line and the control endpoint. */
export const faultPresets: Readonly<Record<string, Fault | readonly Fault[]>> = {
  'bad-gateway': { type: 'status', status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' },
  'bad-utf8': { type: 'invalidUtf8' },
  'cut-before-headers': { type: 'cut', at: 'accept' },
  'cut-midway': { type: 'cut', at: 'body' },
  'early-413': { type: 'earlyRefusal' },
  'error-event': { type: 'errorEvent', afterEvents: 5 },
  forbidden: { type: 'status', status: 403 },
  'log-in-page': { type: 'html' },
  'long-line': { type: 'longLine', bytes: 1024 * 1024 },
  'no-choices': { type: 'missing', field: 'choices' },
  'no-end': { type: 'noDone' },
  // An operation that is not there, as services of different make say so.
  'no-operation': { type: 'status', status: 404, body: '{"detail":"Not Found"}' },
  'no-operation-at-200': {
    type: 'status',
    status: 200,
    body: '{"error":"Unexpected endpoint or method. (POST /v1/edits)"}',
  },
  'no-operation-page': { type: 'html', status: 404 },
  'no-usage': { type: 'missing', field: 'usage' },
  'not-a-stream': { type: 'jsonInsteadOfStream' },
  overloaded: { type: 'status', status: 503 },
  quota: {
    type: 'status',
    status: 429,
    error: {
      message: 'You exceeded your current quota. Check your plan and billing details.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    },
  },
  'rate-limit': { type: 'status', status: 429, headers: { 'retry-after': '2' } },
  'rate-limit-long': { type: 'status', status: 429, headers: { 'retry-after': '600' } },
  'server-error': { type: 'status', status: 500 },
  silence: { type: 'stallAfter', events: 5 },
  slow: { type: 'latency', ms: 5000 },
  'slow-stream': { type: 'pace', ms: 500 },
  stall: { type: 'stallBeforeHeaders' },
  unauthorized: { type: 'status', status: 401 },
};
