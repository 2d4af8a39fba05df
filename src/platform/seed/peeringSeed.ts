import type { Draft } from "./draft.ts";
import { america, britain, germany, type Market } from "./markets.ts";
import { slug } from "./names.ts";
import { addContract, addSystemContact } from "./tenants.ts";

interface Peer {
  readonly name: string;
  readonly market: Market;
  readonly priority: number;
  readonly description: string;
  /** Documentation addresses of RFC 5737 and RFC 3849. */
  readonly ips: readonly string[];
  /** Country codes for which it is preferred. */
  readonly prefixes: readonly string[];
}

const peers: readonly Peer[] = [
  {
    name: "Northgate Carrier",
    market: britain,
    priority: 1,
    description: "British and Irish numbers",
    ips: ["192.0.2.10", "192.0.2.11"],
    prefixes: ["44", "353"],
  },
  {
    name: "Rheintransit",
    market: germany,
    priority: 1,
    description: "Germany, Austria and Switzerland",
    ips: ["198.51.100.20", "2001:db8:49::20"],
    prefixes: ["49", "43", "41"],
  },
  {
    name: "Pacific Gateway",
    market: america,
    priority: 2,
    description: "North America and default route",
    ips: ["203.0.113.30", "203.0.113.31"],
    prefixes: ["1", ""],
  },
];

const UDP = 1;
const TLS = 3;

/** Carriers with two servers each, and their rules for outbound and inbound calls. */
export function addPeering(draft: Draft): void {
  for (const peer of peers) {
    const host = `${slug(peer.name)}.example`;
    const contactId = addSystemContact(draft, peer.name, `interconnect@${host}`, peer.market);
    const contractId = addContract(draft, {
      type: "sippeering",
      contactId,
      profileId: 1,
      externalId: `PEER-${peer.market.country}`,
    });
    const group = draft.add("peeringgroups", {
      contract_id: contractId,
      name: peer.name,
      priority: peer.priority,
      description: peer.description,
    });
    addServers(draft, group, peer, host);
    addOutbound(draft, group, peer);
    addInbound(draft, group, host);
  }
}

function addServers(draft: Draft, group: number, { name, ips }: Peer, host: string): void {
  for (const [index, ip] of ips.entries()) {
    draft.add("peeringservers", {
      group_id: group,
      name: `${slug(name)}-sbc${index + 1}`,
      ip,
      host: `sbc${index + 1}.${host}`,
      port: index === 0 ? 5060 : 5061,
      transport: index === 0 ? UDP : TLS,
      weight: index === 0 ? 100 : 10,
      via_route: null,
      probe: true,
      enabled: true,
    });
  }
}

/** Patterns match the request URI, `sip:442079460123@…`; prefixes match the number. */
function addOutbound(draft: Draft, group: number, { prefixes }: Peer): void {
  for (const prefix of prefixes) {
    draft.add("peeringrules", {
      group_id: group,
      callee_prefix: prefix || null,
      callee_pattern: prefix ? `^sip:${prefix}\\d{6,13}@` : "^sip:[1-9]\\d{6,14}@",
      caller_pattern: null,
      description: prefix ? `To +${prefix}` : "To everywhere else",
      enabled: true,
      stopper: prefix !== "",
    });
  }
}

function addInbound(draft: Draft, group: number, host: string): void {
  const escaped = host.replaceAll(".", "\\.");
  const rules = [
    {
      field: "from_user",
      pattern: "^(?:anonymous|unavailable)$",
      reject_code: 433,
      reject_reason: "Anonymity Disallowed",
    },
    {
      field: "ruri_user",
      pattern: "^\\+?(?:1?900|4490)\\d+$",
      reject_code: 403,
      reject_reason: "Premium Numbers Refused",
    },
    { field: "from_domain", pattern: `^sbc[12]\\.${escaped}$`, reject_code: null, reject_reason: null },
    { field: "ruri_user", pattern: "^\\+?[1-9]\\d{6,14}$", reject_code: null, reject_reason: null },
  ];
  for (const [index, rule] of rules.entries()) {
    draft.add("peeringinboundrules", { group_id: group, ...rule, priority: (index + 1) * 10, enabled: true });
  }
}
