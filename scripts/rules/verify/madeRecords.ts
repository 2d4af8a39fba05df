import fc from "fast-check";
import type { WireRecord } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import { validateRecord } from "../../../src/core/validate.ts";
import { propertySeed, recordsNear } from "./arbitrary.ts";
import { moduleOf, rulesOf } from "./book.ts";
import { collection, fieldErrorsOf } from "./requests.ts";
import type { ApiTarget } from "./target.ts";

/** Rules that the server alone knows. */
const serverOnly = ["business", "unique", "reference", "future"];

/**
 * Sends so many made records of a form and tells where the platform and the shared check disagree. What a condition
 * hides or shows depends on records behind references, which only the platform has read: those fields are left out.
 */
export async function disagreements({ requests, world }: ApiTarget, resource: string, runs: number): Promise<string[]> {
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
  const valid = await world.valid(resource);
  const mode = settingsOf === undefined ? "create" : "update";
  const send = async (record: WireRecord) =>
    settingsOf === undefined
      ? requests.request("POST", collection(resource), record)
      : requests.request("PUT", `${collection(resource)}${await world.make(resource)}`, record);
  const found: string[] = [];
  for (const made of fc.sample(recordsNear(module, await rulesOf(resource), valid), {
    numRuns: runs,
    seed: propertySeed,
  })) {
    const record = JSON.parse(JSON.stringify(made)) as WireRecord;
    const expected = placesOf(
      validateRecord(module, record, { mode, related: () => undefined }).errors.filter(isJudged),
    );
    const reply = await send(record);
    // Whose right it is to say so comes before what is said.
    if (reply.status === 403) continue;
    const errors = fieldErrorsOf(reply);
    // A hook that has to look at the record first refuses it for a reason of its own, and the rest is not asked any more.
    const isHooked = errors.length > 0 && errors.every(({ rule }) => serverOnly.includes(rule));
    const told = placesOf(errors.filter(isJudged));
    if ([201, 204, 422].includes(reply.status) && (told === expected || isHooked)) continue;
    const sent = JSON.stringify(record).slice(0, 500);
    found.push(`${resource} ${sent}: expected ${expected}, got ${reply.status} ${told}`);
  }
  return found;
}

function placesOf(errors: readonly FieldError[]): string {
  return errors
    .map(({ pointer, key }) => `${key} at ${pointer}`)
    .sort()
    .join(", ");
}
