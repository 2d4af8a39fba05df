import { useNavigate } from "react-router";
import { previousAddress } from "./visited.ts";

const roots: readonly string[] = ["/", "/dashboard", "/login/admin"];

/**
 * Where "Back" leads on a page of a list: to that list when the page before was the root or another page of the list,
 * null for the page before otherwise. `above`: the addresses one comes down from, such as the record of an edit form.
 */
export function wayBack(previous: string | undefined, list: string, above: readonly string[] = []): string | null {
  // Whoever opened this address first of all goes up one step.
  if (previous === undefined) return above.at(-1) ?? list;
  const path = pathOf(previous);
  if (roots.includes(path) || isCreation(path)) return list;
  if (path === pathOf(list)) return null;
  const isAbove = above.some((address) => address !== list && isWithin(path, pathOf(address)));
  return isWithin(path, pathOf(list)) && !isAbove ? list : null;
}

/** What was created on the way is there: nobody goes back to its empty form. */
function isCreation(path: string): boolean {
  return path.split("/").includes("create");
}

/** State of a step that leads back to a list: it is scrolled to where it was left. */
export const toList = { isReturn: true } as const;

/** Goes back by that rule; a list comes back as it was left, scrolled to where one was. */
export function useGoBack(list: string, above?: readonly string[]): () => void {
  const navigate = useNavigate();
  return () => {
    const target = wayBack(previousAddress(), list, above);
    if (target === null) void navigate(-1);
    else void navigate(target, { state: toList });
  };
}

/** Whether somebody returns to a page, though by a new step. */
export function isReturn(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isReturn" in state;
}

function isWithin(path: string, address: string): boolean {
  return path === address || path.startsWith(`${address}/`);
}

function pathOf(address: string): string {
  return address.split("?")[0] ?? "";
}
