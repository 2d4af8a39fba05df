/**
 * What templates can name: a value, a list of the same, or members by name. `any` has members that only the data know.
 */
export type Shape = "value" | "any" | { readonly list: Shape } | { readonly members: Readonly<Record<string, Shape>> };

/** The members that a list and its entries have besides the data's own. */
const ofLists: Readonly<Record<string, Shape>> = { size: "value", first: "any", last: "any" };

/** The shape at a path; undefined if there is nothing. */
export function shapeAt(shape: Shape, path: readonly string[]): Shape | undefined {
  return path.reduce<Shape | undefined>((at, name) => at && memberOf(at, name), shape);
}

function memberOf(shape: Shape, name: string): Shape | undefined {
  if (shape === "any") return "any";
  if (shape === "value") return name === "size" ? "value" : undefined;
  if ("list" in shape && /^\d+$/.test(name)) return shape.list;
  const members = "list" in shape ? ofLists : shape.members;
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** What a loop over it gives. */
export function entryOf(shape: Shape): Shape {
  return typeof shape === "object" && "list" in shape ? shape.list : "any";
}

/** Every name of a shape with its path, lists with `[]`: `phone.lines[].username`. */
export function pathsOf(shape: Shape, path = ""): string[] {
  if (typeof shape === "string") return [path];
  if ("list" in shape) return pathsOf(shape.list, `${path}[]`);
  return Object.entries(shape.members).flatMap(([name, member]) => pathsOf(member, path ? `${path}.${name}` : name));
}
