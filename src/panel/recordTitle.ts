import type { Json, WireRecord } from "../core/descriptor.ts";

/**
 * A record's title from its resource's template: `{company|email}` shows the first that is set, `{contact_id.email}`
 * looks behind an expanded reference. A record of which nothing is known is called by its id.
 */
export function formatRecordTitle(template: string, record: WireRecord): string {
  const text = template.replace(/\{([^}]+)\}/g, (_, paths: string) => {
    const found = paths.split("|").map((path) => valueAt(record, path)).find(isSet);
    return found === undefined ? "" : String(found);
  });
  return text.trim() || `#${record.id}`;
}

/** The value at a path, where a step behind a reference goes through its expanded record. */
export function valueAt(record: WireRecord, path: string): Json | undefined {
  const [head = "", ...rest] = path.split(".");
  if (rest.length === 0) return record[head];
  const inner = record[`${head}_expand`] ?? record[head];
  return typeof inner === "object" && inner !== null && !Array.isArray(inner) ? valueAt(inner, rest.join(".")) : undefined;
}

function isSet(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== "";
}
