import type { WireRecord } from "../schema/descriptor.ts";
import { hasValue, valueAtPath } from "../schema/valueAt.ts";
import { formatWireDate } from "./dateTime.ts";

const placeholder = /\{([^}:]+)(:date)?\}/g;
const danglingSeparators = /^[\s,@–]+|[\s,@–]+$/g;

/** The title of a record, or `#id` when it has no name: something to read and to click. */
export function recordTitle(template: string, record: WireRecord): string {
  return knownTitle(template, record) ?? `#${record.id ?? ""}`;
}

/**
 * Fills in the title template of the resource: `{company|contact_id.email}` is the first of these that is set. Text
 * between it and an unset neighbour is omitted. `{start:date}` is a date or a time of day. Undefined when nothing is set
 * or loaded.
 */
export function knownTitle(template: string, record: WireRecord): string | undefined {
  let isKnown = false;
  let isWhole = true;
  const title = template.replace(placeholder, (_, paths: string, date?: string) => {
    const value = paths
      .split("|")
      .map((path) => valueAtPath(record, path))
      .find(hasValue);
    isKnown ||= value !== undefined;
    isWhole &&= value !== undefined;
    if (value === undefined) return "";
    return date ? formatWireDate(String(value)) : String(value);
  });
  if (!isKnown) return undefined;
  return isWhole ? title.trim() : title.replace(danglingSeparators, "");
}

/** Whether a template is the value at a path, and nothing else. */
export function isTitle(template: string, path: string): boolean {
  return template === `{${path}}` || template === `{${path}:date}`;
}

/** The paths that a template reads, in order. */
export function templatePaths(template: string): string[] {
  return [...template.matchAll(placeholder)].flatMap(([, paths = ""]) => paths.split("|"));
}
