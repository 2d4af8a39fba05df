import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import type { FieldDescriptor, Json, ResourceDescriptor } from "../../src/core/schema/descriptor.ts";
import { type Member, openAccessPlatform } from "../support/accessPlatform.ts";
import { TEST_RESELLER } from "../support/accounts.ts";
import { type Answer, idFromLocation, withoutLinks } from "../support/api.ts";
import { sampled as descriptors } from "../support/chosen.ts";
import { copySource, rowOf, valueIn, valuesOf } from "../support/fieldValues.ts";
import { allowedRecord, type Reach, rawRoles, reachOf } from "../support/rights.ts";
import { targetOf } from "../support/targets.ts";
import { World } from "../support/world.ts";

/** A field that the role may not write, with a value that it does not have yet. */
interface Trial {
  readonly field: FieldDescriptor;
  readonly value: Json;
}

const platform = await openAccessPlatform();
const world = new World(platform.owner, TEST_RESELLER);

it.each(descriptors.filter(({ operations }) => operations.includes("create")).map((one) => [one.name, one] as const))(
  "creates records of %s without fields that the role may not set",
  async (name, descriptor) => {
    const stored: string[] = [];
    for (const { member, trials } of trialsOf(descriptor, "create")) {
      for (const { field, value } of trials) {
        const body = allowedRecord(descriptor, member.role, await world.valid(name));
        const answer = await member.api.request("POST", `/api/${name}/`, { ...body, [field.name]: value });
        if (answer.status !== 201) {
          if (![403, 422].includes(answer.status)) stored.push(`${member.role} ${field.name}: ${answer.text}`);
          continue;
        }
        const kept = await valueIn(platform, descriptor, idFromLocation(answer), field.name);
        const isKept = kept.some((one) => isDeepStrictEqual(one, value));
        if (isKept && !(await isUsual(member, descriptor, { field, value }))) {
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
        const before = await rowOf(platform, descriptor, id);
        const answer = await write();
        const after = await rowOf(platform, descriptor, id);
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

/** Whether a record has the value without asking for it, as one that tells the state of new records. */
async function isUsual(
  { role, api }: Member,
  descriptor: ResourceDescriptor,
  { field, value }: Trial,
): Promise<boolean> {
  const body = allowedRecord(descriptor, role, await world.valid(descriptor.name));
  const answer = await api.request("POST", `/api/${descriptor.name}/`, body);
  const usual = await valueIn(platform, descriptor, idFromLocation(answer), field.name);
  return usual.some((one) => isDeepStrictEqual(one, value));
}

/** Flags are an alias of the role; administrators.test.ts covers them. */
function isRoleFlag({ name }: FieldDescriptor): boolean {
  return Object.values(rawRoles.flags).some((flags) => flags.includes(name));
}
