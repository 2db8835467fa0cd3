import { cancelled } from '../service/errors.ts';
import type { Moderation } from './moderation.ts';
import { moderationModel } from './moderation-settings.ts';
import { passagesOf } from './passages.ts';
import { together, type Verdict } from './verdict.ts';

/**
 * The verdict on each of some texts, which may be long, in their order.
 *
 * @throws {ServiceError} `cancelled` where there is no service to ask
 */
export async function checkTexts(
  { connection, moderator }: Moderation,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Verdict[]> {
  const connected = await connection.require();
  if (!connected) {
    throw cancelled(signal);
  }
  const verdicts: Verdict[] = [];
  for (const text of texts) {
    const passages = passagesOf(text).map(({ start, end }) => text.slice(start, end));
    const options = { model: moderationModel(), signal };
    verdicts.push(together((await moderator.moderate(connected, passages, options)).verdicts));
  }
  return verdicts;
}
