import type { Database } from "../../platform/db/tables.ts";
import type { Settings } from "../settings.ts";
import type { Meters } from "./meters.ts";
import { buildMetricsServer } from "./metricsServer.ts";
import type { Traces } from "./traces.ts";

export type WatchSettings = Pick<Settings, "host" | "metricsPort" | "metricsToken" | "otlpEndpoint" | "platformUrl">;

interface Watch {
  readonly meters: Meters | undefined;
  readonly traces: Traces | undefined;
  /** Ends what listens on a port of its own. */
  stop(): Promise<void>;
}

/** What measures and traces, loaded only where it is wanted: it would make every start longer. */
export async function startWatch(settings: WatchSettings, database: Database, version: string): Promise<Watch> {
  const { host, metricsPort: port, metricsToken, otlpEndpoint, platformUrl } = settings;
  const isMeasured = port !== undefined || metricsToken !== undefined;
  const meters = isMeasured
    ? (await import("./meters.ts")).buildMeters(database, version, platformUrl === undefined)
    : undefined;
  const traces = otlpEndpoint ? (await import("./traces.ts")).buildTraces(database, otlpEndpoint, version) : undefined;
  const server = meters && port !== undefined ? buildMetricsServer(meters) : undefined;
  await server?.listen({ port, host }).catch((cause: Error) => {
    throw new Error(`METRICS_PORT ${port} cannot be listened on: ${cause.message}`, { cause });
  });
  return { meters, traces, stop: async () => server?.close() };
}
