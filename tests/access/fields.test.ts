import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FieldDescriptor, Json, ResourceDescriptor, WireRecord } from "../../src/core/descriptor.ts";
import { storage } from "../../src/generated/tables.gen.ts";
import { type AccessPlatform, type Member, openAccessPlatform } from "../support/accessPlatform.ts";
import { type Answer, idFromLocation, withoutLinks } from "../support/api.ts";
import { descriptors } from "../support/chosen.ts";
import { TEST_RESELLER } from "../support/platform.ts";
import { type Reach, rawRoles, reachOf } from "../support/rights.ts";
import { targetOf } from "../support/targets.ts";
import { World } from "../support/world.ts";

/** A field that the role may not write, with a value that it does not have yet. */
interface Trial {
  readonly field: FieldDescriptor;
  readonly value: Json;
}

/** Fields that every write changes. */
const VOLATILE = ["version", "modify_timestamp"];

let platform: AccessPlatform;
let world: World;
let cases = 0;

beforeAll(async () => {
  platform = await openAccessPlatform();
  world = new World(platform.owner, TEST_RESELLER);
});
afterAll(async () => {
  console.log(`fields: ${cases.toLocaleString("en")} cases`);
  await platform?.close();
});

it.each(descriptors.filter(({ operations }) => operations.includes("create")).map((one) => [one.name, one] as const))(
  "creates records of %s without fields that the role may not set",
  async (name, descriptor) => {
    const stored: string[] = [];
    for (const { member, trials } of trialsOf(descriptor, "create")) {
      for (const { field, value } of trials) {
        const body = await allowedRecord(descriptor, member);
        const answer = await member.api.request("POST", `/api/${name}/`, { ...body, [field.name]: value });
        cases++;
        if (answer.status !== 201) {
          if (![403, 422].includes(answer.status)) stored.push(`${member.role} ${field.name}: ${answer.text}`);
          continue;
        }
        const kept = await valueIn(descriptor, idFromLocation(answer), field.name);
        if (kept.some((one) => isDeepStrictEqual(one, value))) {
          stored.push(`${member.role} creates with ${field.name} = ${JSON.stringify(value)}`);
        }
      }
    }
    expect(stored).toEqual([]);
  },
);

/** Resources that the tests can create; messages come from phones and have their own test. */
const isCreatable = ({ operations, settingsOf }: ResourceDescriptor) =>
  operations.includes("create") || settingsOf !== undefined;

it.each(
  descriptors
    .filter((one) => one.operations.includes("update") && isCreatable(one))
    .map((one) => [one.name, one] as const),
)("does not change fields of %s that the role may not write", async (name, descriptor) => {
  const changed: string[] = [];
  // Creates records that only come with others, such as a subscriber's numbers.
  await world.shared("subscribers");
  const shared = Number((await targetOf(platform, { own: world, foreign: world }, descriptor, "own")).id);
  for (const { member, trials } of trialsOf(descriptor, "update", shared)) {
    const id = idFor(descriptor, member, shared);
    const url = `/api/${name}/${id}`;
    for (const { field, value } of trials) {
      const { body } = await member.api.request("GET", url);
      const writes: (() => Promise<Answer>)[] = [
        () => member.api.request("PUT", url, { ...withoutLinks(body), [field.name]: value }),
        () => member.api.request("PATCH", url, [{ op: "replace", path: `/${field.name}`, value }]),
        () => member.api.request("PATCH", url, [{ op: "copy", from: copySource(field), path: `/${field.name}` }]),
      ];
      for (const [index, write] of writes.entries()) {
        const before = await rowOf(descriptor, id);
        const answer = await write();
        cases++;
        const after = await rowOf(descriptor, id);
        if (isDeepStrictEqual(before, after) && answer.status < 500) continue;
        changed.push(
          `${member.role} ${["PUT", "PATCH", "copy"][index]} ${field.name}: ${answer.status} ${answer.text}`,
        );
      }
    }
  }
  expect(changed).toEqual([]);
});

/** The record to change: the caller's own if the role may only change that. */
function idFor({ name }: ResourceDescriptor, { role, id }: Member, shared: number): number {
  return reachOf(name, role, "update") === "own" ? id : shared;
}

/**
 * For each role that may write the resource: every field that it may not write, with values that it does not have yet.
 * Fields that no role may write are only tried with the first.
 */
function trialsOf(descriptor: ResourceDescriptor, right: "create" | "update", shared = 0) {
  const { name, fields } = descriptor;
  const writers = platform.members.filter(({ role }) => reachOf(name, role, right) !== "none");
  return writers.map((member, index) => {
    const isServerOnly = ({ readOnly, internal }: FieldDescriptor) => readOnly || internal;
    const isRefused = (field: FieldDescriptor): boolean => {
      const reach: Reach = reachOf(name, member.role, right, field.name);
      return reach === "none" || (reach === "own" && idFor(descriptor, member, shared) !== member.id);
    };
    const isRole = reachOf(name, member.role, right, "role") !== "none";
    const tried = fields.filter((field) => {
      if (name === "admins" && isRole && isRoleFlag(field)) return false;
      // An alias of a reference can be set by roles that may set the reference.
      const reference = field.aliasOf && fields.find((one) => one.name === field.aliasOf?.split(".")[0]);
      if (reference) return isRefused(reference);
      return isServerOnly(field) ? index === 0 : isRefused(field);
    });
    const trials = tried.flatMap((field): Trial[] => valuesOf(field).map((value) => ({ field, value })));
    return { member, trials };
  });
}

/** Flags are an alias of the role; administrators.test.ts covers them. */
function isRoleFlag({ name }: FieldDescriptor): boolean {
  return Object.values(rawRoles.flags).some((flags) => flags.includes(name));
}

function valuesOf(field: FieldDescriptor): Json[] {
  if (field.enum) return field.enum.filter((value) => value !== field.default).slice(0, 3);
  if (field.reference) return field.kind === "references" ? [[3]] : [3];
  switch (field.kind) {
    case "boolean":
      return field.default === true ? [false] : [true];
    case "integer":
    case "duration":
    case "money":
    case "decimal":
    case "percent":
      return [424_242];
    case "dateTime":
      return ["2001-02-03T04:05:06Z"];
    case "password":
      return ["F0rbidden-secret"];
    case "email":
      return ["forbidden@example.org"];
    case "list":
    case "object":
    case "phoneNumbers":
      return [[{ forbidden: true }]];
    default:
      return ["forbidden"];
  }
}

/** Another field to copy a value from. */
function copySource({ kind, name }: FieldDescriptor): string {
  if (kind === "boolean") return name === "can_reset_password" ? "/is_superuser" : "/can_reset_password";
  return name === "id" ? "/reseller_id" : "/id";
}

/** A valid record with the fields that the role may set. */
async function allowedRecord({ name, fields }: ResourceDescriptor, { role }: Member): Promise<WireRecord> {
  const record = await world.valid(name);
  const allowed = fields.filter((field) => reachOf(name, role, "create", field.name) === "all");
  const known = Object.fromEntries(allowed.map((field) => [field.name, record[field.name]]));
  return name === "admins" && known.role !== undefined ? { ...known, role: "reseller" } : known;
}

/** The field in the database, and as read by a superuser who sees passwords. */
async function valueIn(descriptor: ResourceDescriptor, id: number, field: string): Promise<unknown[]> {
  const { body } = await platform.owner.read(descriptor.name, id);
  const row = await rowOf(descriptor, id);
  const column = row?.[field];
  return [body?.[field], column instanceof Date ? column.toISOString().replace(".000", "") : column];
}

async function rowOf({ name }: ResourceDescriptor, id: number): Promise<Record<string, unknown> | undefined> {
  const table = storage[name]?.name;
  if (table === undefined) return undefined;
  const query = sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${id}`;
  const [row] = (await query.execute(platform.database.kysely)).rows;
  return row && Object.fromEntries(Object.entries(row).filter(([column]) => !VOLATILE.includes(column)));
}
