import { formatEndpoint } from "../../core/sip/captured.ts";
import { methodOf, parseSip } from "../../core/sip/message.ts";
import { buildSampleCall, type SampleKind, type SamplePhone, sampleKinds } from "../../core/sip/sampleCalls.ts";
import type { SeedRow, SeedTables } from "./insertRows.ts";
import { Random } from "./random.ts";

const MINUTE_MS = 60_000;
const agents = ["Tessel D45 4.10.2", "Tessel D20 4.8.0", "Corvid Softphone 3.8 (Windows)"];

/**
 * Captured calls of the hour before `now`, four for each reseller, as Kamailio's siptrace writes them: a row for each of
 * the two subscribers whose call it is.
 */
export function buildCaptures({ subscribers = [], domains = [], resellers = [] }: SeedTables, now: Date): SeedRow[] {
  const random = new Random(3261);
  const hosts = new Map(domains.map(({ id, domain }) => [id, String(domain)]));
  const rows = resellers.flatMap(({ id }, place) => {
    const phones = subscribers
      .filter(({ reseller_id, status, is_pbx_group }) => reseller_id === id && status === "active" && !is_pbx_group)
      .slice(0, 3)
      .map((subscriber, index) => phoneOf(subscriber, hosts.get(subscriber.domain_id) ?? "", place * 3 + index));
    const [caller, callee, third] = phones;
    if (!caller || !callee || !third) return [];
    return sampleKinds.flatMap((kind, index) => {
      const start = now.getTime() - (55 - index * 12 - place) * MINUTE_MS + random.integer(0, 59_999);
      return rowsOf(kind, { caller, callee, third }, start, `${random.digits(10)}@${caller.endpoint.address}`);
    });
  });
  return rows.map((row, index) => ({ id: index + 1, ...row }));
}

function phoneOf({ username }: SeedRow, domain: string, index: number): SamplePhone {
  return {
    user: String(username),
    domain,
    endpoint: { address: `198.51.100.${20 + index}`, port: 5060 },
    agent: agents[index % agents.length] ?? "",
  };
}

interface Phones {
  readonly caller: SamplePhone;
  readonly callee: SamplePhone;
  readonly third: SamplePhone;
}

function rowsOf(kind: SampleKind, phones: Phones, startMs: number, callId: string): SeedRow[] {
  const call = { callId, start: startMs * 1000 + 271, ...phones };
  const last = kind === "forwarded" ? phones.third : phones.callee;
  return buildSampleCall(kind, call).flatMap(({ at, source, target, text }) => {
    const message = parseSip(text);
    if (!message) return [];
    const row = {
      time_stamp: new Date(Math.floor(at / 1e6) * 1000).toISOString(),
      time_us: at % 1e6,
      callid: callId,
      msg: text,
      method: methodOf(message),
      status: message.kind === "response" ? String(message.status) : "",
      fromip: `udp:${formatEndpoint(source)}`,
      toip: `udp:${formatEndpoint(target)}`,
      fromtag: message.from?.parameters.get("tag") ?? "",
      totag: message.to?.parameters.get("tag") ?? "",
      direction: source.address === "192.0.2.5" ? "out" : "in",
    };
    return [phones.caller, last].map(({ user, domain }) => ({ ...row, traced_user: `${user}@${domain}` }));
  });
}
