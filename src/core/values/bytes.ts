export const MEGABYTE = 1024 ** 2;

const units = [
  ["gigabyte", 1024 * MEGABYTE],
  ["megabyte", MEGABYTE],
  ["kilobyte", 1024],
] as const;

/** In the largest unit of which there is one. */
export function formatBytes(bytes: number, locale: string): string {
  const [unit, divisor] = units.find(([, least]) => bytes >= least) ?? units[2];
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: 1 }).format(bytes / divisor);
}
