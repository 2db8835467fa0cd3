/** Times and heights of high and low water at the harbour wall. */

export interface Tide {
  kind: 'high' | 'low';
  time: Date;
  /** Metres above chart datum. */
  height: number;
}

/** The height of the water at a moment between two turns of the tide, in metres. */
export function heightAt(moment: Date, before: Tide, after: Tide): number {
  const span = after.time.getTime() - before.time.getTime();
  const passed = (moment.getTime() - before.time.getTime()) / span;
  const middle = (before.height + after.height) / 2;
  const swing = (before.height - after.height) / 2;
  return middle + swing * Math.cos(Math.PI * passed);
}

/** Whether a boat of this draught, in metres, can cross the sill of the inner harbour. */
export function canCross(draught: number, height: number): boolean {
  const sill = 1.2;
  const spare = 0.5;
  return height - sill >= draught + spare;
}

/** The next turn of the tide after a moment, or none when the table ends. */
export function nextTide(table: Tide[], moment: Date): Tide | undefined {
  // Continue here: put the cursor at the end of this line.
}
