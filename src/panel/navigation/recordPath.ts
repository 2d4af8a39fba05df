import type { WireRecord } from "../../core/schema/descriptor.ts";
import { isRecordId } from "../../core/schema/ids.ts";
import { readText } from "../providers/rest.ts";
import { summaryOf } from "../providers/summaries.ts";
import { pathTo, type View } from "./paths.ts";

/** URL of a record's screen; null when there is none, or the record's parent is unknown. */
export function recordPath(resource: string, view: View, record: WireRecord, tab?: string): string | null {
  const { parent, settingsOf, canonicalResource, discriminator } = summaryOf(resource);
  if (discriminator) {
    const kind = readText(record, discriminator.propertyName) ?? "";
    const target = discriminator.mapping[kind];
    if (view !== "details" || target === undefined) return null;
    return recordPath(target, view, { ...record, id: readText(record, "id")?.slice(kind.length + 1) }, tab);
  }
  if (canonicalResource) return view === "details" ? recordPath(canonicalResource, view, { id: record.id }, tab) : null;
  // Settings are part of their parent's page.
  if (settingsOf && parent && view === "details") return recordPath(settingsOf, view, { id: record.id }, parent.path);
  const parentId = parent && record[parent.reference];
  if (!isRecordId(record.id) || (parent && !isRecordId(parentId))) return null;
  return pathTo(resource, view, { id: record.id, parentId: isRecordId(parentId) ? parentId : undefined, tab });
}

/** URL of a record's page, or of its form where it has no page. */
export function recordPagePath(resource: string, record: WireRecord, tab?: string): string | null {
  return recordPath(resource, "details", record, tab) ?? recordPath(resource, "edit", record);
}

/** A URL of the panel as a link's `href`. */
export const toHref = (path: string) => `#${path}`;
