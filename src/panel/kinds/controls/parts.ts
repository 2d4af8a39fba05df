import type { FieldDescriptor, Json } from "../../../core/descriptor.ts";
import { isObject } from "../../../core/prepare.ts";

type Members = { readonly [name: string]: Json };

/** The fields inside a field that a person can fill in. */
export function editableParts({ fields = [] }: FieldDescriptor): readonly FieldDescriptor[] {
  return fields.filter((part) => !part.readOnly && !part.internal);
}

export function membersOf(value: Json | undefined): Members {
  return isObject(value) ? value : {};
}

/** The object with one member replaced; null when nothing is left in it, so that an emptied object counts as empty. */
export function withMember(value: Json | undefined, name: string, member: Json): Json {
  const next = { ...membersOf(value), [name]: member };
  return Object.values(next).every(isEmpty) ? null : next;
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** A new item of a list: the defaults of its parts. */
export function newItem(field: FieldDescriptor): Members {
  return Object.fromEntries(editableParts(field).map((part) => [part.name, part.default ?? null]));
}
