import { modeOf } from "../../../src/core/rulebook/cases.ts";
import { exampleOf } from "../../../src/core/rulebook/ruleExamples.ts";
import type {
  Condition,
  Json,
  ReferenceDescriptor,
  RuleEntry,
  WireRecord,
} from "../../../src/core/schema/descriptor.ts";
import { filterPath } from "../../../src/core/schema/filterPath.ts";
import { routes } from "../../../src/generated/routes.gen.ts";
import { pathTo } from "../../../src/panel/navigation/paths.ts";
import type { World } from "../../../tests/support/world.ts";
import { moduleOf, requiredValues } from "./book.ts";

type FormRule = Pick<RuleEntry, "resource" | "when">;
type FieldRule = Pick<RuleEntry, "resource" | "when" | "pointer">;

/** Finds or creates the records that forms open. */
export interface FormRecords {
  readonly world: World;
  /** An existing record of a resource that cannot be created in the panel. */
  readonly findRecord: (resource: string) => Promise<WireRecord | undefined>;
  /** A new record that meets the condition. */
  readonly createRecord: (resource: string, when: Condition | undefined) => Promise<WireRecord>;
}

/** Whether the resource has only an edit form, such as settings or records that the platform creates. */
export function isEditOnly(resource: string): boolean {
  return !moduleOf(resource).descriptor.operations.includes("create");
}

/** The form that the rule applies to. */
export function formModeOf(rule: RuleEntry): "create" | "update" {
  return isEditOnly(rule.resource) ? "update" : modeOf(rule);
}

/** Whether the resource's form has its own address. */
export function hasForm(resource: string, mode = isEditOnly(resource) ? "update" : "create"): boolean {
  return pathTo(resource, mode === "update" ? "edit" : "create", { id: 1, parentId: 1 }) !== null;
}

/** Path of a form where the rule applies, or will once its condition is made true. */
export async function formPath(rule: RuleEntry, places: FormRecords): Promise<string | undefined> {
  return formModeOf(rule) === "update" ? editPath(rule, places) : createPath(rule, places.world);
}

/** Path of the edit form of some record; a new one if it can be created. */
async function editPath(
  { resource, when }: FormRule,
  { world, findRecord, createRecord }: FormRecords,
): Promise<string | undefined> {
  const { settingsOf, parent } = moduleOf(resource).descriptor;
  if (settingsOf !== undefined)
    return pathTo(resource, "edit", { parentId: await world.ownerOf(resource) }) ?? undefined;
  const record = isEditOnly(resource) ? await findRecord(resource) : await createRecord(resource, when);
  if (!record) return undefined;
  const parentId = parent ? Number(record[parent.reference]) : undefined;
  return pathTo(resource, "edit", { id: Number(record.id), parentId }) ?? undefined;
}

/** Path of the form for new records, with the references that the condition looks at. */
async function createPath(rule: FieldRule, world: World): Promise<string | undefined> {
  const { resource, when } = rule;
  const { fields, parent, variants } = moduleOf(resource).descriptor;
  // A variant with fields of its own is offered next to the general form, which has all of them.
  const forms = variants.filter((variant) => variant.fields === undefined);
  const variant = forms.find(({ preset }) => isMet(when, preset));
  if (forms.length > 0 && !variant) return undefined;
  const parentId = parent && !isWithoutParent(rule) ? await world.shared(parent.resource) : undefined;
  const path = pathTo(resource, "create", { parentId, ...(variant ? { variant: variant.name } : {}) });
  if (path === null) return undefined;
  const presets = new URLSearchParams();
  for (const [name, value] of requiredValues(when)) {
    const [top = "", inner] = name.split(".");
    const field = fields.find((candidate) => candidate.name === top);
    // Fields start empty, except for the parent.
    if (value === null && inner === undefined) {
      if (parent?.reference === top && parentId !== undefined) return undefined;
    } else if (field?.reference) {
      const required = inner === undefined ? {} : { [inner]: value };
      presets.set(top, String(await world.sharedWith(field.reference.resource, required)));
    }
  }
  const query = presets.size > 0 ? `${path.includes("?") ? "&" : "?"}${presets}` : "";
  return `${path}${query}`;
}

/** Whether the rule is about the page around the form, and the form has an address without it. */
export function isWithoutParent({ resource, when, pointer }: FieldRule): boolean {
  const { parent } = moduleOf(resource).descriptor;
  if (!parent) return false;
  const isAbout =
    pointer === `/${parent.reference}` ||
    requiredValues(when).some(([path, value]) => path === parent.reference && value === null);
  const createRoutes = routes.filter((route) => route.resource === resource && route.view === "create");
  return isAbout && createRoutes.some(({ path }) => !path.includes(":parentId"));
}

/** Whether a form at such an address has no input for it: the page it belongs to sets it. */
export function isSetByPage(rule: FieldRule, name: string): boolean {
  const { resource, when } = rule;
  const { fields, parent, variants } = moduleOf(resource).descriptor;
  const isReference = fields.some((field) => field.name === name && field.reference);
  const isPreset = variants.some((variant) => variant.fields === undefined && name in variant.preset);
  return (
    (parent?.reference === name && !isWithoutParent(rule)) ||
    isPreset ||
    (isReference && requiredValues(when).some(([path]) => path.split(".")[0] === name))
  );
}

/** Makes a record that the form of such a rule offers in a picker. */
export async function createChoice(
  resource: string,
  reference: ReferenceDescriptor,
  { world }: FormRecords,
): Promise<void> {
  const { parent, settingsOf } = moduleOf(resource).descriptor;
  const values: WireRecord = {};
  for (const [name, value] of Object.entries(reference.filter ?? {})) {
    const path = filterPath(value);
    if (path === undefined) values[name] = value;
    else if (path === "id" && settingsOf !== undefined) values[name] = await world.ownerOf(resource);
    else if (parent && path === parent.reference) values[name] = await world.shared(parent.resource);
  }
  await world.make(reference.resource, values);
}

/** The values to enter for the condition to be true: own fields, by pointer. */
export function conditionsOf({ resource, when }: FormRule): (readonly [pointer: string, value: Json])[] {
  const { fields } = moduleOf(resource).descriptor;
  return requiredValues(when).flatMap(([path, value]): (readonly [string, Json])[] => {
    const field = fields.find(({ name }) => name === path);
    if (!field || field.reference || value === null) return [];
    if (value !== "any") return [[`/${path}`, value]];
    // Fields with a default have a value already.
    return field.default === undefined ? [[`/${path}`, exampleOf(field)]] : [];
  });
}

/** Whether a newly opened form still lacks a required value; if not, submitting would store a record. */
export function isIncomplete(rule: RuleEntry): boolean {
  const { fields, settingsOf } = moduleOf(rule.resource).descriptor;
  // Existing records are complete; settings that were never stored may not be.
  if (formModeOf(rule) === "update" && settingsOf === undefined) return false;
  return fields.some(
    ({ name, required, readOnly, internal, when, default: start }) =>
      required !== false && !readOnly && !internal && !when && start === undefined && !isSetByPage(rule, name),
  );
}

function isMet(when: Condition | undefined, preset: Readonly<Record<string, Json>>): boolean {
  return requiredValues(when).every(([path, value]) => preset[path] === undefined || preset[path] === value);
}

/**
 * Fields that forms with hand-written parts set themselves: the schedule of profiles begins with the current one, and a
 * package bills only if it is chosen.
 */
const setByForms: Readonly<Record<string, readonly string[]>> = {
  contracts: ["/billing_profile_definition", "/billing_profiles required"],
  customers: ["/billing_profile_definition", "/billing_profiles required", "/profile_package_id required"],
  resellerbrandings: ["/reseller_id"],
};

/** Whether the form itself sees to this rule, so that nobody can break it there. */
export function isSetByForm({ resource, pointer, rule }: RuleEntry): boolean {
  return setByForms[resource]?.some((known) => known === pointer || known === `${pointer} ${rule}`) ?? false;
}
