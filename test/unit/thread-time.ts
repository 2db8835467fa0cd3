/**
 * Milliseconds that `work` keeps this thread's processor busy. Unlike the time that passes, it does not grow when the machine has
 * something else to do.
 */
export function threadTime(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
