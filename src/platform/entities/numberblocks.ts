import { businessError, type FieldError } from "../../core/errors.ts";
import { E164_MAX_DIGITS } from "../../core/phoneNumber.ts";
import { fieldError } from "../../core/validate.ts";
import type { EntityHooks, WriteEvent } from "../entityHooks.ts";
import { nextValue, refuse } from "./checks.ts";

export const numberblocks: EntityHooks = {
  async beforeWrite(event) {
    const [cc, ac, prefix] = ["cc", "ac", "sn_prefix"].map((column) => String(nextValue(event, column) ?? ""));
    event.values.prefix = `${cc}${ac}${prefix}`;
    refuse([...checkLength(event, `${cc}${ac}`, prefix ?? ""), ...(await checkTwins(event))]);
  },
};

function checkLength(event: WriteEvent, area: string, prefix: string): FieldError[] {
  const length = Number(nextValue(event, "sn_length"));
  if (length < prefix.length) return [businessError("/sn_length", "shorterThanPrefix", { limit: prefix.length })];
  const isTooLong = area.length + length > E164_MAX_DIGITS;
  return isTooLong ? [businessError("/sn_length", "numberTooLong", { limit: E164_MAX_DIGITS })] : [];
}

/** The same digits are the same block, wherever they are cut. */
async function checkTwins({ previous, values, work }: WriteEvent): Promise<FieldError[]> {
  const twins = await work.find("numberblocks", { prefix: values.prefix });
  return twins.some(({ id }) => id !== previous?.id) ? [fieldError("/sn_prefix", "unique")] : [];
}
