import { Children, Fragment, type ReactNode } from "react";
import type { CellContext } from "./cell.ts";

interface SeveralProps {
  readonly children: readonly ReactNode[];
  readonly context: CellContext;
}

const MAX_LISTED_VALUES = 2;

/** Members of a list: in a list cell the first two and a count of the rest, in details one per line. */
export function ValueList({ children, context }: SeveralProps) {
  if (context.place !== "list") {
    return (
      <ul>
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ul>
    );
  }
  const more = children.length - MAX_LISTED_VALUES;
  return (
    <>
      {Children.map(children.slice(0, MAX_LISTED_VALUES), (child, index) => (
        <Fragment>
          {index > 0 && ", "}
          {child}
        </Fragment>
      ))}
      {more > 0 && <span className="quiet"> {context.translate("views.value.more", { count: more })}</span>}
    </>
  );
}
