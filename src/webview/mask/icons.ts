import errorIcon from '@vscode/codicons/src/icons/error.svg';
import fitIcon from '@vscode/codicons/src/icons/screen-full.svg';
import warningIcon from '@vscode/codicons/src/icons/warning.svg';
import zoomInIcon from '@vscode/codicons/src/icons/zoom-in.svg';
import zoomOutIcon from '@vscode/codicons/src/icons/zoom-out.svg';
import { icon } from '../page/icon.ts';

export const icons = {
  error: icon(errorIcon),
  fit: icon(fitIcon),
  warning: icon(warningIcon),
  zoomIn: icon(zoomInIcon),
  zoomOut: icon(zoomOutIcon),
} as const;
