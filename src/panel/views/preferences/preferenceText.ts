import type { Json } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import type { PreferenceDef } from "../../providers/preferences.ts";
import type { Translate } from "../../providers/texts.ts";
import { isSecret } from "./preferenceControl.ts";

/** A preference's value in words; a secret only says that it is set. */
export function preferenceText(def: PreferenceDef, value: Json, translate: Translate): string {
  if (typeof value === "boolean") return translate(value ? "forms.preferences.on" : "forms.preferences.off");
  if (Array.isArray(value)) return value.map(String).join(", ");
  if (isObject(value)) return translate("forms.file.stored");
  if (isSecret(def)) return "••••••••";
  const choice = def.enum_values?.find((each) => String(each.value) === String(value));
  return choice?.label ?? String(value);
}
