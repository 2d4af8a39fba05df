import type { Draft } from "./draft.ts";
import type { Tenant } from "./tenants.ts";

/** The number blocks of the demonstration; blocks without a reseller name belong to no reseller. */
const blocks = [
  { of: "Albion Voice", cc: "44", ac: "20", sn_prefix: "79460", sn_length: 8 },
  { of: "Albion Voice", cc: "44", ac: "113", sn_prefix: "4960", sn_length: 7 },
  { cc: "44", ac: "161", sn_prefix: "4960", sn_length: 7, allocable: false },
  { of: "Spreeklang", cc: "49", ac: "30", sn_prefix: "23125", sn_length: 8 },
  { of: "Spreeklang", cc: "49", ac: "40", sn_prefix: "66969", sn_length: 8 },
  { of: "Bayview Telecom", cc: "1", ac: "510", sn_prefix: "5550", sn_length: 7 },
  { cc: "1", ac: "415", sn_prefix: "5550", sn_length: 7 },
] as const;

export function addNumberBlocks(draft: Draft, tenants: readonly Tenant[]): void {
  for (const block of blocks) {
    const { cc, ac, sn_prefix, sn_length } = block;
    const owner = "of" in block ? tenants.find(({ name }) => name === block.of)?.id : undefined;
    draft.add("numberblocks", {
      cc,
      ac,
      sn_prefix,
      sn_length,
      allocable: !("allocable" in block),
      reseller_id: owner ?? null,
      prefix: `${cc}${ac}${sn_prefix}`,
    });
  }
}
