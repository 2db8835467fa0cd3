import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for `condition` to give something other than `undefined` or `false`, and gives that.
 *
 * @param what names the condition in the error that is thrown after `deadline` milliseconds.
 */
export async function until<T>(
  what: string,
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  deadline = 30_000,
): Promise<T> {
  const end = Date.now() + deadline;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`Waited ${deadline / 1000} s in vain: ${what}.`);
    }
    await pause(50);
  }
}
