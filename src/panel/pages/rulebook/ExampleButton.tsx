import Check from "@mui/icons-material/Check";
import Close from "@mui/icons-material/Close";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import type { Json } from "../../../core/descriptor.ts";
import { asLabel } from "./book.ts";

interface ExampleButtonProps {
  readonly value: Json;
  readonly isGood: boolean;
  readonly onTry: (value: Json) => void;
}

/** A value of the book; pressing it puts it where values are tried. */
export function ExampleButton({ value, isGood, onTry }: ExampleButtonProps): ReactNode {
  const translate = useTranslate();
  const label = asLabel(value);
  const Icon = isGood ? Check : Close;
  return (
    <button
      type="button"
      className={isGood ? "rb-example rb-good" : "rb-example rb-bad"}
      aria-label={translate(isGood ? "rulebook.try.accepted" : "rulebook.try.refused", { value: label })}
      onClick={() => onTry(value)}
    >
      <Icon aria-hidden fontSize="inherit" />
      <code>{label}</code>
    </button>
  );
}
