import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import type { Json } from "../../../core/descriptor.ts";
import type { EffectivePreference } from "../../../core/preferences.ts";
import { isObject } from "../../providers/isObject.ts";
import type { PreferenceDef } from "../../providers/preferences.ts";

interface InForceProps {
  readonly def: PreferenceDef;
  readonly inherited: EffectivePreference | undefined;
  /** Whether the owner has a value of its own. */
  readonly isSet: boolean;
}

/** Where the value that holds is from, and which one it is where it is not the owner's own. */
export function InForce({ def, inherited, isSet }: InForceProps): ReactNode {
  const translate = useTranslate();
  if (isSet) return <Note>{translate("forms.preferences.own")}</Note>;
  if (!inherited || (inherited.source === "default" && saysDefault(def))) return null;
  const value = textOf(def, inherited.value, translate);
  return <Note>{translate(`forms.preferences.inForce.${inherited.source}`, { value, _: value })}</Note>;
}

/** Whether the choices themselves tell what holds while none is made. */
function saysDefault({ enum_values = [] }: PreferenceDef): boolean {
  return enum_values.some(({ value, default_val }) => default_val && value !== null);
}

function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
      {children}
    </Typography>
  );
}

function textOf(def: PreferenceDef, value: Json, translate: ReturnType<typeof useTranslate>): string {
  if (typeof value === "boolean") return translate(value ? "forms.preferences.on" : "forms.preferences.off");
  if (Array.isArray(value)) return value.map(String).join(", ");
  if (isObject(value)) return translate("forms.file.stored");
  const choice = def.enum_values?.find((each) => String(each.value) === String(value));
  return choice?.label ?? String(value);
}
