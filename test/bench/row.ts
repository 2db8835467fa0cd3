/** One line of the table: something of ours, beside the same of a peer where there is one. */
export interface Row {
  readonly measure: string;
  readonly unit: string;
  /** One sample a round. */
  readonly ours: readonly number[];
  /** Its samples were taken in the same rounds. */
  readonly peer?: { readonly name: string; readonly samples: readonly number[] };
  /** What the bound is about: ours divided by the peer's, ours less the peer's, or ours alone. */
  readonly figure: 'ratio' | 'difference' | 'alone';
  /** What must not be exceeded, where something is promised. */
  readonly bound?: number;
  /** What we want to get to. */
  readonly aim?: number;
}

/** The figures of all rounds, each round compared within itself: noise that lasts a round then cancels out. */
export function figures({ ours, peer, figure }: Row): number[] {
  if (figure === 'alone') {
    return [...ours];
  }
  if (peer === undefined || peer.samples.length !== ours.length) {
    throw new Error('A comparison needs a sample of both in each round.');
  }
  return ours.map((own, round) => {
    const other = peer.samples[round] ?? Number.NaN;
    return figure === 'ratio' ? own / other : own - other;
  });
}

/** The value below which the given share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) {
    throw new Error('There are no samples.');
  }
  return below + (above - below) * (place - Math.floor(place));
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}
