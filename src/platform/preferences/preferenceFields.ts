import type { FieldDescriptor, FieldKind } from "../../core/descriptor.ts";
import { isList, type PreferenceKind, type PreferenceType } from "./preferenceKind.ts";

const KIND_OF_TYPE: Readonly<Record<PreferenceType, FieldKind>> = {
  string: "text",
  int: "integer",
  boolean: "boolean",
  enum: "enum",
  blob: "object",
};

/** Preferences as fields of a record, for error messages that show the input. */
export function preferenceFields({ preferences }: PreferenceKind): readonly FieldDescriptor[] {
  return preferences.map((definition) => ({
    name: definition.attribute,
    kind: isList(definition) ? "tags" : KIND_OF_TYPE[definition.data_type],
    required: false,
    secret: definition.secret,
  }));
}
