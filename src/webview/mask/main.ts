import {
  type MaskHostMessage,
  type MaskPageMessage,
  maskHostMessage,
} from '../../images/shared/mask-protocol.ts';
import { MASK_WORDS } from '../../images/shared/mask-words.ts';
import { Host } from '../page/host.ts';
import { pageElement, pageWords } from '../page/page.ts';
import { MaskView } from './mask-view.ts';

// The page of `src/images/mask-html.ts`.
const host = new Host<MaskHostMessage, MaskPageMessage>(maskHostMessage);
const view = new MaskView(pageElement(), pageWords(MASK_WORDS), host);
host.listen((message) => view.receive(message));
host.post({ type: 'ready' });
