import { businessError, type FieldError } from "../../core/errors.ts";
import { E164_MAX_DIGITS } from "../../core/phoneNumber.ts";
import { fieldError } from "../../core/validate.ts";
import type { EntityHooks, WriteEvent } from "../entityHooks.ts";
import { nextValue, refuse } from "./checks.ts";

export const numberblocks: EntityHooks<"numberblocks"> = {
  async beforeWrite(event) {
    const area = `${nextValue(event, "cc") ?? ""}${nextValue(event, "ac") ?? ""}`;
    const prefix = nextValue(event, "sn_prefix") ?? "";
    event.values.prefix = `${area}${prefix}`;
    refuse([...checkLength(event, area, prefix), ...(await checkDuplicates(event))]);
  },
};

function checkLength(event: WriteEvent<"numberblocks">, area: string, prefix: string): FieldError[] {
  const length = Number(nextValue(event, "sn_length"));
  if (length < prefix.length) return [businessError("/sn_length", "shorterThanPrefix", { limit: prefix.length })];
  const isTooLong = area.length + length > E164_MAX_DIGITS;
  return isTooLong ? [businessError("/sn_length", "numberTooLong", { limit: E164_MAX_DIGITS })] : [];
}

/** Equal digits are the same block, however they are split. */
async function checkDuplicates({ previous, values, work }: WriteEvent<"numberblocks">): Promise<FieldError[]> {
  const twins = await work.find("numberblocks", { prefix: values.prefix });
  return twins.some(({ id }) => id !== previous?.id) ? [fieldError("/sn_prefix", "unique")] : [];
}
