import Chip from "@mui/material/Chip";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { isAdminOnly } from "../../../core/preferences.ts";
import type { PreferenceDef } from "../../providers/preferences.ts";

/** Who changes a preference, where that is not everybody who sees it. */
export function PreferenceMarks({ def }: { readonly def: PreferenceDef }): ReactNode {
  const translate = useTranslate();
  const marks = [
    ...(isAdminOnly(def.name) ? ["forms.preferences.adminOnly"] : []),
    ...(def.read_only ? ["forms.preferences.readOnly"] : []),
  ];
  return marks.map((mark) => (
    <Chip
      key={mark}
      size="small"
      variant="outlined"
      label={translate(mark)}
      sx={{ height: 20, fontSize: "0.6875rem" }}
    />
  ));
}
