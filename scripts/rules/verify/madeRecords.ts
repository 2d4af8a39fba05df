import fc from "fast-check";
import type { WireRecord } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import { defaultsOf } from "../../../src/core/prepare.ts";
import { readScalars } from "../../../src/core/readScalars.ts";
import { validateRecord } from "../../../src/core/validate.ts";
import { propertySeed, recordsNear } from "./arbitrary.ts";
import { moduleOf, rulesOf } from "./book.ts";
import { describeErrors, type Outcome } from "./outcome.ts";
import { collection, fieldErrorsOf } from "./requests.ts";
import type { ApiTarget } from "./target.ts";

/** Rules that only the server checks. */
const serverOnly = ["business", "unique", "uniqueTogether", "reference", "future"];

/**
 * Sends random records: the platform and the shared validator must agree on each after scalars are coerced. Conditional
 * fields are left out, since their conditions may depend on records that only the platform has loaded.
 */
export async function verifyMade({ requests, world }: ApiTarget, resource: string, runs: number): Promise<Outcome[]> {
  const module = moduleOf(resource);
  const { settingsOf, fields } = module.descriptor;
  // Settings already have a secret, which is kept if none is sent.
  const kept = new Set(settingsOf === undefined ? [] : fields.filter(({ secret }) => secret).map(({ name }) => name));
  const conditional = new Set(module.descriptor.fields.flatMap(({ name, when }) => (when ? [name] : [])));
  const isComparable = ({ pointer, rule, key }: FieldError) =>
    !serverOnly.includes(rule) &&
    !(rule === "required" && kept.has(pointer.slice(1))) &&
    key !== "rules.password.common" &&
    !conditional.has(pointer.split("/")[1] ?? "");
  const mode = settingsOf === undefined ? "create" : "update";
  const send = async (record: WireRecord) =>
    settingsOf === undefined
      ? requests.request("POST", collection(resource), record)
      : requests.request("PUT", `${collection(resource)}${await world.make(resource)}`, record);
  const made = recordsNear(module, rulesOf(resource), await world.valid(resource));
  const outcomes: Outcome[] = [];
  for (const [index, generated] of fc.sample(made, { numRuns: runs, seed: propertySeed }).entries()) {
    const record = JSON.parse(JSON.stringify(generated)) as WireRecord;
    // PUT replaces settings: omitted fields get their defaults.
    const whole = settingsOf === undefined ? record : { ...defaultsOf(fields), ...record };
    const { errors } = validateRecord(module, readScalars(fields, whole), { mode, related: () => undefined });
    const expected = errors.filter(isComparable);
    const reply = await send(record);
    const reported = fieldErrorsOf(reply);
    // Some hooks run before validation and reject the record on their own.
    const isHookError = reported.length > 0 && reported.every(({ rule }) => serverOnly.includes(rule));
    // Permissions are checked before values.
    const isOverruled = reply.status === 403 || isHookError;
    const isAgreed =
      [201, 204, 422].includes(reply.status) && placesOf(reported.filter(isComparable)) === placesOf(expected);
    const verdict = expected.length === 0 ? "accepted" : "refused";
    outcomes.push({
      part: "made",
      resource,
      pointer: "",
      rule: "made record",
      name: `${resource} made record #${index + 1}, seed ${propertySeed}`,
      verdict: isOverruled ? "overruled" : isAgreed ? verdict : "discrepancy",
      value: JSON.stringify(record).slice(0, 500),
      expected: describeErrors(expected),
      got: `${reply.status}, ${describeErrors(reported)}`,
      where: collection(resource),
    });
  }
  return outcomes;
}

function placesOf(errors: readonly FieldError[]): string {
  return errors
    .map(({ pointer, key }) => `${key} at ${pointer}`)
    .sort()
    .join(", ");
}
