import type { WireRecord } from "./descriptor.ts";
import { hasValue, valueAt } from "./valueAt.ts";

const placeholder = /\{([^}]+)\}/g;

/**
 * A record in the words of its resource's template: `{company|contact_id.email}` is the first of these that is set.
 * When none is, the id with a number sign, so that there is always something to read and to click.
 */
export function recordTitle(template: string, record: WireRecord): string {
  let isKnown = false;
  const title = template.replace(placeholder, (_, paths: string) => {
    const value = paths
      .split("|")
      .map((path) => valueAt(record, path))
      .find(hasValue);
    isKnown ||= value !== undefined;
    return value === undefined ? "" : String(value);
  });
  return isKnown ? title.trim() : `#${record.id ?? ""}`;
}

/** The paths a template reads, in order. */
export function titlePaths(template: string): string[] {
  return [...template.matchAll(placeholder)].flatMap(([, paths = ""]) => paths.split("|"));
}
