import type { Complaint } from "../views/form/resolver.ts";

/** Errors in the shape of the record, as react-admin's forms expect them; the first at each place counts. */
export function toErrors(complaints: readonly Pick<Complaint, "pointer" | "text">[]): Record<string, unknown> {
  const errors: Tree = {};
  for (const { pointer, text } of complaints) {
    const path = pointer.split("/").slice(1);
    const last = path.pop();
    const place = path.reduce<Tree | undefined>((tree, part) => below(tree, part), errors);
    if (place && last !== undefined) place[last] ??= text;
  }
  return errors;
}

interface Tree {
  [part: string]: Tree | string;
}

/** Undefined where the whole part already has an error. */
function below(tree: Tree | undefined, part: string): Tree | undefined {
  if (!tree) return undefined;
  tree[part] ??= {};
  const found = tree[part];
  return typeof found === "string" ? undefined : found;
}
