import type { SeedCustomer } from "./customerSeed.ts";
import type { Draft } from "./draft.ts";
import type { Tenant } from "./tenants.ts";

type Values = Readonly<Record<string, unknown>>;

/** Preferences of the demonstration for every kind of record that has them. */
export function addPreferences(draft: Draft, tenants: readonly Tenant[], customers: readonly SeedCustomer[]): void {
  for (const tenant of tenants) addTenantPreferences(draft, tenant);
  for (const customer of customers) addCustomerPreferences(draft, customer);
  for (const { id, username } of draft.tables.subscribers ?? []) {
    if (username === "support")
      setAll(draft, "subscriber", Number(id), { cloud_pbx_callqueue: true, max_queue_length: "8" });
  }
  for (const { id, name } of (draft.tables.peeringservers ?? []) as { id: number; name: string }[]) {
    setAll(draft, "peeringserver", id, {
      concurrent_max: name.endsWith("1") ? 120 : 60,
      max_calls_peer_code: 486,
      max_calls_peer_reason: "Busy here",
      outbound_from_user: "npn",
      sst_enable: "yes",
    });
  }
}

function addTenantPreferences(draft: Draft, tenant: Tenant): void {
  const { standardId, receptionId } = tenant.lineProfiles;
  setAll(draft, "reseller", tenant.id, { concurrent_max_total: 400, cdr_export_field_separator: ";" });
  addDomain(draft, tenant, tenant.domainId, {
    concurrent_max: 4,
    concurrent_max_out: 2,
    ua_filter_list: ["*scanner*", "friendly-*"],
  });
  setAll(draft, "profile", standardId, { concurrent_max: 2, call_deflection: "disabled" });
  setAll(draft, "profile", receptionId, {
    concurrent_max: 8,
    cloud_pbx_callqueue: true,
    max_queue_length: "12",
    queue_wrap_up_time: "5",
  });
}

function addCustomerPreferences(draft: Draft, { id, tenant, pbx }: SeedCustomer): void {
  setAll(draft, "customer", id, {
    concurrent_max: pbx ? 40 : 10,
    adm_block_out_list: tenant.market.country === "GB" ? ["4487*", "449*"] : ["*900*"],
  });
  if (!pbx) return;
  addDomain(draft, tenant, pbx.domainId, {
    concurrent_max: 30,
    aa_extensions_dial_mode: "enabled",
    music_on_hold: true,
    outbound_to_user: "pbx_extension",
    allowed_ips: ["198.51.100.0/24", "2001:db8:5060::/48"],
  });
}

function addDomain(draft: Draft, { market, rewriteRuleSetId }: Tenant, domainId: number, own: Values): void {
  setAll(draft, "domain", domainId, {
    language: market.language,
    sst_enable: "yes",
    sst_expires: 1800,
    sst_min_timer: 90,
    use_rtpproxy: "ice_strip_candidates",
    ...own,
  });
  add(draft, "domain", domainId, "rewrite_rule_set", null, rewriteRuleSetId);
}

function setAll(draft: Draft, kind: string, id: number, values: Values): void {
  for (const [attribute, value] of Object.entries(values)) add(draft, kind, id, attribute, value, null);
}

function add(draft: Draft, kind: string, id: number, attribute: string, value: unknown, target: number | null): void {
  draft.add("preferences", { owner_kind: kind, owner_id: id, attribute, value, target_id: target });
}
