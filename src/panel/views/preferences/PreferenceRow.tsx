import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import Typography from "@mui/material/Typography";
import { type Identifier, useTranslate } from "ra-core";
import { memo, type ReactNode, useMemo } from "react";
import type { Json } from "../../../core/descriptor.ts";
import type { EffectivePreference } from "../../../core/preferences.ts";
import type { PreferenceDef } from "../../providers/preferences.ts";
import { visuallyHidden } from "../../theme/visuallyHidden.ts";
import { fieldId } from "../form/fieldId.ts";
import { Highlight } from "./Highlight.tsx";
import { InForce } from "./InForce.tsx";
import { PreferenceEditor } from "./PreferenceEditor.tsx";
import { PreferenceMarks } from "./PreferenceMarks.tsx";
import { controlOf, isSet } from "./preferenceControl.ts";
import { type TypedValues, usePreferenceEdit } from "./usePreferenceEdit.ts";
import type { SavePreference } from "./usePreferences.ts";

export interface PreferenceRowProps {
  readonly resource: string;
  readonly ownerId: Identifier;
  readonly def: PreferenceDef;
  readonly stored: Json | undefined;
  /** Reseller among whose records names are looked up; undefined: the caller's own. */
  readonly resellerId: number | undefined;
  readonly canChange: boolean;
  /** Whether the owner takes over what it has not set itself. */
  readonly isInheriting: boolean;
  /** What it takes over. */
  readonly inherited: EffectivePreference | undefined;
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
  const { resource, ownerId, def, stored, canChange, words, resellerId, isInheriting, inherited } = props;
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
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 2fr) minmax(0, 3fr)" },
        py: 1.5,
        borderTop: 1,
        borderColor: "divider",
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 0.5, alignItems: "center" }}>
          <Typography id={`${id}-title`} variant="subtitle2" component="h3">
            <Highlight text={def.label} words={words} />
          </Typography>
          <PreferenceMarks def={def} />
        </Box>
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
            ownerId={ownerId}
            resource={resource}
            def={def}
            control={control}
            edit={edit}
            isSet={isSet(stored)}
            stored={stored}
            resellerId={resellerId}
            isLocked={!canChange || def.read_only || edit.isSaving}
          />
          {isInheriting && <InForce def={def} inherited={inherited} isSet={isSet(stored)} />}
        </Box>
        <Box role="status" sx={{ width: 20, pt: 1 }}>
          {edit.isSaving && <CircularProgress size={16} aria-label={translate("forms.save.busy")} />}
        </Box>
      </Box>
    </Box>
  );
});
