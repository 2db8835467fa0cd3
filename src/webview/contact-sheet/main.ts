import {
  type SheetHostMessage,
  type SheetPageMessage,
  sheetHostMessage,
} from '../../images/shared/sheet-protocol.ts';
import { SHEET_WORDS } from '../../images/shared/sheet-words.ts';
import { Host } from '../page/host.ts';
import { pageElement, pageWords } from '../page/page.ts';
import { SheetView } from './sheet-view.ts';

// The page of `src/images/sheet-html.ts`.
const host = new Host<SheetHostMessage, SheetPageMessage>(sheetHostMessage);
const view = new SheetView(pageElement(), pageWords(SHEET_WORDS), host);
host.listen((message) => view.receive(message));
host.post({ type: 'ready' });
