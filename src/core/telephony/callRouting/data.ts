import type { Json } from "../../schema/descriptor.ts";
import type { Stored } from "../../schema/stored.ts";
import type { BillingFee } from "../rating/billingFee.ts";
import type { Tariff } from "../rating/tariff.ts";
import type { EventRecord } from "../recurrence/readEvent.ts";
import type { RewriteRule } from "./rewrite.ts";

export interface RecordName {
  readonly resource: string;
  readonly id: number;
  readonly title: string;
  /** Id of the record that it belongs to. */
  readonly parentId?: number;
}

export const recordName = (resource: string, id: number, title: string, parentId?: number): RecordName => ({
  ...{ resource, id, title, parentId },
});

/** A preference in force, and the record that sets it; null: a default. */
export interface PreferenceInForce {
  readonly value: Json;
  readonly from: RecordName | null;
}

export type PreferencesInForce = Readonly<Record<string, PreferenceInForce | undefined>>;

export interface RewriteSet {
  readonly id: number;
  readonly name: string;
  readonly rules: readonly RewriteRule[];
}

export interface TimeSet {
  readonly id: number;
  readonly name: string;
  readonly times: readonly EventRecord[];
}

export type NcosPattern = Stored<"ncospatterns", "id" | "pattern">;

/** The part of a level that NCOS reads: its patterns, and those for numbers ported to carriers. */
export interface NcosLevel
  extends Stored<"ncoslevels", "id" | "level" | "mode" | "local_ac" | "intra_pbx" | "time_set_invert"> {
  readonly time_set: TimeSet | null;
  readonly patterns: readonly NcosPattern[];
  readonly carriers: readonly (Stored<"ncoslnpcarriers", "id" | "carrier_id"> & {
    readonly patterns: readonly NcosPattern[];
  })[];
}

/** An NCOS level by its id, or by its name among those of a reseller. */
export type LevelName = { readonly id: number } | { readonly resellerId: number; readonly level: string };

export interface NcosSet {
  readonly id: number;
  readonly name: string;
  readonly levels: readonly NcosLevel[];
}

export interface EmergencyContainer {
  readonly id: number;
  readonly name: string;
  readonly mappings: readonly Stored<"emergencymappings", "id" | "code", "prefix" | "suffix">[];
}

/** A ported number's entry at the time of the call, with its carrier. */
export interface PortedNumber extends Stored<"lnpnumbers", "id" | "number", "routing_number" | "type"> {
  readonly carrier: Stored<"lnpcarriers", "id" | "name" | "prefix" | "skip_rewrite">;
}

/** Ranges of calendar numbers: `wday` `2-6`, Sunday is 1. */
export type ForwardTime = Readonly<
  Partial<Record<"wday" | "hour" | "minute" | "mday" | "month" | "year", string | null>>
>;

export interface NumberSet {
  readonly id: number;
  readonly name: string;
  readonly mode: "whitelist" | "blacklist";
  readonly is_regex: boolean;
  readonly numbers: readonly string[];
}

/** Forward types: unconditional, busy, no answer, unavailable, overflow, by response, and short messages. */
export const forwardTypes = ["cfu", "cfb", "cft", "cfna", "cfo", "cfr", "cfs"] as const;
export type ForwardType = (typeof forwardTypes)[number];

export interface ForwardDestination {
  readonly destination: string;
  /** Seconds. */
  readonly timeout?: number | null;
  readonly priority?: number | null;
}

export interface CallForward {
  readonly enabled: boolean;
  readonly destinations: {
    readonly id: number;
    readonly name: string;
    readonly destinations: readonly ForwardDestination[];
  } | null;
  readonly times: { readonly id: number; readonly name: string; readonly times: readonly ForwardTime[] } | null;
  readonly sources: NumberSet | null;
  readonly bnumbers: NumberSet | null;
}

export interface SubscriberLine {
  readonly id: number;
  readonly reseller_id: number;
  readonly customer_id: number;
  readonly username: string;
  readonly domain: string;
  readonly status: string;
  readonly lock: number;
  readonly isPbx: boolean;
  readonly is_pbx_group: boolean;
  readonly pbx_extension?: string | null;
  readonly pbx_hunt_policy?: string | null;
  readonly pbx_hunt_timeout?: number | null;
  /** The primary number's codes. */
  readonly primary: { readonly cc: string; readonly ac: string; readonly sn: string } | null;
  /** The clock on which its forwards and time sets are read. */
  readonly zone: string;
  /** All digits of the primary and the alias numbers. */
  readonly numbers: readonly string[];
  readonly preferences: PreferencesInForce;
  readonly forwards: Readonly<Partial<Record<ForwardType, readonly CallForward[]>>>;
  /** Seconds until `cft`; null: none. */
  readonly ringTimeout: number | null;
  /** Members of a PBX group, in order. */
  readonly members: readonly RecordName[];
  readonly isRegistered: boolean;
  /** Replace user-provided numbers that match by another. */
  readonly userNumberRewrites: readonly {
    readonly id: number;
    readonly new_cli: string;
    readonly patterns: readonly string[];
  }[];
}

export type TrustedSource = Stored<"trustedsources", "id" | "subscriber_id" | "src_ip", "from_pattern">;

export interface PeeringGroup extends Stored<"peeringgroups", "id" | "name" | "priority"> {
  readonly time_set: TimeSet | null;
}

export type PeeringServer = Stored<
  "peeringservers",
  "id" | "group_id" | "name" | "ip" | "port" | "weight" | "enabled",
  "host"
>;

export type PeeringRule = Stored<
  "peeringrules",
  "id" | "group_id" | "enabled" | "stopper",
  "callee_prefix" | "callee_pattern" | "caller_pattern"
> & { readonly description?: string | null };

export type InboundRule = Stored<
  "peeringinboundrules",
  "id" | "group_id" | "field" | "priority" | "enabled",
  "reject_code" | "reject_reason"
> & { readonly pattern?: string | null };

export interface Peering {
  readonly groups: readonly PeeringGroup[];
  readonly servers: readonly PeeringServer[];
  readonly rules: readonly PeeringRule[];
  readonly inbound: readonly InboundRule[];
}

export interface HeaderCondition
  extends Stored<
    "headerruleconditions",
    "id" | "match_type" | "match_part" | "match_name" | "expression" | "expression_negation" | "value_type" | "enabled"
  > {
  readonly values: readonly string[];
}

type HeaderAction = Stored<
  "headerruleactions",
  "id" | "header" | "header_part" | "action_type" | "value_part" | "priority" | "enabled",
  "value"
>;

export interface HeaderRule
  extends Stored<"headerrules", "id" | "name" | "direction" | "priority" | "stopper" | "enabled"> {
  readonly conditions: readonly HeaderCondition[];
  readonly actions: readonly HeaderAction[];
}

export interface HeaderSet {
  readonly id: number;
  readonly name: string;
  readonly rules: readonly HeaderRule[];
}

/** Look-ups of the engine. Each result is plain data; null: there is none, or the caller may not see it. */
export interface RoutingLookup {
  line(id: number): SubscriberLine | null;
  /** By one of its numbers, all digits. */
  lineByNumber(number: string): SubscriberLine | null;
  lineByAddress(username: string, domain: string): SubscriberLine | null;
  lineByExtension(customerId: number, extension: string): SubscriberLine | null;
  isServed(domain: string): boolean;
  customerNumbers(customerId: number): readonly string[];
  trustedSources(address: string): readonly TrustedSource[];
  peering(): Peering;
  serverPreferences(serverId: number): PreferencesInForce;
  rewriteSet(by: { readonly name: string } | { readonly id: number }): RewriteSet | null;
  ncosLevel(by: LevelName): NcosLevel | null;
  ncosSet(resellerId: number, name: string): NcosSet | null;
  emergencyContainer(resellerId: number, name: string): EmergencyContainer | null;
  ported(number: string): PortedNumber | null;
  headerSet(by: { readonly name: string } | { readonly subscriberId: number }): HeaderSet | null;
  /** The fees that a customer pays at the time of the call; null: the user may not read them. */
  tariff(customerId: number): PayableTariff | null;
}

export interface PayableTariff {
  readonly profile: RecordName;
  readonly currency: string | null;
  readonly tariff: Tariff<BillingFee>;
}
