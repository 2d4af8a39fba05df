/** `contact_id.reseller_id` of `$contact_id.reseller_id`; undefined for a literal. */
export function ownerPath(value: unknown): string | undefined {
  return typeof value === "string" && value.startsWith("$") ? value.slice(1) : undefined;
}
