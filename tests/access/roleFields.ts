import { isDeepStrictEqual } from "node:util";
import { collection, type Sent } from "../../scripts/rules/verify/requests.ts";
import type { FieldDescriptor, Json, ResourceDescriptor } from "../../src/core/schema/descriptor.ts";
import { hasValue } from "../../src/core/schema/valueAt.ts";
import type { Accounts, Member } from "../support/accessPlatform.ts";
import { type Answer, embedded, idFromLocation } from "../support/api.ts";
import { valueIn, valuesOf } from "../support/fieldValues.ts";
import { allowedRecord } from "../support/rights.ts";
import { itemPath, type Target, type Worlds } from "../support/targets.ts";
import { answeredBy, expectedAt } from "./roleAttempts.ts";

/** What is tried on a field, and by whom. */
export interface FieldTrial {
  readonly descriptor: ResourceDescriptor;
  readonly member: Member;
  readonly field: FieldDescriptor;
  readonly expects: "accepted" | "refused";
  readonly targets: readonly Target[];
}

/** What is wrong, with the request that shows it. */
export type Finding = { readonly wrong: string; readonly sent?: Sent } | undefined;

/** An id, number or text that no record has. */
const NOTHING = "1999999999";

/** Fields that the role may not read are in no answer, and no filter, sorting or export tells anything of them. */
export async function tryRead({ owner }: Accounts, trial: FieldTrial): Promise<Finding> {
  const { descriptor, member, field, expects } = trial;
  const { name, operations, filters } = descriptor;
  const target = trial.targets.find((one) => expectedAt(descriptor, member, one, "lookup") === "allowed");
  if (!target) return undefined;
  const get = async (url: string) => {
    const sent: Sent = { method: "GET", url };
    return { sent, answer: await member.api.request("GET", url) };
  };
  const record = await get(itemPath(descriptor, target));
  const isShown = hasValue(record.answer.body?.[field.name]);
  if (expects === "accepted") {
    if (isShown) return undefined;
    const stored = (await owner.request("GET", itemPath(descriptor, target))).body?.[field.name];
    return hasValue(stored) ? { wrong: "absent from the record", sent: record.sent } : undefined;
  }
  if (record.answer.body?.[field.name] !== undefined) return { wrong: "shown in the record", sent: record.sent };
  if (!operations.includes("list")) return undefined;
  const ownedBy = target.owner === undefined ? "" : `&${target.owner}`;
  const list = (query: string) => get(`${collection(name)}?rows=10${ownedBy}&${query}`);
  const own = await list(`id=${target.id}`);
  if (embedded(own.answer, name).some((one) => one[field.name] !== undefined)) {
    return { wrong: "shown in the list", sent: own.sent };
  }
  const all = await list("");
  const idsOf = (answer: Answer) => embedded(answer, name).map(({ id }) => id);
  for (const filter of filters.filter(({ source }) => source === field.name)) {
    const filtered = await list(`${filter.name}=${NOTHING}`);
    if (filtered.answer.body?.total_count !== all.answer.body?.total_count) {
      return { wrong: "filters the list", sent: filtered.sent };
    }
  }
  const sortedBy = (column: string) => list(`order_by=${column}&order_by_direction=desc`);
  const [sorted, unsorted] = [await sortedBy(field.name), await sortedBy("no_such_column")];
  if (!isDeepStrictEqual(idsOf(sorted.answer), idsOf(unsorted.answer)))
    return { wrong: "sorts the list", sent: sorted.sent };
  const file = await list(`id=${target.id}&format=csv&columns=${field.name}`);
  const isExported = file.answer.status === 200 && file.answer.text.split(/\r?\n/).slice(1).some(hasText);
  return isExported ? { wrong: "exported", sent: file.sent } : undefined;
}

/** Whether a line of a file says anything: an empty text may be quoted. */
function hasText(line: string): boolean {
  return /[^",\s]/.test(line);
}

/** A new record with the field is stored with it; fields.test.ts tries those that the role may not set. */
export async function tryCreate(platform: Accounts, worlds: Worlds, trial: FieldTrial): Promise<Finding> {
  const { descriptor, member, field } = trial;
  const [value = null] = valuesOf(field);
  const allowed = allowedRecord(descriptor, member.role, await worlds.own.valid(descriptor.name));
  const given = allowed[field.name] ?? value;
  const url = collection(descriptor.name);
  const sent: Sent = { method: "POST", url, payload: { ...allowed, [field.name]: given } };
  const answer = await member.api.request(sent.method, url, sent.payload);
  if (answer.status !== 201) return { wrong: `status ${answer.status}: ${answer.text.slice(0, 200)}`, sent };
  const stored = await valueIn(platform, descriptor, idFromLocation(answer), field.name);
  // Stored secrets are hashes.
  const isStored = field.secret || stored.some((one) => isDeepStrictEqual(one, given));
  return isStored ? undefined : { wrong: "created without it", sent };
}

/** The field of each record that the role may change, and of one's own account. */
export async function tryUpdate(platform: Accounts, trial: FieldTrial): Promise<Finding> {
  for (const target of trial.targets) {
    if (expectedAt(trial.descriptor, trial.member, target, "update", trial.field.name) !== "allowed") continue;
    const finding = await changed(platform, trial, target);
    if (finding) return finding;
  }
  return undefined;
}

/** Changes the field and changes it back: others try the same record. */
async function changed(platform: Accounts, trial: FieldTrial, { id, place }: Target): Promise<Finding> {
  const { descriptor, member, field } = trial;
  const url = `/api/${descriptor.name}/${id}`;
  const before = (await platform.owner.request("GET", url)).body?.[field.name];
  const value = otherValue(field, before, place);
  const write = (wanted: Json): Sent => ({
    ...{ method: "PATCH", url },
    payload: [{ op: "replace", path: `/${field.name}`, value: wanted }],
  });
  const sent = write(value);
  const answer = await member.api.request(sent.method, url, sent.payload);
  if (answeredBy(answer) !== "allowed") return { wrong: `status ${answer.status}: ${answer.text.slice(0, 200)}`, sent };
  if (answer.status >= 300) return undefined;
  const after = await valueIn(platform, descriptor, Number(id), field.name);
  if (before !== undefined) await platform.owner.request("PATCH", url, write(before).payload);
  const isStored = field.secret || after.some((one) => isDeepStrictEqual(one, value));
  return isStored ? undefined : { wrong: "accepted, but not stored", sent };
}

/** A value that the record does not have, and that the role may give. */
function otherValue(field: FieldDescriptor, before: Json | undefined, place: Target["place"]): Json {
  // Of no field's type: a change of one's own account may end the session, and rights come before rules.
  if (place === "self") return [];
  if (field.kind === "boolean") return before !== true;
  // Every manager of accounts may grant these.
  if (field.name === "role") return before === "ccare" ? "reseller" : "ccare";
  return valuesOf(field).find((one) => one !== before) ?? null;
}
