import type { LoadRequest } from "../captureSql.ts";
import { load } from "../load.ts";
import { type Figure, median, perSecond } from "../report.ts";
import type { Cluster } from "./cluster.ts";
import type { Haproxy } from "./haproxy.ts";
import { limitTo, secondsOf, secondsOfAll } from "./processTimes.ts";

const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 40;
const LEAST_RATIO = 1.6;
/** Of a core, for each node: two of them leave enough of two cores for all the rest. */
const SHARE = 0.2;

/** Ten of all, with their number. */
const requests: readonly LoadRequest[] = [{ method: "GET", path: "/api/subscribers/?rows=10" }];

/**
 * Lists in a second through HAProxy, with one node and with two, in turn. Where all processes share a few cores, those are
 * what limits both; so it is measured again with nodes that get a fraction of a core each, as if each had a machine.
 */
export async function benchBalancing(cluster: Cluster): Promise<Figure[]> {
  const [node] = cluster.nodes;
  const proxies = { one: await cluster.proxy([node]), two: await cluster.proxy() };
  const free = await compare(cluster, proxies);
  const limits = cluster.nodes.map(({ pid }) => limitTo(pid ?? 0, SHARE));
  const held = limits.every((limit) => limit !== undefined) ? await compare(cluster, proxies) : undefined;
  for (const end of limits) end?.();
  if (!held) console.error("nodes cannot be held to a fraction of a core here: that takes root and control groups");
  return [
    figure("lists with total through HAProxy, two nodes against one, all cores shared", free),
    ...(held ? [figure(`the same with ${SHARE} of a core for each node`, held, LEAST_RATIO)] : []),
    ...usage("one node", free.one),
    ...usage("two nodes", free.two),
    ...(held ? usage(`two nodes of ${SHARE} of a core`, held.two) : []),
  ];
}

interface Measured {
  /** Requests per second. */
  readonly rate: number;
  /** Cores in use by each kind of process. */
  readonly cores: Readonly<Record<string, number>>;
}

type Compared = Readonly<Record<"one" | "two", Measured>>;

async function compare(cluster: Cluster, proxies: Readonly<Record<"one" | "two", Haproxy>>): Promise<Compared> {
  const rounds: Record<"one" | "two", Measured[]> = { one: [], two: [] };
  for (const proxy of Object.values(proxies)) await measure(cluster, proxy, 1);
  for (let round = 0; round < ROUNDS; round++) {
    rounds.one.push(await measure(cluster, proxies.one, SECONDS));
    rounds.two.push(await measure(cluster, proxies.two, SECONDS));
  }
  return { one: middle(rounds.one), two: middle(rounds.two) };
}

async function measure({ nodes, postmasters, token }: Cluster, proxy: Haproxy, duration: number): Promise<Measured> {
  const used = () => ({
    "node 1": secondsOf(nodes[0].pid ?? 0),
    "node 2": secondsOf(nodes[1].pid ?? 0),
    primary: secondsOf(postmasters.primary, true),
    replica: secondsOf(postmasters.replica, true),
    HAProxy: secondsOf(proxy.pid ?? 0),
    "load generator": secondsOf(process.pid),
  });
  const [before, allBefore, began] = [used(), secondsOfAll(), performance.now()];
  const { requests: sent } = await load({ url: proxy.url, token }, requests, { duration }, CONNECTIONS);
  const seconds = (performance.now() - began) / 1000;
  const [after, all] = [used(), (secondsOfAll() - allBefore) / seconds];
  const cores = Object.entries(after).map(
    ([name, value]) => [name, (value - before[name as keyof typeof before]) / seconds] as const,
  );
  const others = all - cores.reduce((sum, [, one]) => sum + one, 0);
  return { rate: sent.average, cores: { ...Object.fromEntries(cores), "other work": Math.max(0, others) } };
}

/** The round with the median rate. */
function middle(rounds: readonly Measured[]): Measured {
  const rate = median(rounds.map((round) => round.rate));
  return rounds.find((round) => round.rate === rate) ?? { rate, cores: {} };
}

function figure(name: string, { one, two }: Compared, atLeast?: number): Figure {
  return {
    name,
    ours: perSecond(two.rate),
    baseline: perSecond(one.rate),
    value: two.rate / one.rate,
    ...(atLeast === undefined ? {} : { bound: { atLeast } }),
  };
}

/** What each process used of the cores, and all together: near the number of cores, they are what limits. */
function usage(name: string, { cores }: Measured): Figure[] {
  const total = Object.values(cores).reduce((sum, one) => sum + one, 0);
  const ours = Object.entries(cores).map(([who, used]) => `${who} ${used.toFixed(2)}`);
  return [{ name: `cores in use with ${name}`, ours: ours.join(", "), value: total }];
}
