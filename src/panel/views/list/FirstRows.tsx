import { type ReactNode, use, useEffect, useRef } from "react";
import { resolved } from "../../providers/readable.ts";

interface FirstRowsProps {
  /** Resolves when there is something to show; absent: there already is. */
  readonly arrival: Promise<unknown> | undefined;
  readonly children: ReactNode;
}

const there = resolved(undefined);

/**
 * Keeps the previous page mounted until the rows have loaded, so that a list renders once, with its rows. Only on
 * navigation: a mounted list never suspends.
 */
export function FirstRows({ arrival, children }: FirstRowsProps) {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
  }, []);
  use(isThere.current ? there : (arrival ?? there));
  return children;
}
