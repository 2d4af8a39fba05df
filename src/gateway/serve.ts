import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../platform/db/tables.ts";
import { findLockShortage, toAdvice } from "../platform/nodes/lockRoom.ts";
import { version } from "../platform/version.ts";
import { buildGateway } from "./app.ts";
import { serveControl } from "./control.ts";
import { endAfterCrash } from "./crash.ts";
import { openPlatformDatabase, openReplicas, openServiceDatabase } from "./database.ts";
import type { Settings } from "./settings.ts";
import type { Meters } from "./watch/meters.ts";
import { buildMetricsServer } from "./watch/metricsServer.ts";
import type { Traces } from "./watch/traces.ts";

/** Serves until a signal ends it; prints where. */
export async function serve(settings: Settings): Promise<void> {
  const { database, logins } = await (settings.platformUrl ? openServiceDatabase : openPlatformDatabase)(settings);
  const watch = await startWatch(settings, database, version);
  const replicas = openReplicas(settings);
  const app = await buildGateway(settings, database, { ...watch, replicas });
  const shortage = settings.databaseUrl ? await findLockShortage(database.kysely, settings.databasePool) : undefined;
  if (shortage) app.log.warn(toAdvice(shortage));
  const { host, port } = settings;
  const address = await app.listen({ host, port }).catch((cause: Error) => {
    throw new Error(`HOST ${host} with PORT ${port} cannot be listened on: ${cause.message}`, { cause });
  });
  const ownsFolder = settings.databaseUrl === undefined && !settings.platformUrl;
  const closeControl = ownsFolder
    ? await serveControl(settings.dataDir, { database, platform: async () => app })
    : undefined;

  const close = async () => {
    await closeControl?.();
    await app.close();
    await watch.stop();
    await replicas?.close();
    await database.close();
  };
  endAfterCrash(app.log, async () => {
    app.announceStop();
    await close();
  });
  let isStopping = false;
  const stop = async () => {
    // Ctrl-C may arrive twice: from the terminal and from npm.
    if (isStopping) return;
    isStopping = true;
    // A proxy notices on its next check, and sends no more requests.
    app.announceStop();
    await pause(settings.stopDelay * 1000);
    await close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  console.log(banner(settings, address, logins));
}

function banner(settings: Settings, address: string, logins: readonly (readonly [string, string])[]): string {
  const behind = settings.platformUrl
    ? `In front of ${settings.platformUrl.origin}`
    : `Embedded platform, data in ${settings.databaseUrl ? "PostgreSQL" : settings.dataDir}`;
  const width = Math.max(...logins.map(([login]) => login.length), 0);
  const accounts = logins.map(([login, password]) => `    ${login.padEnd(width)}  ${password}`);
  return [
    "",
    `  Patchbay: ${address}`,
    `  ${behind}`,
    ...(accounts.length > 0 ? ["", "  Demonstration logins:", ...accounts] : []),
    "",
  ].join("\n");
}

type WatchSettings = Pick<Settings, "host" | "metricsPort" | "metricsToken" | "otlpEndpoint" | "platformUrl">;

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
    ? (await import("./watch/meters.ts")).buildMeters(database, version, platformUrl === undefined)
    : undefined;
  const traces = otlpEndpoint
    ? (await import("./watch/traces.ts")).buildTraces(database, otlpEndpoint, version)
    : undefined;
  const server = meters && port !== undefined ? buildMetricsServer(meters) : undefined;
  await server?.listen({ port, host }).catch((cause: Error) => {
    throw new Error(`METRICS_PORT ${port} cannot be listened on: ${cause.message}`, { cause });
  });
  return { meters, traces, stop: async () => server?.close() };
}
