import { knownModel, models } from '../models.ts';
import { json, type Reply } from '../reply.ts';
import type { OperationInput } from '../routes.ts';

/** GET /v1/models (interface §4.1). */
export function listModels(): Reply {
  const listed = models.filter((model) => !model.unlisted);
  return json({ object: 'list', data: listed.map((model) => describe(model.id)) });
}

/** GET /v1/models/{model} (interface §4.2). */
export function retrieveModel({ parameter }: OperationInput): Reply {
  return json(describe(parameter));
}

function describe(id: string) {
  const { ownedBy } = knownModel(id);
  const permission = {
    id: `modelperm-${Buffer.from(id).toString('hex')}`,
    object: 'model_permission',
    allow_sampling: true,
    allow_logprobs: true,
    allow_view: true,
    organization: '*',
    is_blocking: false,
  };
  return { id, object: 'model', owned_by: ownedBy, permission: [permission] };
}
