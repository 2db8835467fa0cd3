import { uptime } from 'node:os';
import { codeOf } from '../service/errors.ts';

/**
 * Whether the extension host of another window still runs.
 *
 * @param since when it was seen to run, in milliseconds since 1970: what ran before this machine was started does not
 */
export function isHostAlive(pid: number, since?: number): boolean {
  // Another window has another extension host: one of our number had it before us.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) {
    return false;
  }
  if (since !== undefined && since < Date.now() - uptime() * 1000) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
