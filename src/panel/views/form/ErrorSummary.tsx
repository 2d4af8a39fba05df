import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Link from "@mui/material/Link";
import type { MouseEvent, ReactNode, Ref } from "react";
import { useTranslate } from "react-admin";
import type { FieldErrors, FieldValues } from "react-hook-form";
import styles from "../../kit/form.module.css";
import { recordPagePath, toHref } from "../../navigation/recordPath.ts";
import type { Translate } from "../../providers/texts.ts";
import type { AccessQuestion } from "../explain/accessQuestion.ts";
import { WhyButton } from "../explain/WhyButton.tsx";
import { pointerLabel } from "./errorMessages.ts";
import { fieldId, topField } from "./fieldId.ts";
import { fieldErrorMessages, formErrorsIn } from "./formErrors.ts";
import type { FormPart } from "./formParts.ts";
import type { PlannedGroup } from "./formPlan.ts";

interface ErrorSummaryProps {
  readonly resource: string;
  readonly groups: readonly PlannedGroup[];
  /** Records that the form makes together with its own. */
  readonly parts: readonly FormPart[];
  readonly errors: FieldErrors<FieldValues>;
  /** Errors of the request as a whole, or of fields that this form does not show. */
  readonly general: readonly string[];
  /** The missing right; undefined for other errors. */
  readonly question?: AccessQuestion;
  /** Focuses a field that has no input of ours. */
  readonly onFocus: (field: string) => void;
  readonly ref: Ref<HTMLDivElement>;
}

/** All errors that block saving, at the top, each linked to its field. */
export function ErrorSummary(props: ErrorSummaryProps): ReactNode {
  const { resource, groups, parts, errors, general, question, onFocus, ref } = props;
  const translate = useTranslate();
  // In the order of the form.
  const names = [
    ...groups.flatMap((group) => group.fields.map(({ field }) => field.name)),
    ...parts.flatMap(({ name, created }) => (created === "after" ? [name] : [])),
  ];
  const fields = names.flatMap((name) =>
    Object.entries(fieldErrorMessages(errors, name)).map(([below, text]) => ({ pointer: `/${name}${below}`, text })),
  );
  const holders = findHolders(errors);
  if (fields.length === 0 && general.length === 0) return null;
  return (
    <Alert
      severity="error"
      ref={ref}
      tabIndex={-1}
      action={question && <WhyButton question={question} hasLabel />}
      // Focus scrolls it into view, clear of the sticky bars.
      className={styles.summary}
    >
      <AlertTitle>
        {fields.length > 0
          ? translate("forms.summary.fields", { smart_count: fields.length })
          : translate("forms.summary.refused")}
      </AlertTitle>
      <ul className="bullets">
        {general.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {fields.map(({ pointer, text }) => (
          <li key={pointer}>
            <Link
              href={`#${fieldId(pointer)}`}
              color="inherit"
              underline="always"
              onClick={(event) => {
                if (!focusField(event, pointer)) onFocus(topField(pointer));
              }}
            >
              {pointerLabel({ translate, resource, parts }, pointer)}
            </Link>
            {afterLabel(translate, pointerLabel({ translate, resource, parts }, pointer), text)}
            <Holder record={holders.get(pointer)} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The record that stands in the way, where the platform names it. */
interface BlockingRecord {
  readonly title: string;
  readonly path: string;
}

function findHolders(errors: FieldErrors<FieldValues>): ReadonlyMap<string, BlockingRecord> {
  return new Map(
    formErrorsIn(errors).flatMap(({ pointer, error }): [string, BlockingRecord][] => {
      const { holder, holder_id, holder_resource } = error?.params ?? {};
      if (typeof holder !== "string" || typeof holder_resource !== "string") return [];
      const path = recordPagePath(holder_resource, { id: holder_id ?? null });
      return path === null ? [] : [[pointer, { title: holder, path }]];
    }),
  );
}

/** In a tab of its own: what is typed here stays. */
function Holder({ record }: { readonly record: BlockingRecord | undefined }): ReactNode {
  const translate = useTranslate();
  if (!record) return null;
  return (
    <>
      {" "}
      <Link href={toHref(record.path)} target="_blank" rel="noopener" color="inherit" underline="always">
        {translate("forms.summary.holder", { holder: record.title })}
      </Link>
    </>
  );
}

/** Returns the text after the label, including the language's space before the colon; labels come first in all languages. */
function afterLabel(translate: Translate, label: string, text: string): string {
  return translate("forms.summary.line", { field: label, text }).slice(label.length);
}

/** Focuses the input, or its nearest focusable ancestor. The URL hash belongs to the router. */
function focusField(event: MouseEvent, pointer: string): boolean {
  event.preventDefault();
  for (let ancestor = pointer; ancestor !== ""; ancestor = ancestor.slice(0, ancestor.lastIndexOf("/"))) {
    const element = document.getElementById(fieldId(ancestor));
    if (element) {
      element.focus();
      element.scrollIntoView?.({ block: "center" });
      return true;
    }
  }
  return false;
}
