import type { Json } from "../core/schema/descriptor.ts";
import type {
  CallForward,
  ForwardType,
  HeaderRule,
  InboundRule,
  NcosLevel,
  NcosPattern,
  NumberSet,
  Peering,
  PeeringServer,
  PreferencesInForce,
  RecordName,
  RewriteSet,
  RoutingLookup,
  SubscriberLine,
  TimeSet,
} from "../core/telephony/callRouting/data.ts";
import type { RewriteRule } from "../core/telephony/callRouting/rewrite.ts";
import type { BillingFee } from "../core/telephony/rating/billingFee.ts";
import { Tariff } from "../core/telephony/rating/tariff.ts";
import { bare, type Row, type Tables } from "./documentTables.ts";

/** Where the platform of docs/call-routing.md is. */
export const ZONE = "Europe/Vienna";

const splitCell = (cell = "", separator = ", ") => (cell === "" ? [] : cell.split(separator));

function preferencesIn(cell: string | undefined, from: RecordName): PreferencesInForce {
  const read = (text: string): Json => (text === "true" ? true : text.includes(", ") ? text.split(", ") : text);
  return Object.fromEntries(
    splitCell(cell, "; ").map((part) => {
      const [name = "", value = ""] = part.split(/=(.*)/);
      return [name, { value: read(value), from }];
    }),
  );
}

const night: TimeSet = {
  id: 1,
  name: "night",
  times: [{ start: "2026-01-01 20:00:00", end: "2026-01-02 06:00:00", freq: "daily" }],
};
const timesNamed = (name?: string) => (name === "night" ? night : null);

type Domain = Readonly<{ title: string; preferences: PreferencesInForce }>;

function domainsOf(tables: Tables): Domain[] {
  return tables("Domains").map((row) => {
    const id = Number(row.id);
    const title = row.domain ?? "";
    return { title, preferences: preferencesIn(row.preferences, { resource: "domains", id, title }) };
  });
}

function readNumber(text: string) {
  const [cc = "", ac = "", sn = ""] = text.split(" ");
  return { cc, ac, sn };
}

function toLine(row: Row, tables: Tables, domains: readonly Domain[]): SubscriberLine {
  const titleOf = (wanted: number) => tables("Subscribers").find((one) => Number(one.id) === wanted)?.subscriber ?? "";
  const id = Number(row.id);
  const [username = "", domain = ""] = (row.subscriber ?? "").split("@");
  const more = row.more ?? "";
  const numbers = splitCell(row.numbers).map(readNumber);
  const behind = domains.find(({ title }) => title === domain)?.preferences;
  const [, policy, members] = /(serial|parallel) group ?([\d ]*)/.exec(more) ?? [];
  const rings = /rings (\d+)/.exec(more)?.[1];
  const replaces = /replaces `(.+)` by (\d+)/.exec(more);
  return {
    id,
    reseller_id: 1,
    customer_id: Number(row.customer),
    username,
    domain,
    status: "active",
    lock: Number(/lock (\d)/.exec(more)?.[1] ?? 0),
    isPbx: row.customer === "9",
    is_pbx_group: policy !== undefined,
    pbx_extension: /extension (\d+)/.exec(more)?.[1] ?? null,
    pbx_hunt_policy: policy ?? null,
    pbx_hunt_timeout: policy ? 10 : null,
    primary: numbers[0] ?? null,
    numbers: numbers.map(({ cc, ac, sn }) => `${cc}${ac}${sn}`),
    preferences: {
      ...behind,
      ...preferencesIn(row.preferences, { resource: "subscribers", id, title: row.subscriber ?? "" }),
    },
    forwards: forwardsOf(tables, id, domain),
    ringTimeout: rings === undefined ? null : Number(rings),
    members: splitCell(members, " ").map((member) => ({
      resource: "subscribers",
      id: Number(member),
      title: titleOf(Number(member)),
    })),
    zone: ZONE,
    isRegistered: !more.includes("offline"),
    userNumberRewrites: replaces ? [{ id: 1, patterns: [replaces[1] ?? ""], new_cli: replaces[2] ?? "" }] : [],
  };
}

function forwardsOf(tables: Tables, subscriber: number, domain: string): SubscriberLine["forwards"] {
  const forwards: Partial<Record<ForwardType, CallForward[]>> = {};
  for (const [index, row] of tables("Forwards").entries()) {
    if (Number(row.subscriber) !== subscriber) continue;
    const type = row.type as ForwardType;
    const id = index + 1;
    const times = Object.fromEntries(splitCell(row.times).map((part) => part.split(" ")));
    const destinations = splitCell(row.to).map((text, priority) => {
      const [to = "", timeout] = text.split("/");
      return {
        destination: /^\d+$/.test(to) ? `sip:${to}@${domain}` : to,
        timeout: timeout ? Number(timeout) : 300,
        priority,
      };
    });
    forwards[type] = [
      ...(forwards[type] ?? []),
      {
        enabled: row.enabled === "yes",
        destinations: { id, name: `${type} ${id}`, destinations },
        times: row.times ? { id, name: "times", times: [times] } : null,
        sources: numberSet(row.from),
        bnumbers: numberSet(row.called),
      },
    ];
  }
  return forwards;
}

function numberSet(cell?: string): NumberSet | null {
  const [, regex, mode, numbers] = /^(regex )?(whitelist|blacklist) (.+)$/.exec(cell ?? "") ?? [];
  if (!mode) return null;
  return {
    id: 1,
    name: "set",
    is_regex: regex !== undefined,
    mode: mode as NumberSet["mode"],
    numbers: splitCell(numbers).map(bare),
  };
}

function rewriteSetsOf(tables: Tables): RewriteSet[] {
  const rules = tables("Rewrite rules").map((row): RewriteRule & { readonly set: string } => {
    const [field, direction] = (row.way ?? "").split("_") as [RewriteRule["field"], RewriteRule["direction"]];
    return {
      id: Number(row.id),
      set: row.set ?? "",
      field,
      direction,
      match_pattern: row.match ?? "",
      replace_pattern: row.replace ?? "",
      description: `rule ${row.id}`,
      priority: Number(row.priority),
      enabled: row.enabled === "yes",
    };
  });
  return [...new Set(rules.map(({ set }) => set))].map((name, index) => ({
    id: index + 1,
    name,
    rules: rules.filter(({ set }) => set === name),
  }));
}

let patternId = 0;
const patternsIn = (cell = ""): NcosPattern[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, pattern = ""]) => ({ id: ++patternId, pattern }));
/** A cell that is one code span has lost its marks. */
const marked = (cell = "") => (cell && !cell.includes("`") ? `\`${cell}\`` : cell);

const levelsOf = (tables: Tables) =>
  tables("NCOS").map((row): NcosLevel => {
    const [, carrier, patterns] = /^(\d+)(?:: (.+))?$/.exec(row.carriers ?? "") ?? [];
    return {
      id: Number(row.id),
      level: row.level ?? "",
      mode: row.mode as NcosLevel["mode"],
      local_ac: row["own area"] === "yes",
      intra_pbx: row["inside PBX"] === "yes",
      time_set: timesNamed(row.times),
      time_set_invert: false,
      patterns: patternsIn(marked(row.patterns)),
      carriers: carrier ? [{ id: 1, carrier_id: Number(carrier), patterns: patternsIn(patterns) }] : [],
    };
  });

const portedOf = (tables: Tables) =>
  tables("Ported numbers").map((row) => {
    const [id, name = ""] = (row.carrier ?? "").split(" ");
    return {
      id: Number(row.id),
      number: row.number ?? "",
      routing_number: row["routing number"] || null,
      type: row.type || null,
      carrier: { id: Number(id), name, prefix: row.prefix ?? "", skip_rewrite: row["skips rewriting"] === "yes" },
    };
  });

function peeringOf(tables: Tables) {
  const groupRows = tables("Peering");
  const serverPreferences = new Map<number, PreferencesInForce>();
  const servers = groupRows.flatMap((row) =>
    splitCell(row["servers (id, name, address, weight, preferences)"]).map((text): PeeringServer => {
      const [id, name = "", ip = "", weight, ...more] = text.split(" ");
      const set = more.find((part) => part.includes("="));
      serverPreferences.set(
        Number(id),
        preferencesIn(set, { resource: "peeringservers", id: Number(id), title: name }),
      );
      return {
        id: Number(id),
        group_id: Number(row.group),
        name,
        ip,
        port: 5060,
        weight: Number(weight),
        enabled: !more.includes("off"),
      };
    }),
  );

  const peering: Peering = {
    groups: groupRows.map((row) => ({
      id: Number(row.group),
      name: row.name ?? "",
      priority: Number(row.priority),
      time_set: timesNamed(row.times),
    })),
    servers,
    rules: tables("Peering", 1).map((row) => ({
      id: Number(row.rule),
      group_id: Number(row.group),
      callee_prefix: row.prefix ?? "",
      callee_pattern: row.callee || null,
      caller_pattern: row.caller || null,
      description: `rule ${row.rule}`,
      enabled: row.enabled === "yes",
      stopper: row.stops === "yes",
    })),
    inbound: tables("Peering", 2).map((row) => {
      const [code, reason] = (row.rejects ?? "").split(" ");
      return {
        id: Number(row["inbound rule"]),
        group_id: Number(row.group),
        field: row.field as InboundRule["field"],
        pattern: row.pattern ?? "",
        priority: Number(row.priority),
        enabled: row.enabled === "yes",
        reject_code: code ? Number(code) : null,
        reject_reason: reason ?? null,
      };
    }),
  };
  return { peering, serverPreferences };
}

const headerRule = (
  id: number,
  name: string,
  direction: HeaderRule["direction"],
  [action_type, header, value]: readonly [HeaderRule["actions"][number]["action_type"], string, string?],
  condition?: readonly [type: HeaderRule["conditions"][number]["match_type"], name: string, value: string],
): HeaderRule => ({
  id,
  name,
  direction,
  priority: 100,
  stopper: false,
  enabled: true,
  actions: [{ id, header, header_part: "full", action_type, value, value_part: "full", priority: 100, enabled: true }],
  conditions: condition
    ? [
        {
          id,
          match_type: condition[0],
          match_part: "full",
          match_name: condition[1],
          expression: "is",
          expression_negation: false,
          value_type: "input",
          values: [condition[2]],
          enabled: true,
        },
      ]
    : [],
});
const marks = {
  id: 1,
  name: "marks",
  rules: [
    headerRule(1, "mark", "peer", ["set", "X-Mark", "yes"]),
    headerRule(2, "vip", "a_inbound", ["add", "X-Vip", "yes"], ["preference", "gpp1", "vip"]),
    headerRule(3, "agent", "a_inbound", ["remove", "User-Agent"], ["header", "X-Strip", "yes"]),
    headerRule(4, "poor", "a_inbound", ["add", "X-Poor", "yes"], ["preference", "gpp1", "poor"]),
  ],
};

const fee = (id: number, destination: string, rate: number): BillingFee => ({
  id,
  match_mode: "prefix",
  direction: "out",
  destination,
  onpeak_init_rate: rate,
  onpeak_init_interval: 60,
  onpeak_follow_rate: rate,
  onpeak_follow_interval: 60,
  offpeak_init_interval: 60,
  offpeak_follow_interval: 60,
});
const payable = {
  profile: { resource: "billingprofiles", id: 1, title: "standard" },
  currency: "EUR",
  tariff: new Tariff({}, [fee(1, "43", 2), fee(2, "49", 10)], ZONE),
};

/** The platform of docs/call-routing.md. */
export function buildLookup(tables: Tables): RoutingLookup {
  const domains = domainsOf(tables);
  const lines = tables("Subscribers").map((row) => toLine(row, tables, domains));
  const [sets, levels, ported] = [rewriteSetsOf(tables), levelsOf(tables), portedOf(tables)];
  const { peering, serverPreferences } = peeringOf(tables);
  return {
    line: (id) => lines.find((line) => line.id === id) ?? null,
    lineByNumber: (number) => lines.find(({ numbers }) => numbers.includes(number)) ?? null,
    lineByAddress: (username, domain) =>
      lines.find((line) => line.username === username && line.domain === domain) ?? null,
    lineByExtension: (customerId, extension) =>
      lines.find((line) => line.customer_id === customerId && line.pbx_extension === extension) ?? null,
    isServed: (domain) => domains.some(({ title }) => title === domain),
    customerNumbers: (customerId) =>
      lines.filter((line) => line.customer_id === customerId).flatMap(({ numbers }) => numbers),
    trustedSources: (address) =>
      address === "10.9.0.1"
        ? [
            { id: 1, subscriber_id: 1, src_ip: address, from_pattern: "^sip:4311" },
            { id: 2, subscriber_id: 2, src_ip: address },
          ]
        : [],
    peering: () => peering,
    serverPreferences: (id) => serverPreferences.get(id) ?? {},
    rewriteSet: (by) => sets.find((set) => ("id" in by ? set.id === by.id : set.name === by.name)) ?? null,
    ncosLevel: (by) => levels.find(({ id, level }) => ("id" in by ? id === by.id : level === by.level)) ?? null,
    ncosSet: (_, name) =>
      name === "strict"
        ? { id: 1, name, levels: levels.filter(({ level }) => ["national", "cheap"].includes(level)) }
        : null,
    emergencyContainer: (_, name) => ({
      id: 1,
      name,
      mappings: tables("Emergency codes")
        .filter(({ container }) => container === name)
        .map((row) => ({ id: Number(row.id), code: row.code ?? "", prefix: row.prefix, suffix: row.suffix })),
    }),
    ported: (number) => ported.find((one) => one.number === number) ?? null,
    headerSet: (by) => ("name" in by && by.name === "marks" ? marks : null),
    tariff: (customerId) => (customerId === 2 ? payable : null),
  };
}
