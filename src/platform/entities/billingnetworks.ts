import { sql } from "kysely";
import type { EntityHooks } from "../entityHooks.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { haveCommonAddress, holdsAddress, isSameFamily, maskErrors, networksOf } from "./addressBlocks.ts";
import { isChanged, refuse } from "./checks.ts";

export const billingnetworks: EntityHooks<"billingnetworks"> = {
  checks: {
    networkFamilies: {
      beforeWrite(event) {
        const networks = isChanged(event, "blocks") ? networksOf(event.values.blocks) : [];
        return networks.flatMap((network, index) => {
          const isMixed = networks[0] && !isSameFamily(networks[0], network);
          return isMixed ? [{ pointer: `/blocks/${index}/ip` as const }] : [];
        });
      },
    },
    /** Within one network only: several of a reseller may cover the same addresses. */
    networksOverlap: {
      beforeWrite(event) {
        const networks = isChanged(event, "blocks") ? networksOf(event.values.blocks) : [];
        return networks.flatMap((network, index) => {
          const other = networks.slice(0, index).find((earlier) => haveCommonAddress(earlier, network));
          return other
            ? [{ pointer: `/blocks/${index}/ip` as const, params: { one: network.text, other: other.text } }]
            : [];
        });
      },
    },
  },

  async beforeWrite({ values }) {
    refuse(maskErrors(values.blocks, "/blocks"));
  },

  /** Networks whose blocks contain an address. */
  filters: { ip: { reads: "blocks", where: (address) => holdsAddress(`${rootAlias}.blocks`, address.trim()) } },

  legacyColumns: {
    blocks_grp: sql`(
      select string_agg((block ->> 'ip') || coalesce('/' || (block ->> 'mask'), ''), ', ' order by place)
      from jsonb_array_elements(${sql.ref("table.blocks")}) with ordinality as listed(block, place))`,
  },
};
