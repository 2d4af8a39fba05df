import { type ReactNode, use } from "react";
import { type Location, useLocation } from "react-router";
import { resolved } from "../../providers/readable.ts";

interface FirstRowsProps {
  /** Resolves when there is something to show; absent: there already is. */
  readonly arrival: Promise<unknown> | undefined;
  readonly children: ReactNode;
}

/** Milliseconds after which a page without its data is worth more than the previous page. */
const patience = 400;

/** One for each navigation: its page is rendered several times until it mounts, and waits only once. */
const waits = new WeakMap<Location, Promise<unknown>>();

const there = resolved(undefined);

/** Keeps the previous page mounted until the rows have loaded, so that a list renders once, with its rows. */
export function FirstRows({ arrival, children }: FirstRowsProps) {
  const location = useLocation();
  use(arrival ? waitAt(location, arrival) : there);
  return children;
}

function waitAt(location: Location, arrival: Promise<unknown>): Promise<unknown> {
  const wait = waits.get(location) ?? Promise.race([arrival, new Promise((end) => setTimeout(end, patience))]);
  waits.set(location, wait);
  return wait;
}
