import type { CellProps } from "../cell.ts";

/** Yes or no; the word that says "nothing special" is the quiet one. */
export function BooleanCell({ value, context }: CellProps) {
  const isOn = value === true || value === 1 || value === "1";
  return (
    <span className={isOn ? undefined : "cell-quiet"}>
      {context.translate(isOn ? "views.value.yes" : "views.value.no")}
    </span>
  );
}
