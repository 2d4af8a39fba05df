import { isConditionMet } from "../../../core/validation/conditions.ts";
import type { CellProps } from "../cell.ts";

interface NumberPatternProps extends Pick<CellProps, "record"> {
  readonly text: string;
  readonly field: Pick<NonNullable<CellProps["field"]>, "formatWhen">;
  readonly context: Pick<CellProps["context"], "translate">;
}

/**
 * A regular expression for numbers as people read it: 49151… for `^49151.*`; others as they are, and what they are. It
 * may be another text where the field says so, such as a prefix.
 */
export function NumberPattern({ text, field: { formatWhen }, record, context: { translate } }: NumberPatternProps) {
  const isOther = formatWhen && !isConditionMet(formatWhen, record, { mode: "update", related: () => undefined });
  if (isOther) return <code className="code">{text}</code>;
  const { displayText, meaning } = readPattern(text);
  const description = translate(`views.value.numbers.${meaning}`);
  return (
    <>
      <code className="code" title={`${description}: ${text}`}>
        {displayText}
      </code>
      <span className="sr-only">, {description}</span>
    </>
  );
}

function readPattern(text: string) {
  const prefix = /^\^(\d+)(?:\.\*\$?)?$/.exec(text)?.[1];
  if (prefix !== undefined) return { displayText: `${prefix}…`, meaning: "prefix" };
  const exact = /^\^(\d+)\$$/.exec(text)?.[1];
  return exact === undefined ? { displayText: text, meaning: "pattern" } : { displayText: exact, meaning: "exact" };
}
