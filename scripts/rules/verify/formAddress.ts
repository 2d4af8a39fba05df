import type { Condition, ConditionValue, Json, RuleEntry, WireRecord } from "../../../src/core/descriptor.ts";
import { pathTo } from "../../../src/panel/paths.ts";
import type { World } from "../../../tests/support/world.ts";
import { moduleOf } from "./book.ts";

type Ruled = Pick<RuleEntry, "resource" | "when">;

/** Where the records that a form opens come from. */
export interface Places {
  readonly world: World;
  /** An existing record of a resource that cannot be created in the panel. */
  readonly stored: (resource: string) => Promise<WireRecord | undefined>;
}

/** Whether the resource has only an edit form, such as settings or records that the platform creates. */
export function isEditOnly(resource: string): boolean {
  return !moduleOf(resource).descriptor.operations.includes("create");
}

/** Whether the resource's form has its own address. */
export function hasForm(resource: string): boolean {
  return pathTo(resource, isEditOnly(resource) ? "edit" : "create", { id: 1, parentId: 1 }) !== null;
}

/** Address of a form that meets the condition; the create form if there is one. */
export async function addressOf(rule: Ruled, places: Places): Promise<string | undefined> {
  return isEditOnly(rule.resource) ? editAddress(rule.resource, places) : createAddress(rule, places.world);
}

/** Address of the edit form of some record; the test sets the condition's switches once it is open. */
async function editAddress(resource: string, { world, stored }: Places): Promise<string | undefined> {
  const { settingsOf, parent } = moduleOf(resource).descriptor;
  if (settingsOf !== undefined)
    return pathTo(resource, "edit", { parentId: await world.ownerOf(resource) }) ?? undefined;
  const record = await stored(resource);
  if (!record) return undefined;
  const parentId = parent ? Number(record[parent.by]) : undefined;
  return pathTo(resource, "edit", { id: Number(record.id), parentId }) ?? undefined;
}

/** Address of the create form, with the values that the condition requires. */
async function createAddress({ resource, when }: Ruled, world: World): Promise<string | undefined> {
  const { fields, parent, variants } = moduleOf(resource).descriptor;
  // A variant with fields of its own is offered beside the general form, which has all of them.
  const forms = variants.filter((one) => one.fields === undefined);
  const variant = forms.find(({ preset }) => isMet(when, preset));
  if (forms.length > 0 && !variant) return undefined;
  const parentId = parent ? await world.shared(parent.resource) : undefined;
  const path = pathTo(resource, "create", { parentId, ...(variant ? { variant: variant.name } : {}) });
  if (path === null) return undefined;
  const given = new URLSearchParams();
  for (const [name, value] of requiredValues(when)) {
    const [top = "", inner] = name.split(".");
    const field = fields.find((candidate) => candidate.name === top);
    // Fields start empty, except for the parent.
    if (value === null && inner === undefined) {
      if (parent?.by === top) return undefined;
    } else if (field?.reference) {
      const wanted = inner === undefined ? {} : { [inner]: value };
      given.set(top, String(await world.sharedWith(field.reference.resource, wanted)));
    } else if (field?.kind === "boolean") given.set(top, String(value));
    // Defaults need no parameter. Other choices cannot be set by address.
    else if (field && variant?.preset[top] === undefined && value !== "any" && field.default !== value)
      return undefined;
  }
  const query = given.size > 0 ? `${path.includes("?") ? "&" : "?"}${given}` : "";
  return `${path}${query}`;
}

/** Whether the form's address sets the field. */
export function isGiven({ resource, when }: Ruled, name: string): boolean {
  const { parent } = moduleOf(resource).descriptor;
  return parent?.by === name || requiredValues(when).some(([path]) => path.split(".")[0] === name);
}

/** Switches to set in an edit form, since its address sets no values. */
export function switchesOf({ resource, when }: Ruled): (readonly [pointer: string, isOn: boolean])[] {
  if (!isEditOnly(resource)) return [];
  return requiredValues(when).flatMap(([path, value]) =>
    typeof value === "boolean" ? [[`/${path}`, value] as const] : [],
  );
}

/** Whether a newly opened form still lacks a required value; if not, submitting would store a record. */
export function isIncomplete(rule: Ruled): boolean {
  const { fields, settingsOf } = moduleOf(rule.resource).descriptor;
  // Existing records are complete; settings that were never stored may not be.
  if (isEditOnly(rule.resource) && settingsOf === undefined) return false;
  return fields.some(
    ({ name, required, readOnly, internal, when, default: start }) =>
      required !== false && !readOnly && !internal && !when && start === undefined && !isGiven(rule, name),
  );
}

/** Required values by path; of alternatives, the first counts. */
function requiredValues(when: Condition | undefined): (readonly [string, Json])[] {
  if (!when) return [];
  const { anyOf } = when as { readonly anyOf?: readonly Condition[] };
  if (Array.isArray(anyOf)) return requiredValues(anyOf[0]);
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
  return requiredValues(when).every(([path, value]) => preset[path] === undefined || preset[path] === value);
}
