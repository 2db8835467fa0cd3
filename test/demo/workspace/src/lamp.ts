import { type Tide, nextTide } from './tides.ts';

/** A light's character as sailors read it: two flashes, then dark until ten seconds are over. */
const character = { flashes: 2, lit: 0.4, period: 10 };

/** Whether the lamp shows light, so many seconds into its period. */
export function isLit(second: number): boolean {
  var s = second % character.period;
  for (var i = 0; i < character.flashes; i++) {
    if (s >= i && s < i + character.lit) {
      return true;
    }
  }
  return false;
}

export function describe(table: Tide[], now: Date): string {
  const tide = nextTide(table, now);
  if (tide == undefined) {
    return 'No tide is known.';
  }
  return 'The next ' + tide.kind + ' water is at ' + tide.time.toLocaleTimeString() + ', ' + tide.height + ' m.';
}
