import * as v from 'valibot';
import { check } from '../check.ts';
import { modelFor } from '../models.ts';
import { json, type Reply } from '../reply.ts';
import type { OperationInput } from '../routes.ts';

const schema = v.strictObject({
  model: v.optional(v.string()),
  input: v.union([v.string(), v.pipe(v.array(v.string()), v.minLength(1))]),
});

/** The words by which the sample service tells each category; enough to see every one of them flagged. */
const signs = {
  hate: /\b(hate|despise|detest|vermin|subhuman)\b/gi,
  'hate/threatening': /\b(hate|despise|vermin|subhuman)\b.*\b(kill|wipe out|destroy|burn|attack)\b/gis,
  'self-harm': /\b(suicide|self-harm|(kill|hurt|harm|cut) (myself|yourself))\b/gi,
  sexual: /\b(sex|sexual|erotic|naked|porn\w*)\b/gi,
  'sexual/minors': /\b(child|children|minor|minors|underage)\b.*\b(sex|sexual|erotic|naked|porn\w*)\b/gis,
  violence: /\b(kill|murder|stab|shoot|attack|beat up|torture|bomb)\w*\b/gi,
  'violence/graphic': /\b(blood|gore|gory|dismember\w*|decapitat\w*|entrails)\b/gi,
} as const;

/** POST /v1/moderations (interface §4.10). */
export function createModeration({ json: body, requestId }: OperationInput): Reply {
  const { model, input } = check(schema, body);
  if (model !== undefined) {
    modelFor('moderation', model);
  }
  return json({
    id: `modr-${requestId}`,
    model: model ?? 'moderate-1',
    results: (typeof input === 'string' ? [input] : input).map(classify),
  });
}

function classify(text: string) {
  const entries = Object.entries(signs).map(([category, sign]) => {
    const hits = text.match(sign)?.length ?? 0;
    // Nothing found is nearly certain, one sign is likely, each further one makes it likelier.
    const score = hits === 0 ? 0.0001 + (text.length % 89) / 100_000 : 1 - 0.3 / 2 ** hits;
    return { category, score, flagged: hits > 0 };
  });
  return {
    flagged: entries.some((entry) => entry.flagged),
    categories: Object.fromEntries(entries.map(({ category, flagged }) => [category, flagged])),
    category_scores: Object.fromEntries(entries.map(({ category, score }) => [category, score])),
  };
}
