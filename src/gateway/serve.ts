import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../platform/db/tables.ts";
import { version } from "../platform/db/version.ts";
import { toLoggable } from "../platform/http/logging.ts";
import { findLockShortage, toAdvice } from "../platform/runtime/nodes/lockCapacity.ts";
import { buildGateway } from "./app.ts";
import { openPlatformDatabase, openReplicas, openServiceDatabase } from "./database.ts";
import { socketPath } from "./delegateToServer.ts";
import { errorLine } from "./errorLine.ts";
import type { Metrics } from "./observability/metrics.ts";
import { buildMetricsServer } from "./observability/metricsServer.ts";
import type { Traces } from "./observability/traces.ts";
import { type TaskName, tasks } from "./operatorTasks/index.ts";
import { TaskError, type TaskInput, type TaskParts } from "./operatorTasks/task.ts";
import type { Settings } from "./settings.ts";

export async function serve(settings: Settings): Promise<void> {
  const { database, logins } = await (settings.platformUrl ? openServiceDatabase : openPlatformDatabase)(settings);
  const watch = await startObservability(settings, database, version);
  const replicas = openReplicas(settings);
  const app = await buildGateway(settings, database, { ...watch, replicas });
  const shortage = settings.databaseUrl ? await findLockShortage(database.kysely, settings.databasePool) : undefined;
  if (shortage) app.log.warn(toAdvice(shortage));
  const { host, port } = settings;
  const url = await app.listen({ host, port }).catch((cause: Error) => {
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
  exitAfterCrash(app.log, async () => {
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

  console.log(formatBanner(settings, url, logins));
}

function formatBanner(settings: Settings, url: string, logins: readonly (readonly [string, string])[]): string {
  const behind = settings.platformUrl
    ? `In front of ${settings.platformUrl.origin}`
    : `Embedded platform, data in ${settings.databaseUrl ? "PostgreSQL" : settings.dataDir}`;
  const width = Math.max(...logins.map(([login]) => login.length), 0);
  const accounts = logins.map(([login, password]) => `    ${login.padEnd(width)}  ${password}`);
  return [
    "",
    `  Patchbay: ${url}`,
    `  ${behind}`,
    ...(accounts.length > 0 ? ["", "  Demonstration logins:", ...accounts] : []),
    "",
  ].join("\n");
}

/** Time that open requests have to end. */
const GRACE_MS = 5_000;

/**
 * After an error that nobody has caught the process can no longer be trusted: it logs one line, gives open requests a
 * moment, and ends with status 1, so that whatever runs it starts it again. `close` ends everything and may fail or hang.
 * Without a reader of its log it goes on.
 */
export function exitAfterCrash(log: Pick<FastifyBaseLogger, "fatal">, close: () => Promise<void>): void {
  // Whoever read the log has gone, which is no crash: its line would be the next, and so on for ever.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  let isEnding = false;
  const end = async (error: unknown, reason: string) => {
    log.fatal({ reason, error: toLoggable(error) }, "crashed");
    // Further errors are logged only.
    if (isEnding) return;
    isEnding = true;
    await Promise.race([close().catch(() => undefined), pause(GRACE_MS)]);
    process.exit(1);
  };
  process.on("uncaughtException", (error, reason) => void end(error, reason));
  // Node makes an exception of a rejection only where nobody listens to it.
  process.on("unhandledRejection", (error) => void end(error, "unhandledRejection"));
}

/** Serves the command line until the returned function is called. A folder whose path is too long for a socket has none. */
async function serveControl(dataDir: string, parts: TaskParts): Promise<() => Promise<void>> {
  const path = socketPath(dataDir);
  const server = createServer((incoming, outgoing) => void runRequestedTask(parts, incoming, outgoing));
  await rm(path, { force: true });
  try {
    server.listen(path);
    await once(server, "listening");
    await chmod(path, 0o600);
  } catch (error) {
    process.emitWarning(`the command line cannot reach this process: ${errorLine(error)}`);
    return async () => undefined;
  }
  return () => close(server);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

/** A line of JSON, `{result}` or `{error}`, and then the file if there is one. */
async function runRequestedTask(parts: TaskParts, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const name = (incoming.url ?? "").slice(1);
    if (!isTask(name)) throw new TaskError("the running product is of another version: restart it");
    const options = JSON.parse(decodeURIComponent(String(incoming.headers["x-options"]))) as TaskInput["options"];
    const { result, file } = await tasks[name](parts, { options, file: await buffer(incoming) });
    outgoing.write(`${JSON.stringify({ result })}\n`);
    await pipeline(Readable.from(file ?? []), outgoing);
  } catch (error) {
    // Once a file has begun, only the end of the connection can say so.
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.end(`${JSON.stringify({ error: errorLine(error) })}\n`);
  }
}

function isTask(name: string): name is TaskName {
  return Object.hasOwn(tasks, name);
}

type ObservabilitySettings = Pick<Settings, "host" | "metricsPort" | "metricsToken" | "otlpEndpoint" | "platformUrl">;

interface Observability {
  readonly metrics: Metrics | undefined;
  readonly traces: Traces | undefined;
  /** Ends what listens on a port of its own. */
  stop(): Promise<void>;
}

/** Starts metrics and traces. Loaded only if a setting asks for them, as they would make every start longer. */
export async function startObservability(
  settings: ObservabilitySettings,
  database: Database,
  version: string,
): Promise<Observability> {
  const { host, metricsPort: port, metricsToken, otlpEndpoint, platformUrl } = settings;
  const isMeasured = port !== undefined || metricsToken !== undefined;
  const metrics = isMeasured
    ? (await import("./observability/metrics.ts")).buildMetrics(database, version, platformUrl === undefined)
    : undefined;
  const traces = otlpEndpoint
    ? (await import("./observability/traces.ts")).buildTraces(database, otlpEndpoint, version)
    : undefined;
  const server = metrics && port !== undefined ? buildMetricsServer(metrics) : undefined;
  await server?.listen({ port, host }).catch((cause: Error) => {
    throw new Error(`METRICS_PORT ${port} cannot be listened on: ${cause.message}`, { cause });
  });
  return { metrics, traces, stop: async () => server?.close() };
}
