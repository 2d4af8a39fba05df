import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { useTranslate } from "react-admin";
import { type ErrorMessages, errorsBelow } from "../../kinds/controls/InputProps.ts";
import type { KeyAssignment, Stray } from "./keys.ts";
import type { KeyTexts } from "./useKeyTexts.ts";

/** Joins all errors of a line. */
export function errorTextOf(errors: ErrorMessages, index: number): string {
  return Object.values(errorsBelow(errors, index)).join(" ");
}

interface KeyErrorsProps {
  /** Id of the lines' field. */
  readonly id: string;
  readonly lines: readonly KeyAssignment[];
  readonly errors: ErrorMessages;
  readonly texts: KeyTexts;
}

/** The errors of all lines, each with a link to its key. */
export function KeyErrors({ id, lines, errors, texts }: KeyErrorsProps) {
  if (!lines.some((_, index) => errorTextOf(errors, index))) return null;
  return (
    <Alert severity="error">
      <ul>
        {lines.map((line, index) => (
          <KeyError
            // biome-ignore lint/suspicious/noArrayIndexKey: errors go by position
            key={index}
            id={`${id}-${index}`}
            title={texts.lineTitle(line)}
            text={errorTextOf(errors, index)}
          />
        ))}
      </ul>
    </Alert>
  );
}

interface KeyErrorProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A line's errors, with a link to it. Renders nothing if there are none. */
function KeyError({ id, title, text }: KeyErrorProps) {
  const translate = useTranslate();
  if (text === "") return null;
  return (
    <li id={`${id}-error`}>
      <Link
        component="button"
        type="button"
        color="inherit"
        underline="always"
        onClick={() => document.getElementById(id)?.focus()}
      >
        {title}
      </Link>
      {translate("forms.summary.line", { field: title, text }).slice(title.length)}
    </li>
  );
}

interface StrayLinesProps {
  readonly id: string;
  readonly lines: readonly KeyAssignment[];
  readonly strays: readonly Stray[];
  readonly texts: KeyTexts;
  /** Absent: lines are only shown. */
  readonly onRemove?: (index: number) => void;
}

/** Lines that are on no key of the model, or on one that has a line already. */
export function StrayLines({ id, lines, strays, texts, onRemove }: StrayLinesProps) {
  const translate = useTranslate();
  if (strays.length === 0) return null;
  return (
    <section aria-label={translate("deviceKeys.strays")}>
      <h3 className="text-13">{translate("deviceKeys.strays")}</h3>
      <ul>
        {strays.map(({ index, isSecond }) => {
          const line = lines[index] ?? {};
          const key = texts.lineTitle(line);
          return (
            <li key={index} id={`${id}-${index}`} tabIndex={-1} className="row gap-4 across-16 middle between anywhere">
              <span>
                {translate("deviceKeys.face", { key, content: texts.contentOf(line) })}{" "}
                <span className="quiet">{translate(isSecond ? "deviceKeys.second" : "deviceKeys.gone")}</span>
              </span>
              {onRemove && (
                <Button
                  size="small"
                  aria-label={translate("deviceKeys.removeOf", { key })}
                  onClick={() => onRemove(index)}
                >
                  {translate("deviceKeys.remove")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
