import { setTimeout as pause } from "node:timers/promises";
import { findLockShortage, toAdvice } from "../platform/nodes/lockRoom.ts";
import { version } from "../platform/version.ts";
import { buildGateway } from "./app.ts";
import { serveControl } from "./control.ts";
import { endAfterCrash } from "./crash.ts";
import { openPlatformDatabase, openReplicas, openServiceDatabase } from "./database.ts";
import type { Settings } from "./settings.ts";
import { startWatch } from "./watch/startWatch.ts";

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
