import type { SeedCustomer } from "./customerSeed.ts";
import type { Draft } from "./draft.ts";
import type { Tenant } from "./tenants.ts";

/** What domains of a reseller are set to, and what its cloud PBX domains have besides. */
export function addDomainPreferences(
  draft: Draft,
  tenants: readonly Tenant[],
  customers: readonly SeedCustomer[],
): void {
  for (const tenant of tenants) {
    setAll(draft, tenant, tenant.domainId, {
      concurrent_max: 4,
      concurrent_max_out: 2,
      ua_filter_list: ["*scanner*", "friendly-*"],
    });
  }
  for (const { tenant, pbx } of customers) {
    if (!pbx) continue;
    setAll(draft, tenant, pbx.domainId, {
      concurrent_max: 30,
      aa_extensions_dial_mode: "enabled",
      music_on_hold: true,
      outbound_to_user: "pbx_extension",
      allowed_ips: ["198.51.100.0/24", "2001:db8:5060::/48"],
    });
  }
}

function setAll(
  draft: Draft,
  { market, rewriteRuleSetId }: Tenant,
  domainId: number,
  own: Record<string, unknown>,
): void {
  const values: Record<string, unknown> = {
    language: market.language,
    sst_enable: "yes",
    sst_expires: 1800,
    sst_min_timer: 90,
    use_rtpproxy: "ice_strip_candidates",
    ...own,
  };
  for (const [attribute, value] of Object.entries(values)) add(draft, domainId, attribute, value, null);
  add(draft, domainId, "rewrite_rule_set", null, rewriteRuleSetId);
}

function add(draft: Draft, domainId: number, attribute: string, value: unknown, targetId: number | null): void {
  draft.add("preferences", { owner_kind: "domain", owner_id: domainId, attribute, value, target_id: targetId });
}
