import type { Json, WireRecord } from "./descriptor.ts";
import type { FieldError } from "./errors.ts";
import { fieldError } from "./validate.ts";

/** A page that somebody wants at hand. */
export interface Favourite {
  /** Address in the panel, from its `/`: `/customer/12/details`. */
  readonly path: string;
  readonly title: string;
}

/** A list as somebody arranged it. */
export interface SavedView {
  readonly resource: string;
  readonly name: string;
  /** Filters, order, page size and columns as the list's address says them: `filter=…&sort=…`. */
  readonly query: string;
  /** The list opens with it when one comes by the menu. */
  readonly standard?: "1";
}

interface TextRule {
  readonly maxLength: number;
  readonly pattern?: RegExp;
  readonly isOptional?: true;
}

/** Fields of the panel's own small records by collection; all are texts, and all but the optional are needed. */
export const panelCollections = {
  favourites: { path: { maxLength: 1000, pattern: /^\/[^/\\]/ }, title: { maxLength: 200 } },
  views: {
    resource: { maxLength: 100, pattern: /^[a-z0-9]+$/ },
    name: { maxLength: 100 },
    query: { maxLength: 4000 },
    standard: { maxLength: 1, pattern: /^1$/, isOptional: true },
  },
} as const satisfies Record<string, Record<string, TextRule>>;

export type PanelCollection = keyof typeof panelCollections;

/** More than anybody keeps by hand; a bound for what one account can store. */
export const MAX_PANEL_ITEMS = 200;

export function isPanelCollection(name: string): name is PanelCollection {
  return Object.hasOwn(panelCollections, name);
}

/** The record of a body, with what is wrong with it; members that the collection does not have are dropped. */
export function readPanelItem(
  collection: PanelCollection,
  body: WireRecord,
): { readonly record: Record<string, string>; readonly errors: readonly FieldError[] } {
  const record: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const [name, rule] of Object.entries<TextRule>(panelCollections[collection])) {
    const value = body[name];
    if (rule.isOptional && (value === undefined || value === null)) continue;
    const error = problemOf(`/${name}`, value, rule);
    if (error) errors.push(error);
    else record[name] = String(value);
  }
  return { record, errors };
}

function problemOf(pointer: string, value: Json | undefined, { maxLength, pattern }: TextRule): FieldError | undefined {
  if (value === undefined || value === null || value === "") return fieldError(pointer, "required");
  if (typeof value !== "string") return fieldError(pointer, "type", { type: "string" });
  if (value.length > maxLength) return fieldError(pointer, "maxLength", { limit: maxLength });
  return value.includes("\0") || (pattern && !pattern.test(value))
    ? fieldError(pointer, "format", { format: "text" })
    : undefined;
}
