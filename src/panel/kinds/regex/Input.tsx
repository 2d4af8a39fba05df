import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { isValid } from "../../../core/formats/regex.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { PlainTextInput } from "../controls/PlainTextInput.tsx";

/** A regular expression, checked as it is typed: half a bracket is easier to mend while one still knows why. */
export function RegexInput(props: InputProps): ReactNode {
  const translate = useTranslate();
  const { value, problems } = props;
  const isWrong = typeof value === "string" && value !== "" && !isValid(value);
  const live = isWrong ? { "": translate("rules.format.regex"), ...problems } : problems;
  return <PlainTextInput {...props} problems={live} monospace />;
}
