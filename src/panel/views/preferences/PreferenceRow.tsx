import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { memo, type ReactNode, useMemo } from "react";
import type { Json } from "../../../core/descriptor.ts";
import type { PreferenceDef } from "../../providers/preferences.ts";
import { visuallyHidden } from "../../theme/visuallyHidden.ts";
import { fieldId } from "../form/fieldId.ts";
import { Highlight } from "./Highlight.tsx";
import { PreferenceEditor } from "./PreferenceEditor.tsx";
import { controlOf, isSet } from "./preferenceControl.ts";
import { type TypedValues, usePreferenceEdit } from "./usePreferenceEdit.ts";
import type { SavePreference } from "./usePreferences.ts";

export interface PreferenceRowProps {
  readonly resource: string;
  readonly def: PreferenceDef;
  readonly stored: Json | undefined;
  /** Reseller among whose records names are looked up; undefined: the caller's own. */
  readonly resellerId: number | undefined;
  readonly canChange: boolean;
  readonly words: readonly string[];
  readonly save: SavePreference;
  readonly typed: TypedValues;
}

/** The name of the input may be read aloud, but what it is called already stands beside it. */
const labelIsBeside = {
  "& .MuiInputLabel-root, & .MuiFormControlLabel-label": visuallyHidden,
  "& .MuiOutlinedInput-notchedOutline": { top: 0 },
  "& .MuiOutlinedInput-notchedOutline legend": { display: "none" },
} as const;

/** One preference: what it is, what it is set to, and what became of the last change. */
export const PreferenceRow = memo(function PreferenceRow(props: PreferenceRowProps): ReactNode {
  const { resource, def, stored, canChange, words, resellerId } = props;
  const translate = useTranslate();
  const control = useMemo(() => controlOf(def), [def]);
  const edit = usePreferenceEdit(props);
  const id = fieldId(`/${def.name}`);
  return (
    <Box
      role="group"
      aria-labelledby={`${id}-title`}
      aria-busy={edit.isSaving}
      sx={{
        display: "grid",
        gap: { xs: 1, md: 3 },
        gridTemplateColumns: { xs: "1fr", md: "minmax(0, 2fr) minmax(0, 3fr)" },
        py: 1.5,
        borderTop: 1,
        borderColor: "divider",
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography id={`${id}-title`} variant="subtitle2" component="h3">
          <Highlight text={def.label} words={words} />
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          <code>
            <Highlight text={def.name} words={words} />
          </code>
        </Typography>
        {def.description && (
          <Typography id={`${id}-about`} variant="caption" component="p" color="textSecondary">
            <Highlight text={def.description} words={words} />
          </Typography>
        )}
      </Box>
      <Box sx={{ display: "flex", gap: 1, alignItems: "flex-start", minWidth: 0 }}>
        <Box sx={{ flex: 1, minWidth: 0, ...labelIsBeside }}>
          <PreferenceEditor
            id={id}
            resource={resource}
            def={def}
            control={control}
            edit={edit}
            isSet={isSet(stored)}
            stored={stored}
            resellerId={resellerId}
            isLocked={!canChange || def.read_only || edit.isSaving}
          />
        </Box>
        <Box role="status" sx={{ width: 20, pt: 1 }}>
          {edit.isSaving && <CircularProgress size={16} aria-label={translate("forms.save.busy")} />}
        </Box>
      </Box>
    </Box>
  );
});
