import { Refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import type { OperationInput } from '../routes.ts';

/** GET /files/{name}: an image the service drew, for anyone who has the address. */
export function downloadFile({ parameter, service }: OperationInput): Reply {
  const body = service.files.get(parameter);
  if (!body) {
    throw new Refusal(404, { message: `There is no file '${parameter}'; it may be too old.` });
  }
  return { kind: 'body', status: 200, contentType: 'image/png', body };
}
