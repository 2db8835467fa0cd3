/**
 * Works through items, a few at a time, and gives the results in the order of the items. When one fails, `stop` is
 * aborted and no other is begun; once those under way have ended, its error is thrown. Whoever else aborts `stop` has
 * to be heard by the work itself.
 *
 * @param width how many at a time
 */
export async function pool<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
  stop: AbortController,
): Promise<R[]> {
  const results = new Map<number, R>();
  const failures: unknown[] = [];
  const waiting = items.entries();
  const takeTurns = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done && failures.length === 0; next = waiting.next()) {
      const [index, item] = next.value;
      try {
        results.set(index, await work(item, index));
      } catch (error) {
        failures.push(error);
        stop.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(width, items.length)) }, takeTurns));
  if (failures.length > 0) {
    // Those that followed are of being stopped.
    throw failures[0];
  }
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}
