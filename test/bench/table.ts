import { figures, median, quantile, type Row } from './row.ts';

/** Prints medians; in brackets, the range that the middle half of the rounds lies in. */
export function printTable(rows: readonly Row[]): void {
  const cells = rows.map(cellsOf);
  const header = ['measure', 'ours', 'peer', '', 'figure', '(middle half)', 'bound', 'aim', ''];
  const all = [header, ...cells];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  for (const row of all) {
    const line = row.map((cell, column) =>
      column === 0 || column === 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(line.join('  ').trimEnd());
  }
}

function cellsOf(row: Row): string[] {
  const { measure, unit, ours, peer, bound, aim } = row;
  const all = figures(row);
  const shown = (value: number | undefined): string => (value === undefined ? '' : figureText(row, value));
  return [
    measure,
    `${digits(median(ours))} ${unit}`,
    peer ? `${digits(median(peer.samples))} ${unit}` : '',
    peer?.name ?? '',
    shown(median(all)),
    all.length > 1 ? `(${shown(quantile(all, 0.25))} to ${shown(quantile(all, 0.75))})` : '',
    shown(bound),
    shown(aim),
    verdict(median(all), bound, aim),
  ];
}

function figureText({ figure, unit }: Row, value: number): string {
  if (figure === 'ratio') {
    return `${value.toFixed(2)}×`;
  }
  const sign = figure === 'difference' && value > 0 ? '+' : '';
  return `${sign}${digits(value)} ${unit}`;
}

function verdict(value: number, bound: number | undefined, aim: number | undefined): string {
  if (bound === undefined) {
    return '';
  }
  if (value > bound) {
    return 'MISSED';
  }
  return aim !== undefined && value > aim ? 'met, not the aim' : 'met';
}

/** Three significant digits, without an exponent. */
function digits(value: number): string {
  return value.toFixed(Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 0.01)))));
}
