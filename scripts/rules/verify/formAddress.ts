import type { Condition, ConditionValue, Json, RuleEntry, WireRecord } from "../../../src/core/descriptor.ts";
import { pathTo } from "../../../src/panel/paths.ts";
import type { World } from "../../../tests/support/world.ts";
import { moduleOf } from "./book.ts";

type Ruled = Pick<RuleEntry, "resource" | "when">;

/** What a form is opened of. */
export interface Places {
  readonly world: World;
  /** Some record of a resource that nobody makes in the panel. */
  readonly stored: (resource: string) => Promise<WireRecord | undefined>;
}

/** Whether the resource's only form is the one for what is there already: settings, and what the platform makes. */
export function isChanged(resource: string): boolean {
  return !moduleOf(resource).descriptor.operations.includes("create");
}

/** Whether the resource has a form with an address of its own. */
export function hasForm(resource: string): boolean {
  return pathTo(resource, isChanged(resource) ? "edit" : "create", { id: 1, parentId: 1 }) !== null;
}

/** Where the form is that shows what the condition asks for: for a new record wherever there is one. */
export async function addressOf(rule: Ruled, places: Places): Promise<string | undefined> {
  return isChanged(rule.resource) ? changedAt(rule.resource, places) : createdAt(rule, places.world);
}

/** The form of some record; what the condition asks for is put into it when it is open. */
async function changedAt(resource: string, { world, stored }: Places): Promise<string | undefined> {
  const { settingsOf, parent } = moduleOf(resource).descriptor;
  if (settingsOf !== undefined)
    return pathTo(resource, "edit", { parentId: await world.ownerOf(resource) }) ?? undefined;
  const record = await stored(resource);
  if (!record) return undefined;
  const parentId = parent ? Number(record[parent.by]) : undefined;
  return pathTo(resource, "edit", { id: Number(record.id), parentId }) ?? undefined;
}

/** What the new record holds is in the address. */
async function createdAt({ resource, when }: Ruled, world: World): Promise<string | undefined> {
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
    // Empty it is from the start, unless it is what the form lives below.
    if (value === null && inner === undefined) {
      if (parent?.by === top) return undefined;
    } else if (field?.reference) {
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
export function isGiven({ resource, when }: Ruled, name: string): boolean {
  const { parent } = moduleOf(resource).descriptor;
  return parent?.by === name || partsOf(when).some(([path]) => path.split(".")[0] === name);
}

/** Switches that have to be set in a form of what is there already, whose address gives nothing. */
export function switchesOf({ resource, when }: Ruled): (readonly [pointer: string, isOn: boolean])[] {
  if (!isChanged(resource)) return [];
  return partsOf(when).flatMap(([path, value]) => (typeof value === "boolean" ? [[`/${path}`, value] as const] : []));
}

/** Whether something must still be typed in a form that has just been opened: else sending it would store a record. */
export function isIncomplete(rule: Ruled): boolean {
  const { fields, settingsOf } = moduleOf(rule.resource).descriptor;
  // What the platform made is complete; settings that nobody has stored yet may lack something.
  if (isChanged(rule.resource) && settingsOf === undefined) return false;
  return fields.some(
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
