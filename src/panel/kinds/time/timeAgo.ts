const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** "3 minutes ago" in a language, in the largest unit that fits. */
export function timeAgo(then: Date, now: Date, locale: string): string {
  const seconds = Math.round((then.getTime() - now.getTime()) / 1000);
  const [unit, length] = units.find(([, long]) => Math.abs(seconds) >= long) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
}
