import type { Connection } from '../connection/connection.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import type { PromptGuard } from '../moderation/prompt-guard.ts';
import type { OpenReviews } from '../review/register.ts';
import type { Log } from '../ui/log.ts';
import type { WithFocusBack } from './focus-back.ts';
import type { ConversationStore } from './store.ts';

/** What conversations are made with. */
export interface ChatServices {
  readonly connection: Connection;
  readonly models: ModelChoice;
  readonly log: Log;
  readonly reviews: OpenReviews;
  /** What the person writes is shown to it before it is sent. */
  readonly guard: PromptGuard;
  readonly store: ConversationStore;
  /** This window, as the author of replies. */
  readonly window: string;
  readonly withFocusBack: WithFocusBack;
}
