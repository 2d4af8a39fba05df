import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import type { InheritedPreferences, PreferenceDef, PreferenceRecord } from "../../providers/preferences.ts";
import { isSet } from "./preferenceControl.ts";
import styles from "./preferences.module.css";
import { preferenceText } from "./preferenceText.ts";

interface PreferenceSummaryProps {
  readonly defs: readonly PreferenceDef[];
  readonly values: PreferenceRecord;
  /** Absent: the owner inherits nothing, or it is not known yet. */
  readonly inherited: InheritedPreferences | undefined;
  readonly onOpen: (def: PreferenceDef) => void;
}

interface SummaryLine {
  readonly def: PreferenceDef;
  readonly value: Json;
  /** Source of the value; absent: it is set here. */
  readonly source?: string;
}

/** Lists the values that differ from the defaults: those set here, then the inherited ones. Each leads to its input. */
export function PreferenceSummary({ defs, values, inherited = {}, onOpen }: PreferenceSummaryProps): ReactNode {
  const translate = useTranslate();
  const { compare } = new Intl.Collator(useLocale());
  const sorted = [...defs].sort((a, b) => compare(a.label, b.label));
  const ownLines = sorted.flatMap((def): SummaryLine[] => {
    const value = values[def.name];
    return value !== undefined && isSet(value) ? [{ def, value }] : [];
  });
  const inheritedLines = sorted.flatMap((def): SummaryLine[] => {
    const effective = inherited[def.name];
    return effective && effective.source !== "default" && !isSet(values[def.name]) ? [{ def, ...effective }] : [];
  });
  if (ownLines.length + inheritedLines.length === 0) return null;
  return (
    <div className="row gap-16 top">
      <Lines title={translate("forms.preferences.own")} lines={ownLines} onOpen={onOpen} />
      <Lines title={translate("forms.preferences.inherited")} lines={inheritedLines} onOpen={onOpen} />
    </div>
  );
}

/** Lines shown at first. */
const fewLines = 8;

interface LinesProps extends Pick<PreferenceSummaryProps, "onOpen"> {
  readonly title: string;
  readonly lines: readonly SummaryLine[];
}

function Lines({ title, lines, onOpen }: LinesProps): ReactNode {
  const translate = useTranslate();
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  if (lines.length === 0) return null;
  const visibleLines = isWhole ? lines : lines.slice(0, fewLines);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      className={`shrink pad-12 ${styles.summaryPart}`}
    >
      <Typography variant="subtitle2" component="h2" id={id}>
        {title}
      </Typography>
      <ul>
        {visibleLines.map(({ def, value, source }) => (
          <li key={def.name} className="pad-block-4 anywhere">
            <Link component="button" type="button" variant="body2" onClick={() => onOpen(def)}>
              {def.label}
            </Link>{" "}
            <Typography component="span" variant="body2">
              {preferenceText(def, value, translate)}
            </Typography>
            {source !== undefined && (
              <Typography component="span" variant="body2" color="textSecondary">
                {" · "}
                {translate(`forms.preferences.from.${source}`, { _: source })}
              </Typography>
            )}
          </li>
        ))}
      </ul>
      {lines.length > fewLines && !isWhole && (
        <Button size="small" onClick={() => setIsWhole(true)}>
          {translate("forms.preferences.showAll")}
        </Button>
      )}
    </Paper>
  );
}
