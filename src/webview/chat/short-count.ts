/** A count in few letters: `168`, `2.8k`, `131k`. */
export function shortCount(count: number, language: string): string {
  const [value, unit] =
    count >= 999_500 ? [count / 1e6, 'M'] : count >= 1000 ? [count / 1000, 'k'] : [count, ''];
  const maximumFractionDigits = unit !== '' && value < 99.95 ? 1 : 0;
  try {
    return (
      new Intl.NumberFormat(language, { maximumFractionDigits, useGrouping: false }).format(value) + unit
    );
  } catch {
    // VS Code also has languages for tests, such as `qps-ploc`, that Intl may not take.
    return value.toFixed(maximumFractionDigits) + unit;
  }
}
