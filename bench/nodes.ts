import { benchBalancing } from "./nodes/balancing.ts";
import { type Cluster, withCluster } from "./nodes/cluster.ts";
import { benchKilling } from "./nodes/killing.ts";
import { benchObeying } from "./nodes/obeying.ts";
import { benchRestarting } from "./nodes/restarting.ts";
import type { Figure } from "./report.ts";

const SUBSCRIBERS = 10_000;

const parts: Readonly<Record<string, (cluster: Cluster) => Promise<Figure[]>>> = {
  obeying: benchObeying,
  balancing: benchBalancing,
  restarting: benchRestarting,
  killing: benchKilling,
};

/** Some of them, by name and separated by commas; all without it. */
const chosen = process.env.NODES?.split(",") ?? Object.keys(parts);

/** Two nodes behind HAProxy, on PostgreSQL with a replica, all on this machine: what holds when, and what is lost when. */
export async function benchNodes(): Promise<Figure[]> {
  return withCluster(SUBSCRIBERS, async (cluster) => {
    const figures: Figure[] = [];
    for (const name of chosen) {
      const started = performance.now();
      figures.push(...((await parts[name]?.(cluster)) ?? []));
      console.error(`${name}: ${Math.round((performance.now() - started) / 1000)} s`);
    }
    return figures;
  });
}
