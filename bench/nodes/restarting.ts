import { setTimeout as pause } from "node:timers/promises";
import { type Figure, milliseconds } from "../report.ts";
import { Clients, isFailed, type Sent } from "./clients.ts";
import type { Cluster } from "./cluster.ts";

const LOAD = { creating: 3, changing: 3, reading: 6 };
const AROUND_MS = 3_000;
const BOUND_MS = 5_000;
const STOPPED_MS = 5_000;
/** Within which an answer comes at once. */
const AT_ONCE_MS = 1_000;

/** The primary is restarted, and is stopped for a while, under load: all is answered meanwhile, and works soon after. */
export async function benchRestarting(cluster: Cluster): Promise<Figure[]> {
  const { postgres } = cluster;
  return [
    ...(await benchOutage(cluster, "primary restarted", () => postgres.control("restart"))),
    ...(await benchOutage(cluster, `primary stopped for ${STOPPED_MS / 1000} s`, async () => {
      await postgres.control("stop");
      await pause(STOPPED_MS);
      await postgres.control("start");
    })),
  ];
}

async function benchOutage(cluster: Cluster, name: string, outage: () => Promise<void>): Promise<Figure[]> {
  const { rows, token } = cluster;
  const proxy = await cluster.proxy();
  const places = { url: proxy.url, token, subscriber: rows.subscriberBase + 1 };
  const clients = new Clients(places, name.replaceAll(" ", "-"), LOAD);
  await pause(AROUND_MS);
  const began = performance.now();
  await outage();
  const back = performance.now();
  await pause(BOUND_MS + AROUND_MS);
  await clients.end();
  const failed = clients.sent.filter(isFailed);
  const proper = failed.filter((one) => one.status === 503 && Number(one.headers["retry-after"]) > 0 && isJson(one));
  const slowest = Math.max(0, ...proper.map(({ ms }) => ms));
  const last = Math.max(0, ...failed.map(({ at, ms }) => at + ms - back));
  const slow = Math.max(...clients.sent.filter((one) => !isFailed(one) && one.at >= began).map(({ ms }) => ms));
  const lost = await clients.lost();
  await proxy.stop();
  return [
    {
      name: `${name} (${milliseconds(back - began)}): refused without 503 and Retry-After, of ${failed.length}`,
      ours: String(failed.length - proper.length),
      value: failed.length - proper.length,
      bound: { atMost: 0 },
    },
    { name: "slowest refusal", ours: milliseconds(slowest), value: slowest, bound: { atMost: AT_ONCE_MS } },
    { name: "slowest request that succeeded since", ours: milliseconds(slow), value: slow },
    { name: "last refusal after its return", ours: milliseconds(last), value: last, bound: { atMost: BOUND_MS } },
    { name: "acknowledged writes lost", ours: String(lost), value: lost, bound: { atMost: 0 } },
  ];
}

/** Of the product itself: what a proxy says for it has no message that the panel knows. */
const isJson = ({ headers }: Sent) => String(headers["content-type"]).includes("json");
