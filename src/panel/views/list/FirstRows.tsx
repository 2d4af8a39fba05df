import { type ReactNode, use, useEffect, useRef } from "react";

interface FirstRowsProps {
  /** Resolves when there is something to show; absent: there is. */
  readonly arrival: Promise<unknown> | undefined;
  readonly children: ReactNode;
}

/**
 * Leaves the page before in its place until the rows are there, so that a list is drawn once and not first without
 * them. Only on the way to the page: one that stands stays.
 */
export function FirstRows({ arrival, children }: FirstRowsProps) {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
  }, []);
  return <Arrived arrival={(isThere.current ? undefined : arrival) ?? nothingToWaitFor}>{children}</Arrived>;
}

/** As React marks what has arrived. */
const nothingToWaitFor = Object.assign(Promise.resolve(), { status: "fulfilled", value: undefined });

interface ArrivedProps extends FirstRowsProps {
  readonly arrival: Promise<unknown>;
}

/** Apart: no hook may stand behind one that waits. */
function Arrived({ arrival, children }: ArrivedProps) {
  use(arrival);
  return children;
}
