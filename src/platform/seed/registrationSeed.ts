import { toRfc3339 } from "../../core/dateTime.ts";
import type { SeedRow, SeedTables } from "./insertRows.ts";
import { Random } from "./random.ts";

const DAY_MS = 86_400_000;
/** Fictional devices by transport. */
const devices = [
  { agent: "Tessel D45 4.10.2", transport: "tls" },
  { agent: "Tessel D20 4.8.0", transport: "udp" },
  { agent: "Corvid Softphone 3.8 (Windows)", transport: "tcp" },
  { agent: "Larch ATA 202 1.9.4", transport: "udp" },
] as const;
const SHARE = 0.6;
const BEHIND_NAT = 0.4;

/**
 * One registered device for most lines, and two for some. As nothing renews registrations on the embedded platform,
 * they expire a day to a month after `now`; manual ones never do.
 */
export function buildRegistrations({ subscribers = [], domains = [] }: SeedTables, now: Date): readonly SeedRow[] {
  const random = new Random(5060);
  const hosts = new Map(domains.map(({ id, domain }) => [id, String(domain)]));
  const rows: SeedRow[] = [];
  for (const subscriber of subscribers) {
    if (subscriber.status !== "active" || subscriber.is_pbx_group || !random.chance(SHARE)) continue;
    const count = random.chance(0.15) ? 2 : 1;
    for (let index = 0; index < count; index++) rows.push(deviceOf(subscriber, index, now, random));
  }
  const pilots = subscribers.filter(({ is_pbx_pilot }) => is_pbx_pilot).slice(0, 3);
  for (const pilot of pilots) rows.push(gatewayOf(pilot, hosts.get(pilot.domain_id) ?? ""));
  return rows.map((row, index) => ({ id: index + 1, ...row }));
}

function deviceOf(subscriber: SeedRow, index: number, now: Date, random: Random): SeedRow {
  const { agent, transport } = random.pick(devices);
  const [last, port] = [random.integer(2, 250), random.integer(10_000, 60_000)];
  const isBehindNat = random.chance(BEHIND_NAT);
  const address = isBehindNat ? `10.0.${random.integer(0, 20)}.${last}:5060` : `198.51.100.${last}:${port}`;
  return {
    reseller_id: subscriber.reseller_id,
    subscriber_id: subscriber.id,
    contact: `sip:${subscriber.username}@${address};transport=${transport}`,
    q: index === 0 ? 1 : 0.5,
    expires: toRfc3339(new Date(now.getTime() + random.integer(1, 30) * DAY_MS)),
    socket: null,
    nat: isBehindNat,
    received: isBehindNat ? `sip:198.51.100.${last}:${port};transport=${transport}` : null,
    path: "<sip:lb@192.0.2.5:5060;lr>",
    user_agent: agent,
  };
}

/** A permanent registration of a gateway at the site of the customer. */
function gatewayOf(pilot: SeedRow, host: string): SeedRow {
  return {
    reseller_id: pilot.reseller_id,
    subscriber_id: pilot.id,
    contact: `sip:trunk@gateway.${host}:5060`,
    q: 1,
    expires: null,
    socket: null,
    nat: false,
    received: null,
    path: null,
    user_agent: null,
  };
}
