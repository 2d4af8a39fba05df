import type { FieldDescriptor, ItemDescriptor, WireType } from "./descriptor.ts";
import { MAX_INTEGER } from "./ids.ts";
import { wireTypes } from "./kinds.ts";

export function wireType({ kind, type, enum: choices }: Pick<FieldDescriptor, "kind" | "type" | "enum">): WireType {
  if (type) return type;
  return kind === "enum" && typeof choices?.[0] === "number" ? "integer" : wireTypes[kind];
}

/** Type and bounds of the entries of a list without fields: ids or texts. */
export function wireItem({ kind, items }: Pick<FieldDescriptor, "kind" | "items">): WireItem {
  return kind === "references"
    ? { type: "integer", minimum: 1, maximum: MAX_INTEGER, ...items }
    : { type: "string", ...items };
}

interface WireItem extends ItemDescriptor {
  readonly type: WireType;
}
