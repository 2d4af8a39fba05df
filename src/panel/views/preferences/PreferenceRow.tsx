import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import CircularProgress from "@mui/material/CircularProgress";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { memo, type ReactNode, useMemo } from "react";
import { type Identifier, useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { type EffectivePreference, isAdminOnly } from "../../../core/telephony/preferences.ts";
import type { PreferenceDef } from "../../providers/preferences.ts";
import { fieldId } from "../form/fieldId.ts";
import { PreferenceEditor } from "./PreferenceEditor.tsx";
import { isSet, toPreferenceControl } from "./preferenceControl.ts";
import styles from "./preferences.module.css";
import { preferenceText } from "./preferenceText.ts";
import { type RelatedError, type TypedValues, usePreferenceEdit } from "./usePreferenceEdit.ts";
import type { SavePreference } from "./usePreferences.ts";

interface PreferenceRowProps {
  readonly resource: string;
  readonly ownerId: Identifier;
  readonly def: PreferenceDef;
  readonly storedValue: Json | undefined;
  /** Reseller whose records are looked up by name; undefined: the user's own. */
  readonly resellerId: number | undefined;
  readonly canChange: boolean;
  /** Whether the owner inherits what it has not set itself. */
  readonly isInheriting: boolean;
  /** The inherited value. */
  readonly inherited: EffectivePreference | undefined;
  readonly words: readonly string[];
  readonly save: SavePreference;
  readonly typedValues: TypedValues;
  readonly labelOf: (name: string) => string;
  /** Error of this preference that the change of another one caused. */
  readonly relatedError: string | undefined;
  readonly showRelatedErrors: (elsewhere: readonly RelatedError[]) => void;
  /** Brings another preference into view. */
  readonly onOpen: (name: string) => void;
}

/** One preference: its name, its value, and the result of the last change. */
export const PreferenceRow = memo(function PreferenceRow(props: PreferenceRowProps): ReactNode {
  const { resource, ownerId, def, storedValue, canChange, words, resellerId, isInheriting, inherited } = props;
  const { relatedError, labelOf, onOpen } = props;
  const translate = useTranslate();
  const control = useMemo(() => toPreferenceControl(def), [def]);
  const ownEdit = usePreferenceEdit(props);
  const edit = ownEdit.error || relatedError === undefined ? ownEdit : { ...ownEdit, error: relatedError };
  const id = fieldId(`/${def.name}`);
  return (
    <Box
      role="group"
      aria-labelledby={`${id}-title`}
      aria-busy={edit.isSaving}
      className={`stack gap-8 line-above ${styles.row}`}
    >
      <div className="shrink anywhere">
        <div className="row gap-4 across-8 middle">
          <Typography id={`${id}-title`} variant="subtitle2" component="h3">
            <Highlight text={def.label} words={words} />
          </Typography>
          <PreferenceMarks def={def} />
        </div>
        <Typography variant="caption" component="p" color="textSecondary" className="anywhere">
          <code>
            <Highlight text={def.name} words={words} />
          </code>
        </Typography>
        {def.description && (
          <Typography id={`${id}-about`} variant="caption" component="p" color="textSecondary">
            <Highlight text={def.description} words={words} />
          </Typography>
        )}
      </div>
      <div className="gap-8 flex top shrink">
        <div className={`grow ${styles.value}`}>
          <PreferenceEditor
            id={id}
            ownerId={ownerId}
            resource={resource}
            def={def}
            control={control}
            edit={edit}
            isSet={isSet(storedValue)}
            storedValue={storedValue}
            resellerId={resellerId}
            isLocked={!canChange || def.read_only}
          />
          {ownEdit.relatedErrors.map(({ name, text }) => (
            <Typography key={name} role="alert" variant="caption" component="p" color="error" className="above-4">
              <Link component="button" type="button" variant="caption" color="inherit" onClick={() => onOpen(name)}>
                {labelOf(name)}
              </Link>
              {`: ${text}`}
            </Typography>
          ))}
          {isInheriting && <InForce def={def} inherited={inherited} isSet={isSet(storedValue)} />}
        </div>
        <div role="status" className={styles.busy}>
          {edit.isSaving && <CircularProgress size={16} aria-label={translate("forms.save.busy")} />}
        </div>
      </div>
    </Box>
  );
});

interface HighlightProps {
  readonly text: string;
  /** Lower case. */
  readonly words: readonly string[];
}

/** A text with the search words highlighted. */
function Highlight({ text, words }: HighlightProps): ReactNode {
  if (words.length === 0) return text;
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  // Every second part is a match.
  return text.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <mark key={index} className={styles.match}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

interface InForceProps {
  readonly def: PreferenceDef;
  readonly inherited: EffectivePreference | undefined;
  /** Whether the owner has its own value. */
  readonly isSet: boolean;
}

/** The source of the effective value, and the value itself where it is not the owner's own. */
function InForce({ def, inherited, isSet }: InForceProps): ReactNode {
  const translate = useTranslate();
  if (isSet) return <Note>{translate("forms.preferences.own")}</Note>;
  const saysDefault = def.enum_values?.some(({ value, default_val }) => default_val && value !== null);
  if (!inherited || (inherited.source === "default" && saysDefault)) return null;
  const value = preferenceText(def, inherited.value, translate);
  return <Note>{translate(`forms.preferences.inForce.${inherited.source}`, { value, _: value })}</Note>;
}

function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Typography variant="caption" component="p" color="textSecondary" className="above-4 anywhere">
      {children}
    </Typography>
  );
}

/** Marks preferences that not everyone who sees them may change. */
function PreferenceMarks({ def }: { readonly def: PreferenceDef }): ReactNode {
  const translate = useTranslate();
  const marks = [
    ...(isAdminOnly(def.name) ? ["forms.preferences.adminOnly"] : []),
    ...(def.read_only ? ["forms.preferences.readOnly"] : []),
  ];
  return marks.map((mark) => (
    <Chip key={mark} size="small" variant="outlined" label={translate(mark)} className={styles.mark} />
  ));
}
