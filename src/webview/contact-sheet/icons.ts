import copyIcon from '@vscode/codicons/src/icons/copy.svg';
import insertIcon from '@vscode/codicons/src/icons/insert.svg';
import pinIcon from '@vscode/codicons/src/icons/pin.svg';
import pinnedIcon from '@vscode/codicons/src/icons/pinned.svg';
import refreshIcon from '@vscode/codicons/src/icons/refresh.svg';
import trashIcon from '@vscode/codicons/src/icons/trash.svg';
import versionsIcon from '@vscode/codicons/src/icons/versions.svg';
import { icon } from '../page/icon.ts';

export const icons = {
  copy: icon(copyIcon),
  discard: icon(trashIcon),
  insert: icon(insertIcon),
  keep: icon(pinIcon),
  kept: icon(pinnedIcon),
  regenerate: icon(refreshIcon),
  vary: icon(versionsIcon),
} as const;
