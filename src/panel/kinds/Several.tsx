import { Fragment, type ReactNode } from "react";
import type { CellContext } from "./cell.ts";

interface SeveralProps {
  readonly items: readonly { readonly key: string; readonly node: ReactNode }[];
  readonly context: CellContext;
}

const shownInList = 2;

/** Members of a list: the first two and how many more in a list's one line, one a line in details. */
export function Several({ items, context }: SeveralProps) {
  if (context.place === "details") {
    return (
      <ul className="cell-rows">
        {items.map(({ key, node }) => (
          <li key={key}>{node}</li>
        ))}
      </ul>
    );
  }
  const more = items.length - shownInList;
  return (
    <>
      {items.slice(0, shownInList).map(({ key, node }, index) => (
        <Fragment key={key}>
          {index > 0 && ", "}
          {node}
        </Fragment>
      ))}
      {more > 0 && <span className="cell-quiet"> {context.translate("views.value.more", { count: more })}</span>}
    </>
  );
}
