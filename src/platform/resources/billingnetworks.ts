import { type RawBuilder, sql } from "kysely";
import { isColumnChanged, refuse, refuseForeignReseller } from "../records/hookHelpers.ts";
import { rootAlias } from "../records/plan/resourcePlan.ts";
import type { ResourceHooks } from "../resourceHooks.ts";
import { haveCommonAddress, holdsAddress, isSameFamily, maskErrors, networksOf } from "./addressBlocks.ts";

export const billingnetworks: ResourceHooks<"billingnetworks"> = {
  checks: {
    networkFamilies: {
      beforeWrite(event) {
        const networks = isColumnChanged(event, "blocks") ? networksOf(event.values.blocks) : [];
        return networks.flatMap((network, index) => {
          const isMixed = networks[0] && !isSameFamily(networks[0], network);
          return isMixed ? [{ pointer: `/blocks/${index}/ip` as const }] : [];
        });
      },
    },
    /** Within one network only: several of a reseller may cover the same addresses. */
    networksOverlap: {
      beforeWrite(event) {
        const networks = isColumnChanged(event, "blocks") ? networksOf(event.values.blocks) : [];
        return networks.flatMap((network, index) => {
          const other = networks.slice(0, index).find((earlier) => haveCommonAddress(earlier, network));
          return other
            ? [{ pointer: `/blocks/${index}/ip` as const, params: { one: network.text, other: other.text } }]
            : [];
        });
      },
    },
  },

  beforeValidate: refuseForeignReseller,

  async beforeWrite({ values }) {
    refuse(maskErrors(values.blocks, "/blocks"));
  },

  /** Networks whose blocks contain an address. */
  filters: { ip: { reads: "blocks", where: (address) => holdsAddress(`${rootAlias}.blocks`, address.trim()) } },

  legacyColumns: {
    contract_cnt: sql`(select count(*) from customers where ${mentions("all_billing_profiles")})`,
    package_cnt: sql`(select count(*) from profilepackages where ${sql.join(
      ["initial_profiles", "underrun_profiles", "topup_profiles"].map(mentions),
      sql` or `,
    )})`,
    blocks_grp: sql`(
      select string_agg((block ->> 'ip') || coalesce('/' || (block ->> 'mask'), ''), ', ' order by place)
      from jsonb_array_elements(${sql.ref("table.blocks")}) with ordinality as listed(block, place))`,
  },
};

/** Whether a list of another record names the network. */
function mentions(list: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(list)}
    @> jsonb_build_array(jsonb_build_object('network_id', ${sql.ref("table.id")}))`;
}
