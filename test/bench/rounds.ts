/** Milliseconds, one sample a round. */
export interface Times {
  readonly wall: number[];
  /** Of all threads of this process. */
  readonly cpu: number[];
}

/**
 * Runs contenders in turns, each first as often as the others, so that a noisy neighbour or a warm processor
 * meets all of them alike. Two more rounds go before, which are not counted. Garbage is not collected between
 * them: V8 then throws compiled code away, and whoever runs next pays for compiling it again.
 */
export async function compare<Name extends string>(
  contenders: Record<Name, () => Promise<void>>,
  rounds: number,
): Promise<Record<Name, Times>> {
  const names = Object.keys(contenders) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, { wall: [], cpu: [] }])) as unknown as Record<
    Name,
    Times
  >;
  const warmUp = 2;
  for (let round = 0; round < warmUp + rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] as Name;
      const cpu = process.cpuUsage();
      const start = performance.now();
      await contenders[name]();
      const wall = performance.now() - start;
      const { user, system } = process.cpuUsage(cpu);
      if (round >= warmUp) {
        times[name].wall.push(wall);
        times[name].cpu.push((user + system) / 1000);
      }
    }
  }
  return times;
}
