import { formatEndpoint } from "../../core/telephony/sip/captured.ts";
import { methodOf, parseSip } from "../../core/telephony/sip/message.ts";
import {
  buildSampleCall,
  type SampleKind,
  type SamplePhone,
  sampleKinds,
} from "../../core/telephony/sip/sampleCalls.ts";
import type { SeedDraft, SeedRow, SeedTables } from "./insertRows.ts";
import { Random } from "./random.ts";

const MINUTE_MS = 60_000;
const agents = ["Tessel D45 4.10.2", "Tessel D20 4.8.0", "Corvid Softphone 3.8 (Windows)"];

export interface CapturedCall {
  readonly kind: SampleKind;
  readonly callId: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly phones: Phones;
}

/** Calls of the hour before `now`, four for each reseller between its first subscribers: the same for the same `now`. */
export function inventCapturedCalls(
  { subscribers = [], domains = [], resellers = [] }: SeedTables,
  now: Date,
): readonly CapturedCall[] {
  const random = new Random(3261);
  const hosts = new Map(domains.map(({ id, domain }) => [id, domain]));
  return resellers.flatMap(({ id }, position) => {
    const [caller, callee, third] = subscribers
      .filter(({ reseller_id, status, is_pbx_group }) => reseller_id === id && status === "active" && !is_pbx_group)
      .slice(0, 3)
      .map((subscriber, index) => phoneOf(subscriber, hosts.get(subscriber.domain_id) ?? "", position * 3 + index));
    if (!caller || !callee || !third) return [];
    return sampleKinds.map((kind, index) => {
      const start = now.getTime() - (55 - index * 12 - position) * MINUTE_MS + random.integer(0, 59_999);
      const callId = `${random.digits(10)}@${caller.endpoint.address}`;
      return { kind, callId, start, phones: { caller, callee, third } };
    });
  });
}

/** Their messages as Kamailio's siptrace writes them: a row for each of the two subscribers whose call it is. */
export function buildCaptures(tables: SeedTables, now: Date): SeedRow<"sip_trace">[] {
  const rows = inventCapturedCalls(tables, now).flatMap(rowsOf);
  return rows.map((row, index) => ({ id: index + 1, ...row }));
}

function phoneOf({ id, username }: SeedRow<"subscribers">, domain: string, index: number): Phone {
  return {
    subscriberId: id,
    user: username,
    domain,
    endpoint: { address: `198.51.100.${20 + index}`, port: 5060 },
    agent: agents[index % agents.length] ?? "",
  };
}

interface Phone extends SamplePhone {
  readonly subscriberId: number;
}

interface Phones {
  readonly caller: Phone;
  readonly callee: Phone;
  readonly third: Phone;
}

function rowsOf({ kind, callId, start, phones }: CapturedCall): SeedDraft<"sip_trace">[] {
  const call = { callId, start: start * 1000 + 271, ...phones };
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
