import type { Condition, ConditionValue, Json, RuleEntry } from "../../../src/core/descriptor.ts";
import { pathTo } from "../../../src/panel/paths.ts";
import type { World } from "../../../tests/support/world.ts";
import { moduleOf } from "./book.ts";

/** Where a new record is made in a form that shows what the condition asks for; what it holds is in the address. */
export async function addressOf(rule: Pick<RuleEntry, "resource" | "when">, world: World): Promise<string | undefined> {
  const { resource, when } = rule;
  const { fields, parent, variants } = moduleOf(resource).descriptor;
  const variant = variants.find(({ preset }) => isMet(when, preset));
  if (variants.length > 0 && !variant) return undefined;
  const parentId = parent ? await world.shared(parent.resource) : undefined;
  const path = pathTo(resource, "create", { parentId, ...(variant ? { variant: variant.name } : {}) });
  if (path === null) return undefined;
  const given = new URLSearchParams();
  for (const [name, value] of partsOf(when)) {
    const [top = "", inner] = name.split(".");
    const field = fields.find((candidate) => candidate.name === top);
    if (field?.reference) {
      const wanted = inner === undefined ? {} : { [inner]: value };
      given.set(top, String(await world.sharedWith(field.reference.resource, wanted)));
    } else if (field?.kind === "boolean") given.set(top, String(value));
    // A choice that stands as it is needs nothing; any other would have to be made in the form.
    else if (field && variant?.preset[top] === undefined && value !== "any" && field.default !== value)
      return undefined;
  }
  const query = given.size > 0 ? `${path.includes("?") ? "&" : "?"}${given}` : "";
  return `${path}${query}`;
}

/** Whether the address of the form gives the field, so that nobody is asked for it. */
export function isGiven({ resource, when }: Pick<RuleEntry, "resource" | "when">, name: string): boolean {
  const { parent } = moduleOf(resource).descriptor;
  return parent?.by === name || partsOf(when).some(([path]) => path.split(".")[0] === name);
}

/** Whether something must still be typed in a form that has just been opened: else sending it would store a record. */
export function isIncomplete(rule: Pick<RuleEntry, "resource" | "when">): boolean {
  return moduleOf(rule.resource).descriptor.fields.some(
    ({ name, required, readOnly, internal, when, default: start }) =>
      required !== false && !readOnly && !internal && !when && start === undefined && !isGiven(rule, name),
  );
}

/** What must hold, by path: the first alternative of each. */
function partsOf(when: Condition | undefined): (readonly [string, Json])[] {
  if (!when) return [];
  const { anyOf } = when as { readonly anyOf?: readonly Condition[] };
  if (Array.isArray(anyOf)) return partsOf(anyOf[0]);
  return Object.entries(when as Record<string, ConditionValue>).flatMap(
    ([path, wanted]): (readonly [string, Json])[] => {
      if (path === "$mode") return [];
      if (Array.isArray(wanted)) return [[path, (wanted as readonly Json[])[0] ?? null]];
      if (typeof wanted !== "object" || wanted === null) return [[path, wanted as Json]];
      const { not } = wanted as { readonly not: Json };
      return [[path, typeof not === "boolean" ? !not : "any"]];
    },
  );
}

function isMet(when: Condition | undefined, preset: Readonly<Record<string, Json>>): boolean {
  return partsOf(when).every(([path, value]) => preset[path] === undefined || preset[path] === value);
}
