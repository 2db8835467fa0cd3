import {
  type TranscriptHostMessage,
  type TranscriptPageMessage,
  transcriptHostMessage,
} from '../../audio/shared/transcript-protocol.ts';
import { TRANSCRIPT_WORDS } from '../../audio/shared/transcript-words.ts';
import { Host } from '../page/host.ts';
import { pageElement, pageWords } from '../page/page.ts';
import { TranscriptView } from './transcript-view.ts';

// The page of `src/audio/transcript-html.ts`.
const host = new Host<TranscriptHostMessage, TranscriptPageMessage>(transcriptHostMessage);
const view = new TranscriptView(pageElement(), pageWords(TRANSCRIPT_WORDS), host);
host.listen((message) => view.receive(message));
host.post({ type: 'ready' });
