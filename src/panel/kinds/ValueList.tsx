import { Children, Fragment, type ReactNode } from "react";
import type { CellContext } from "./cell.ts";

interface SeveralProps {
  readonly children: readonly ReactNode[];
  readonly context: CellContext;
}

const shownInList = 2;

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
  const more = children.length - shownInList;
  return (
    <>
      {Children.map(children.slice(0, shownInList), (child, index) => (
        <Fragment>
          {index > 0 && ", "}
          {child}
        </Fragment>
      ))}
      {more > 0 && <span className="quiet"> {context.translate("views.value.more", { count: more })}</span>}
    </>
  );
}
