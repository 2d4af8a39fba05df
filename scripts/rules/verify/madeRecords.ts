import fc from "fast-check";
import type { WireRecord } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import { defaultsOf } from "../../../src/core/prepare.ts";
import { validateRecord } from "../../../src/core/validate.ts";
import { propertySeed, recordsNear } from "./arbitrary.ts";
import { moduleOf, rulesOf } from "./book.ts";
import { gotOf, type Outcome } from "./outcome.ts";
import { collection, fieldErrorsOf } from "./requests.ts";
import type { ApiTarget } from "./target.ts";

/** Rules that the server alone knows. */
const serverOnly = ["business", "unique", "reference", "future"];

/**
 * Sends so many made records of a form: platform and shared check have to say the same of each. What a condition
 * hides or shows depends on records behind references, which only the platform has read: those fields are left out.
 */
export async function verifyMade({ requests, world }: ApiTarget, resource: string, runs: number): Promise<Outcome[]> {
  const module = moduleOf(resource);
  const { settingsOf, fields } = module.descriptor;
  // Settings have a secret already, which stays when none is sent.
  const kept = new Set(settingsOf === undefined ? [] : fields.filter(({ secret }) => secret).map(({ name }) => name));
  const conditional = new Set(module.descriptor.fields.flatMap(({ name, when }) => (when ? [name] : [])));
  const isJudged = ({ pointer, rule, key }: FieldError) =>
    !serverOnly.includes(rule) &&
    !(rule === "required" && kept.has(pointer.slice(1))) &&
    key !== "rules.password.common" &&
    !conditional.has(pointer.split("/")[1] ?? "");
  const mode = settingsOf === undefined ? "create" : "update";
  const send = async (record: WireRecord) =>
    settingsOf === undefined
      ? requests.request("POST", collection(resource), record)
      : requests.request("PUT", `${collection(resource)}${await world.make(resource)}`, record);
  const made = recordsNear(module, await rulesOf(resource), await world.valid(resource));
  const outcomes: Outcome[] = [];
  for (const [index, one] of fc.sample(made, { numRuns: runs, seed: propertySeed }).entries()) {
    const record = JSON.parse(JSON.stringify(one)) as WireRecord;
    // What a whole record leaves out gets its default, be it new or not.
    const whole = settingsOf === undefined ? record : { ...defaultsOf(fields), ...record };
    const { errors } = validateRecord(module, whole, { mode, related: () => undefined });
    const expected = errors.filter(isJudged);
    const reply = await send(record);
    const told = fieldErrorsOf(reply);
    // A hook that has to look at the record first refuses it for a reason of its own, and the rest is not asked any more.
    const isHooked = told.length > 0 && told.every(({ rule }) => serverOnly.includes(rule));
    // Whose right it is to say so comes before what is said.
    const isOverruled = reply.status === 403 || isHooked;
    const isAgreed = [201, 204, 422].includes(reply.status) && placesOf(told.filter(isJudged)) === placesOf(expected);
    const verdict = expected.length === 0 ? "accepted" : "refused";
    outcomes.push({
      part: "made",
      resource,
      pointer: "",
      rule: "made record",
      name: `${resource} made record #${index + 1}, seed ${propertySeed}`,
      verdict: isOverruled ? "overruled" : isAgreed ? verdict : "discrepancy",
      value: JSON.stringify(record).slice(0, 500),
      expected: gotOf(expected),
      got: `${reply.status}, ${gotOf(told)}`,
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
