import type { Disposable, ExtensionContext, Uri } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { PromptGuard } from '../moderation/prompt-guard.ts';
import type { Log } from '../ui/log.ts';
import type { ContactSheet } from './contact-sheet.ts';

/** A mask editor that is open. */
export interface OpenMaskEditor extends Disposable {
  reveal(): void;
}

/** What images are asked for and saved with. */
export interface ImageServices {
  readonly context: Pick<ExtensionContext, 'globalState' | 'extensionUri'>;
  readonly connection: Connection;
  readonly log: Log;
  /** Prompts are shown to it before they are sent. */
  readonly guard: PromptGuard;
  /** By the address of their image. */
  readonly editors: Map<string, OpenMaskEditor>;
  /** Contact sheets that are open. */
  readonly sheets: Set<Disposable>;
  /** Create Variations, which become part of the sheet that they are asked for in. */
  vary(image: Uri, sheet: ContactSheet): Promise<void>;
}
