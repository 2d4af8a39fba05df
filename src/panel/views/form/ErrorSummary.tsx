import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { useTranslate } from "ra-core";
import type { MouseEvent, ReactNode, Ref } from "react";
import type { Question } from "../../explain/question.ts";
import { WhyButton } from "../../explain/WhyButton.tsx";
import { fieldKey } from "../../resource/labels.ts";
import { fieldId } from "./fieldId.ts";
import { pathOf } from "./problemTexts.ts";

export interface FieldProblem {
  readonly pointer: string;
  readonly text: string;
}

interface ErrorSummaryProps {
  readonly resource: string;
  readonly fields: readonly FieldProblem[];
  /** What is wrong with the request as a whole, or with fields that this form does not show. */
  readonly general: readonly string[];
  /** What the person may not do; undefined when something else is wrong. */
  readonly refused?: Question;
  readonly ref: Ref<HTMLDivElement>;
}

/** Everything that keeps the form from being saved, on top, each with a link to its field. */
export function ErrorSummary({ resource, fields, general, refused, ref }: ErrorSummaryProps): ReactNode {
  const translate = useTranslate();
  if (fields.length === 0 && general.length === 0) return null;
  return (
    <Alert
      severity="error"
      ref={ref}
      tabIndex={-1}
      action={refused && <WhyButton question={refused} hasWords />}
      sx={{ "&:focus-visible": { outline: "2px solid", outlineOffset: 2 } }}
    >
      <AlertTitle>
        {fields.length > 0
          ? translate("forms.summary.fields", { smart_count: fields.length })
          : translate("forms.summary.refused")}
      </AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {general.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {fields.map(({ pointer, text }) => (
          <li key={pointer}>
            <Link
              href={`#${fieldId(pointer)}`}
              color="inherit"
              underline="always"
              onClick={(event) => goTo(event, pointer)}
            >
              {labelOf(translate, resource, pointer)}
            </Link>
            {afterLabel(translate, labelOf(translate, resource, pointer), text)}
          </li>
        ))}
      </Box>
    </Alert>
  );
}

type Translate = ReturnType<typeof useTranslate>;

/** What follows the label, with the language's own blank before the colon: the label comes first in every language. */
function afterLabel(translate: Translate, label: string, text: string): string {
  return translate("forms.summary.line", { field: label, text }).slice(label.length);
}

/** "Scheduled billing profiles 2, Start". */
function labelOf(translate: Translate, resource: string, pointer: string): string {
  const parts = pointer.split("/").slice(1);
  return parts
    .flatMap((part, index) => {
      if (/^\d+$/.test(part)) return [];
      const label = translate(fieldKey(resource, pathOf(`/${parts.slice(0, index + 1).join("/")}`)));
      const position = parts[index + 1];
      return position !== undefined && /^\d+$/.test(position) ? `${label} ${Number(position) + 1}` : label;
    })
    .join(", ");
}

/** To the input itself, or to the nearest thing around it that can have the focus. The address belongs to the router. */
function goTo(event: MouseEvent, pointer: string): void {
  event.preventDefault();
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const element = document.getElementById(fieldId(at));
    if (element) {
      element.focus();
      element.scrollIntoView?.({ block: "center" });
      return;
    }
  }
}
