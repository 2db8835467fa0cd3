import type { FileStore } from './file-store.ts';
import { type Form, keptBytes } from './multipart.ts';
import { transcribeAudio, translateAudio } from './operations/audio.ts';
import { createChatCompletion } from './operations/chat.ts';
import { createCompletion } from './operations/completions.ts';
import { createEdit } from './operations/edits.ts';
import { createEmbeddings } from './operations/embeddings.ts';
import { downloadFile } from './operations/files.ts';
import { editImage, generateImages, imageLimit, varyImage } from './operations/images.ts';
import { listModels, retrieveModel } from './operations/models.ts';
import { createModeration } from './operations/moderations.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';

export interface OperationInput {
  json: unknown;
  form: Form;
  /** What stood for the parameter in the path, decoded. */
  parameter: string;
  service: { baseUrl: string; files: FileStore };
  /** Unique in the life of the service; ids in answers are made from it. */
  requestId: string;
}

export interface Operation {
  takes: 'nothing' | 'json' | 'form';
  needsKey: boolean;
  /** How many bytes of each uploaded file the operation has to see. */
  keepFileBytes?: number;
  run(input: OperationInput): Reply;
}

interface Route {
  method: string;
  path: RegExp;
  operation: Operation;
}

const routes: readonly Route[] = [
  { method: 'GET', path: /^\/v1\/models$/, operation: takingNothing(listModels) },
  { method: 'GET', path: /^\/v1\/models\/([^/]+)$/, operation: takingNothing(retrieveModel) },
  { method: 'POST', path: /^\/v1\/completions$/, operation: takingJson(createCompletion) },
  { method: 'POST', path: /^\/v1\/chat\/completions$/, operation: takingJson(createChatCompletion) },
  { method: 'POST', path: /^\/v1\/edits$/, operation: takingJson(createEdit) },
  { method: 'POST', path: /^\/v1\/embeddings$/, operation: takingJson(createEmbeddings) },
  { method: 'POST', path: /^\/v1\/moderations$/, operation: takingJson(createModeration) },
  { method: 'POST', path: /^\/v1\/images\/generations$/, operation: takingJson(generateImages) },
  { method: 'POST', path: /^\/v1\/images\/edits$/, operation: takingForm(editImage, imageLimit) },
  { method: 'POST', path: /^\/v1\/images\/variations$/, operation: takingForm(varyImage, imageLimit) },
  {
    method: 'POST',
    path: /^\/v1\/audio\/transcriptions$/,
    operation: takingForm(transcribeAudio, keptBytes),
  },
  { method: 'POST', path: /^\/v1\/audio\/translations$/, operation: takingForm(translateAudio, keptBytes) },
  {
    method: 'GET',
    path: /^\/files\/([^/]+)$/,
    operation: { takes: 'nothing', needsKey: false, run: downloadFile },
  },
];

function takingNothing(run: Operation['run']): Operation {
  return { takes: 'nothing', needsKey: true, run };
}

function takingJson(run: Operation['run']): Operation {
  return { takes: 'json', needsKey: true, run };
}

function takingForm(run: Operation['run'], keepFileBytes: number): Operation {
  return { takes: 'form', needsKey: true, keepFileBytes, run };
}

/** The operation for a method and path, or why there is none. */
export function operationAt(
  method: string,
  path: string,
  pathPrefix: string,
): { operation: Operation; parameter: string } | { refusal: Refusal } {
  const inner = path.startsWith(pathPrefix) ? path.slice(pathPrefix.length) : '';
  const allowed: string[] = [];
  for (const route of routes) {
    const found = route.path.exec(inner);
    if (found && route.method === method) {
      try {
        return { operation: route.operation, parameter: decodeURIComponent(found[1] ?? '') };
      } catch {
        return { refusal: new Refusal(400, { message: `The path ${path} is not encoded as it must be.` }) };
      }
    }
    if (found) {
      allowed.push(route.method);
    }
  }
  if (allowed.length > 0) {
    const message = `The method ${method} is not allowed at ${path}.`;
    return { refusal: new Refusal(405, { message }, { allow: allowed.join(', ') }) };
  }
  return {
    refusal: new Refusal(404, { message: `Unknown address: ${method} ${path}`, code: 'unknown_url' }),
  };
}
