import type { CellProps } from "../cell.ts";

/** What is read character by character: patterns, addresses of machines. A list of them has one a line in details. */
export function CodeCell({ value, context }: CellProps) {
  if (!Array.isArray(value)) return <code className="cell-code">{String(value)}</code>;
  if (context.place === "list") return <code className="cell-code">{value.join(", ")}</code>;
  return (
    <ul className="cell-rows">
      {value.map((item) => (
        <li key={String(item)}>
          <code className="cell-code">{String(item)}</code>
        </li>
      ))}
    </ul>
  );
}
