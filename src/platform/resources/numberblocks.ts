import { E164_MAX_DIGITS } from "../../core/values/phoneNumber.ts";
import { nextValue, violationAt } from "../records/hookHelpers.ts";
import type { ResourceHooks, WriteEvent } from "../resourceHooks.ts";

export const numberblocks: ResourceHooks<"numberblocks"> = {
  checks: {
    shorterThanPrefix: {
      beforeWrite(event) {
        const { prefix, length } = blockParts(event);
        return length < prefix.length ? [{ pointer: "/sn_length", params: { limit: prefix.length } }] : [];
      },
    },
    numberTooLong: {
      beforeWrite(event) {
        const { area, prefix, length } = blockParts(event);
        const isTooLong = length >= prefix.length && area.length + length > E164_MAX_DIGITS;
        return isTooLong ? [{ pointer: "/sn_length", params: { limit: E164_MAX_DIGITS } }] : [];
      },
    },
    /** Equal digits are the same block, however they are split. */
    unique: violationAt("/sn_prefix", async ({ previous, values, context }) => {
      const twins = await context.findBy("numberblocks", { prefix: values.prefix });
      return twins.some(({ id }) => id !== previous?.id);
    }),
  },

  async beforeWrite(event) {
    const { area, prefix } = blockParts(event);
    event.values.prefix = `${area}${prefix}`;
  },
};

function blockParts(event: WriteEvent<"numberblocks">) {
  return {
    area: `${nextValue(event, "cc") ?? ""}${nextValue(event, "ac") ?? ""}`,
    prefix: nextValue(event, "sn_prefix") ?? "",
    length: Number(nextValue(event, "sn_length")),
  };
}
