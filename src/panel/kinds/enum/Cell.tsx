import { enumKey } from "../../resource/labels.ts";
import type { CellProps } from "../cell.ts";
import { isState, toneOfState } from "./tone.ts";

/** The word for the value; a state also has a mark, which repeats the word for the eye. */
export function EnumCell({ value, source, context }: CellProps) {
  const text = String(value);
  const word = context.translate(enumKey(context.resource, source, text), { _: text });
  if (!isState(source)) return word;
  return (
    <span className="cell-state">
      <i className={`cell-mark is-${toneOfState(text)}`} aria-hidden="true" />
      {word}
    </span>
  );
}
