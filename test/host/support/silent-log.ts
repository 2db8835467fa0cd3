import type { Log } from '../../../src/ui/log.ts';

/** Not a real one: of one name there is one channel in a window, and that is the extension's. */
export const silentLog = {
  info: () => {},
  warn: () => {},
  error: () => {},
  show: () => {},
  request: () => {},
  dispose: () => {},
} as unknown as Log;
