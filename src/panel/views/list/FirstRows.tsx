import { type ReactNode, use, useEffect, useRef } from "react";

interface FirstRowsProps {
  /** Resolves when there is something to show; absent: there already is. */
  readonly arrival: Promise<unknown> | undefined;
  readonly children: ReactNode;
}

/**
 * Keeps the previous page mounted until the rows have loaded, so that a list renders once, with its rows. Only on
 * navigation: a mounted list never suspends.
 */
export function FirstRows({ arrival, children }: FirstRowsProps) {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
  }, []);
  return <Arrived arrival={isThere.current ? undefined : arrival}>{children}</Arrived>;
}

/** A component of its own: no hook may follow one that suspends. */
function Arrived({ arrival, children }: FirstRowsProps) {
  if (arrival) use(arrival);
  return children;
}
