/**
 * The shape of a variable: a value, a list of one shape, or members by name. `any` has members that only the data know.
 */
export type TemplateShape =
  | "value"
  | "any"
  | { readonly list: TemplateShape }
  | { readonly members: Readonly<Record<string, TemplateShape>> };

/** The members that a list and its entries have besides the data's own. */
const ofLists: Readonly<Record<string, TemplateShape>> = { size: "value", first: "any", last: "any" };

/** The shape at a path; undefined if there is nothing. */
export function shapeAt(shape: TemplateShape, path: readonly string[]): TemplateShape | undefined {
  return path.reduce<TemplateShape | undefined>((at, name) => at && memberOf(at, name), shape);
}

function memberOf(shape: TemplateShape, name: string): TemplateShape | undefined {
  if (shape === "any") return "any";
  if (shape === "value") return name === "size" ? "value" : undefined;
  if ("list" in shape && /^\d+$/.test(name)) return shape.list;
  const members = "list" in shape ? ofLists : shape.members;
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** The shape of the entries that a loop over it visits. */
export function entryOf(shape: TemplateShape): TemplateShape {
  return typeof shape === "object" && "list" in shape ? shape.list : "any";
}

/** Every name of a shape with its path, lists with `[]`: `phone.lines[].username`. */
export function pathsOf(shape: TemplateShape, path = ""): string[] {
  if (typeof shape === "string") return [path];
  if ("list" in shape) return pathsOf(shape.list, `${path}[]`);
  return Object.entries(shape.members).flatMap(([name, member]) => pathsOf(member, path ? `${path}.${name}` : name));
}
