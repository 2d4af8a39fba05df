import type { FieldDescriptor, Json, WireRecord } from "../../../src/core/descriptor.ts";
import { ownValue, type RuleCase, tells } from "../../../src/core/rulebook/cases.ts";
import { moduleOf } from "./book.ts";
import { about, expectation, gotOf, type Outcome } from "./outcome.ts";
import { collection, type Reply, recordsOf, replaceField, storedId } from "./requests.ts";
import { type ApiTarget, judgement } from "./target.ts";

/** A value that another record has already is refused; the record that had it first is the accepted case. */
export async function verifyUnique(target: ApiTarget, entry: RuleCase): Promise<Outcome> {
  const { rule } = entry;
  const { requests, world } = target;
  const path = collection(rule.resource);
  const name = rule.pointer.slice(1);
  const first = await world.valid(rule.resource, rule.when);
  const stored = await requests.request("POST", path, first);
  if (stored.status !== 201) return failed(entry, `POST ${path}`, stored);
  const again = await world.valid(rule.resource, rule.when);
  // What is unique within something is tried within the same: the record tells what the platform filled in.
  const list = recordsOf(await requests.request("GET", `${path}?rows=10000`), rule.resource);
  const known = list.find(({ id }) => id === storedId(stored));
  const within = [...((rule.params.within as readonly string[] | undefined) ?? []), name];
  const copied = Object.fromEntries(within.map((field) => [field, first[field] ?? known?.[field]]));
  const reply = await requests.request("POST", path, { ...again, ...copied });
  return refusal(entry, `POST ${path} twice with the same ${name}`, reply);
}

/** What is fixed after creation is refused as a change. */
export async function verifyFixed(target: ApiTarget, entry: RuleCase): Promise<Outcome> {
  const { rule } = entry;
  const { requests, world } = target;
  const { descriptor } = moduleOf(rule.resource);
  const name = rule.pointer.slice(1);
  const record = await world.valid(rule.resource, withoutMode(rule.when));
  const stored = await requests.request("POST", collection(rule.resource), record);
  if (stored.status !== 201) return failed(entry, `POST ${collection(rule.resource)}`, stored);
  const path = `${collection(rule.resource)}${storedId(stored)}`;
  const field = descriptor.fields.find((candidate) => candidate.name === name);
  const other = field && (await otherValue(target, field, record));
  const reply = await requests.request("PATCH", path, replaceField(name, other));
  return refusal(entry, `PATCH ${path}`, reply);
}

function withoutMode(when: RuleCase["rule"]["when"]): RuleCase["rule"]["when"] {
  if (!when || !("$mode" in when)) return when;
  const { $mode, ...rest } = when;
  return rest;
}

/** A value that the field would take in a new record, and that the stored one has not. */
async function otherValue({ world }: ApiTarget, field: FieldDescriptor, record: WireRecord): Promise<Json | undefined> {
  const current = record[field.name];
  if (field.enum) return field.enum.find((value) => value !== current);
  if (field.kind === "boolean") return current !== true;
  if (field.reference) return world.make(field.reference.resource);
  const options = { seed: `other${world.next()}`, idOf: () => 1 };
  const value = ownValue({ pointer: `/${field.name}` }, { fields: [field] }, {}, options);
  return Array.isArray(value)
    ? [ownValue({ pointer: `/${field.name}/0` }, { fields: [field] }, {}, options) ?? null]
    : value;
}

function refusal(entry: RuleCase, where: string, reply: Reply): Outcome {
  const { errors, failure } = judgement(reply);
  const isRefused = failure === undefined && tells(errors, entry.rule);
  return {
    ...about(entry, "api"),
    verdict: isRefused ? "refused" : "discrepancy",
    expected: expectation({ ...entry, expects: "refused" }),
    got: failure ?? gotOf(errors),
    where,
  };
}

function failed(entry: RuleCase, where: string, reply: Reply): Outcome {
  const got = `status ${reply.status}: ${reply.text.slice(0, 200)}`;
  return { ...about(entry, "api"), verdict: "discrepancy", expected: expectation(entry), got, where };
}
