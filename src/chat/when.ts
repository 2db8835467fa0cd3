const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, as people say it: “5 minutes ago”, “yesterday”. */
export function agoInWords(time: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const ago = Math.max(now - time, 0);
  if (ago < HOUR) {
    return ago < MINUTE ? format.format(0, 'second') : format.format(-Math.floor(ago / MINUTE), 'minute');
  }
  if (ago < DAY) {
    return format.format(-Math.floor(ago / HOUR), 'hour');
  }
  return ago < 30 * DAY
    ? format.format(-Math.floor(ago / DAY), 'day')
    : new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(time);
}
