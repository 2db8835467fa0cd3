/** Seconds as people read them: `0:12.4`, `1:02:03.4`. */
export function clockText(seconds: number, digits: 0 | 1 = 1): string {
  // Cut, not rounded: what is shown has been reached.
  const tenths = Math.floor(Math.max(0, seconds) * 10 + 1e-6);
  const whole = Math.floor(tenths / 10);
  const two = (value: number): string => String(value % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  const hours = Math.floor(minutes / 60);
  const clock = hours > 0 ? `${hours}:${two(minutes)}:${two(whole)}` : `${minutes}:${two(whole)}`;
  return digits === 0 ? clock : `${clock}.${tenths % 10}`;
}
