/** Values at which a scale from 0 is marked: round numbers, the last at or above the largest value, at most five. */
export function niceScale(largest: number): number[] {
  const step = niceStep(Math.max(largest, 1) / 4);
  const marks = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: marks + 1 }, (_, index) => index * step);
}

/** The next of 1, 2, 5, 10, 20, 50 and so on; things that are counted have no halves. */
function niceStep(rough: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(rough)));
  return Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
}
