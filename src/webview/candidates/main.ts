import {
  type CandidatesHostMessage,
  type CandidatesPageMessage,
  candidatesHostMessage,
} from '../../completion/shared/candidates-protocol.ts';
import { CANDIDATES_WORDS } from '../../completion/shared/candidates-words.ts';
import { Host } from '../page/host.ts';
import { pageElement, pageWords } from '../page/page.ts';
import { CandidatesView } from './candidates-view.ts';

// The page of `src/completion/candidates-html.ts`.
const host = new Host<CandidatesHostMessage, CandidatesPageMessage>(candidatesHostMessage);
const view = new CandidatesView(pageElement(), pageWords(CANDIDATES_WORDS), host);
host.listen((message) => view.receive(message));
host.post({ type: 'ready' });
