import chevronLeftIcon from '@vscode/codicons/src/icons/chevron-left.svg';
import chevronRightIcon from '@vscode/codicons/src/icons/chevron-right.svg';
import copyIcon from '@vscode/codicons/src/icons/copy.svg';
import pauseIcon from '@vscode/codicons/src/icons/debug-pause.svg';
import editIcon from '@vscode/codicons/src/icons/edit.svg';
import exportIcon from '@vscode/codicons/src/icons/export.svg';
import goToFileIcon from '@vscode/codicons/src/icons/go-to-file.svg';
import playIcon from '@vscode/codicons/src/icons/play.svg';
import targetIcon from '@vscode/codicons/src/icons/target.svg';
import warningIcon from '@vscode/codicons/src/icons/warning.svg';
import { icon } from '../page/icon.ts';

export const icons = {
  back: icon(chevronLeftIcon),
  copy: icon(copyIcon),
  edit: icon(editIcon),
  export: icon(exportIcon),
  forward: icon(chevronRightIcon),
  openAsText: icon(goToFileIcon),
  pause: icon(pauseIcon),
  play: icon(playIcon),
  toCurrent: icon(targetIcon),
  warning: icon(warningIcon),
} as const;
