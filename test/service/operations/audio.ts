import * as v from 'valibot';
import { recognise } from '../audio.ts';
import { check, numberField } from '../check.ts';
import { modelFor } from '../models.ts';
import { type FormFile, isFile } from '../multipart.ts';
import { badRequest, Refusal } from '../refusal.ts';
import { json, plainText, type Reply } from '../reply.ts';
import type { OperationInput } from '../routes.ts';
import { Sampler } from '../text/sampler.ts';
import { joined, srt, transcriptOf, verbose, vtt } from '../text/transcript.ts';

/** Longer recordings are refused, as hosted services do. */
const audioLimit = 25 * 1024 * 1024;
const extensions = ['mp3', 'mp4', 'mpeg', 'mpga', 'm4a', 'wav', 'webm'];

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

const translationFields = {
  file: v.custom<FormFile>(isFile, 'Expected a file'),
  model: v.string(),
  prompt: v.optional(v.string()),
  response_format: v.optional(v.picklist(['json', 'text', 'srt', 'verbose_json', 'vtt']), 'json'),
  temperature: v.optional(numberField(0, 1), '0'),
};

const translationSchema = v.strictObject(translationFields);

const transcriptionSchema = v.strictObject({
  ...translationFields,
  language: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z]{2}$/, 'Expected an ISO-639-1 code'),
      v.check((code) => languageNames.of(code) !== undefined, 'Expected an ISO-639-1 code'),
    ),
    'en',
  ),
});

/** POST /v1/audio/transcriptions (interface §4.11). */
export function transcribeAudio({ form }: OperationInput): Reply {
  const request = check(transcriptionSchema, form);
  return transcript('transcribe', request, request.language);
}

/** POST /v1/audio/translations (interface §4.12): always into English. */
export function translateAudio({ form }: OperationInput): Reply {
  return transcript('translate', check(translationSchema, form), 'en');
}

function transcript(
  task: 'transcribe' | 'translate',
  request: v.InferOutput<typeof translationSchema>,
  language: string,
): Reply {
  modelFor('speech', request.model);
  const { file, prompt, temperature } = request;
  if (file.size > audioLimit) {
    throw new Refusal(413, {
      message: `The file has ${file.size} bytes; at most ${audioLimit} are accepted.`,
    });
  }
  const extension = /\.(\w+)$/.exec(file.filename)?.[1]?.toLowerCase() ?? '';
  const recording = recognise(file.bytes, file.size);
  if (!recording || !extensions.includes(extension)) {
    const message = `'${file.filename}' is no audio of a supported format: ${extensions.join(', ')}.`;
    throw badRequest(message, 'file', 'invalid_file_format');
  }
  const { seconds } = recording;
  const sampler = new Sampler(JSON.stringify([file.filename, file.size, prompt, language]), { temperature });
  const segments = transcriptOf({ file: file.filename, seconds, language, prompt }, sampler);
  switch (request.response_format) {
    case 'text':
      return plainText(`${joined(segments)}\n`);
    case 'srt':
      return plainText(srt(segments));
    case 'vtt':
      return plainText(vtt(segments));
    case 'verbose_json': {
      const name = languageNames.of(language)?.toLowerCase() ?? language;
      return json(verbose(segments, { task, language: name, duration: seconds, temperature }));
    }
    default:
      return json({ text: joined(segments) });
  }
}
