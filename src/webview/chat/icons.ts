import addIcon from '@vscode/codicons/src/icons/add.svg';
import arrowDownIcon from '@vscode/codicons/src/icons/arrow-down.svg';
import checkIcon from '@vscode/codicons/src/icons/check.svg';
import chevronDownIcon from '@vscode/codicons/src/icons/chevron-down.svg';
import chevronLeftIcon from '@vscode/codicons/src/icons/chevron-left.svg';
import chevronRightIcon from '@vscode/codicons/src/icons/chevron-right.svg';
import closeIcon from '@vscode/codicons/src/icons/close.svg';
import colorModeIcon from '@vscode/codicons/src/icons/color-mode.svg';
import copyIcon from '@vscode/codicons/src/icons/copy.svg';
import continueIcon from '@vscode/codicons/src/icons/debug-continue.svg';
import editIcon from '@vscode/codicons/src/icons/edit.svg';
import fileIcon from '@vscode/codicons/src/icons/file.svg';
import branchIcon from '@vscode/codicons/src/icons/git-branch.svg';
import noteIcon from '@vscode/codicons/src/icons/note.svg';
import refreshIcon from '@vscode/codicons/src/icons/refresh.svg';
import sendIcon from '@vscode/codicons/src/icons/send.svg';
import gearIcon from '@vscode/codicons/src/icons/settings-gear.svg';
import stopIcon from '@vscode/codicons/src/icons/stop-circle.svg';
import warningIcon from '@vscode/codicons/src/icons/warning.svg';
import { icon } from '../page/icon.ts';

export const icons = {
  add: icon(addIcon),
  arrowDown: icon(arrowDownIcon),
  branch: icon(branchIcon),
  check: icon(checkIcon),
  chevronDown: icon(chevronDownIcon),
  chevronLeft: icon(chevronLeftIcon),
  chevronRight: icon(chevronRightIcon),
  close: icon(closeIcon),
  continue: icon(continueIcon),
  copy: icon(copyIcon),
  edit: icon(editIcon),
  file: icon(fileIcon),
  gear: icon(gearIcon),
  /** Whoever replies. */
  model: icon(colorModeIcon),
  note: icon(noteIcon),
  refresh: icon(refreshIcon),
  send: icon(sendIcon),
  stop: icon(stopIcon),
  warning: icon(warningIcon),
} as const;
