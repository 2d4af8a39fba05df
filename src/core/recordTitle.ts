import type { WireRecord } from "./descriptor.ts";
import { hasValue, valueAt } from "./valueAt.ts";

const placeholder = /\{([^}]+)\}/g;
const danglingSeparators = /^[\s,@–]+|[\s,@–]+$/g;

/**
 * A record in the words of its resource's template: `{company|contact_id.email}` is the first of these that is set.
 * What stood between it and a neighbour that is not set is left out. When nothing is set, the id with a number sign, so
 * that there is always something to read and to click.
 */
export function recordTitle(template: string, record: WireRecord): string {
  let isKnown = false;
  let isWhole = true;
  const title = template.replace(placeholder, (_, paths: string) => {
    const value = paths
      .split("|")
      .map((path) => valueAt(record, path))
      .find(hasValue);
    isKnown ||= value !== undefined;
    isWhole &&= value !== undefined;
    return value === undefined ? "" : String(value);
  });
  if (!isKnown) return `#${record.id ?? ""}`;
  return isWhole ? title.trim() : title.replace(danglingSeparators, "");
}

/** The paths a template reads, in order. */
export function titlePaths(template: string): string[] {
  return [...template.matchAll(placeholder)].flatMap(([, paths = ""]) => paths.split("|"));
}
