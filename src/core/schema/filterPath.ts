/**
 * The path that a reference filter takes its value from: `contact_id.reseller_id` for `$contact_id.reseller_id`;
 * undefined for a literal.
 */
export function filterPath(value: unknown): string | undefined {
  return typeof value === "string" && value.startsWith("$") ? value.slice(1) : undefined;
}
