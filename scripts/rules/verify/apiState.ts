import { filterRules } from "../../../src/core/businessRules.ts";
import type { FieldDescriptor, Json, ResourceDescriptor, WireRecord } from "../../../src/core/descriptor.ts";
import { filterPath } from "../../../src/core/filterPath.ts";
import { ownValue, type RuleCase, refusalOf, tells } from "../../../src/core/rulebook/cases.ts";
import { moduleOf } from "./book.ts";
import { about, describeErrors, expectation, type Outcome } from "./outcome.ts";
import { type ApiTarget, collection, type Reply, recordsOf, replaceField, resultOf, storedId } from "./requests.ts";

/** Verifies that a value used by another record is rejected; creating the first record is the valid case. */
export async function verifyUnique(target: ApiTarget, entry: RuleCase): Promise<Outcome> {
  const { rule } = entry;
  const { requests, world } = target;
  const path = collection(rule.resource);
  const name = rule.pointer.slice(1);
  const first = await world.valid(rule.resource, rule.when);
  const stored = await requests.request("POST", path, first);
  if (stored.status !== 201) return failed(entry, `POST ${path}`, stored);
  const again = await world.valid(rule.resource, rule.when);
  // Uniqueness may be scoped: copy the scope too, as the platform stored it.
  const list = recordsOf(await requests.request("GET", `${path}?rows=10000`), rule.resource);
  const known = list.find(({ id }) => id === storedId(stored));
  const within = [...((rule.params.within as readonly string[] | undefined) ?? []), name];
  const copied = Object.fromEntries(within.map((field) => [field, first[field] ?? known?.[field]]));
  const reply = await requests.request("POST", path, { ...again, ...copied });
  return refusal(entry, `POST ${path} twice with the same ${name}`, reply);
}

/** Verifies that a field that is fixed after creation cannot be changed. */
export async function verifyFixed(target: ApiTarget, entry: RuleCase): Promise<Outcome> {
  const { rule } = entry;
  const { requests, world } = target;
  const { descriptor } = moduleOf(rule.resource);
  const name = rule.pointer.slice(1);
  const collectionPath = collection(rule.resource);
  let record = await world.valid(rule.resource, withoutMode(rule.when));
  let id: number;
  if (descriptor.operations.includes("create")) {
    const stored = await requests.request("POST", collectionPath, record);
    if (stored.status !== 201) return failed(entry, `POST ${collectionPath}`, stored);
    id = storedId(stored);
  } else {
    // The platform makes them: any that there is.
    const list = await requests.request("GET", `${collectionPath}?rows=1`);
    const [first] = recordsOf(list, rule.resource);
    if (!first) return failed(entry, `GET ${collectionPath}`, list);
    record = first;
    id = Number(first.id);
  }
  const path = `${collectionPath}${id}`;
  const field = descriptor.fields.find((candidate) => candidate.name === name);
  const other = field && (await otherValue(target, field, record));
  const reply = await requests.request("PATCH", path, replaceField(name, other));
  return refusal(entry, `PATCH ${path}`, reply);
}

/**
 * Verifies that a record is refused which exists, but not among those that the field may refer to: for each limit of the
 * reference that is a value or another field, and no rule of its own.
 */
export async function verifyLimited(target: ApiTarget, entry: RuleCase): Promise<Outcome[]> {
  const { rule } = entry;
  const { requests, world } = target;
  const [, name = ""] = rule.pointer.split("/");
  const { fields } = moduleOf(rule.resource).descriptor;
  const reference = fields.find((field) => field.name === name)?.reference;
  const outcomes: Outcome[] = [];
  for (const [filter, wanted] of Object.entries(reference?.filter ?? {})) {
    if (!reference || filter in filterRules) continue;
    const { descriptor } = moduleOf(reference.resource);
    const path = filterPath(wanted);
    const other =
      path === undefined
        ? otherThan(descriptor, filter, wanted)
        : await otherOwner(world, descriptor, filter, path, fields);
    if (!other) continue;
    const record = await world.valid(rule.resource, rule.when);
    const id = await world.make(reference.resource, other);
    const reply = await requests.request("POST", collection(rule.resource), { ...record, [name]: id });
    outcomes.push(refusal(entry, `POST ${collection(rule.resource)} with ${JSON.stringify(other)}`, reply));
  }
  return outcomes;
}

/** Another record in the field behind a filter that wants the one of a field beside the reference. */
async function otherOwner(
  world: ApiTarget["world"],
  { filters }: ResourceDescriptor,
  filter: string,
  path: string,
  fields: readonly FieldDescriptor[],
) {
  const source = sourceOf(filters, filter);
  const owner = fields.find((field) => field.name === path)?.reference?.resource;
  return source !== undefined && owner !== undefined ? { [source]: await world.make(owner) } : undefined;
}

/** The field that a filter compares with what it is given. */
function sourceOf(filters: ResourceDescriptor["filters"], filter: string): string | undefined {
  return filters.find((one) => one.name === filter && one.match !== "not")?.source;
}

/** The value of the field behind a filter that does not match it; records that have ended are another rule's. */
function otherThan({ fields, filters, remove }: ResourceDescriptor, filter: string, wanted: unknown) {
  const source = sourceOf(filters, filter) ?? "";
  const field = fields.find((one) => one.name === source);
  const choices: readonly Json[] = field?.kind === "boolean" ? [true, false] : (field?.enum ?? []);
  const other = choices.find(
    (choice) =>
      !String(wanted).split(",").includes(String(choice)) && (remove.by !== "status" || choice !== remove.value),
  );
  return other === undefined ? undefined : { [source]: other };
}

/** The condition for a new record. */
export function withoutMode(when: RuleCase["rule"]["when"]): RuleCase["rule"]["when"] {
  if (!when || !("$mode" in when)) return when;
  const { $mode, ...rest } = when;
  return rest;
}

/** A valid value for the field that differs from the stored one. */
async function otherValue({ world }: ApiTarget, field: FieldDescriptor, record: WireRecord): Promise<Json | undefined> {
  const current = record[field.name];
  if (field.enum) return field.enum.find((value) => value !== current);
  if (field.kind === "boolean") return current !== true;
  if (field.reference) return world.make(field.reference.resource);
  const options = { seed: `other${world.next()}`, idOf: () => 1 };
  // Samples of one seed differ from those of another only where they have to.
  const fields = [{ ...field, unique: field.unique ?? [] }];
  const value = ownValue({ pointer: `/${field.name}` }, { fields }, {}, options);
  return Array.isArray(value) ? [ownValue({ pointer: `/${field.name}/0` }, { fields }, {}, options) ?? null] : value;
}

function refusal(entry: RuleCase, where: string, reply: Reply): Outcome {
  const { errors, failure } = resultOf(reply);
  const isRefused = failure === undefined && tells(errors, refusalOf(entry));
  return {
    ...about(entry, "api"),
    verdict: isRefused ? "refused" : "discrepancy",
    expected: expectation({ ...entry, expects: "refused" }),
    got: failure ?? describeErrors(errors),
    where,
    sent: reply.sent,
  };
}

function failed(entry: RuleCase, where: string, reply: Reply): Outcome {
  const got = `status ${reply.status}: ${reply.text.slice(0, 200)}`;
  return { ...about(entry, "api"), verdict: "discrepancy", expected: expectation(entry), got, where, sent: reply.sent };
}
