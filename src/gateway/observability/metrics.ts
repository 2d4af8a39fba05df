import type { FastifyInstance, FastifyReply } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "../../platform/db/tables.ts";
import type { Observer } from "../../platform/runtime/observer.ts";
import { withTimeout } from "./readiness.ts";
import { statementKind } from "./statementKind.ts";

export interface Metrics {
  readonly observer: Observer;
  /** Measures the requests of a server; before any of its routes is registered. */
  measure(app: FastifyInstance): void;
  /** Everything in the text format of Prometheus, and its content type. */
  read(): Promise<{ readonly type: string; readonly text: string }>;
}

/**
 * The figures of this process (docs/monitoring.md). Labels are of few values: patterns of routes, status codes, names of
 * tasks, never ids. `hasPlatform`: whether the database is the platform's own, with bans and jobs to count.
 */
export function buildMetrics(database: Database, version: string, hasPlatform: boolean): Metrics {
  const registers = [new Registry()];
  const [register] = registers;
  if (!register) throw new Error("a registry was made");
  collectDefaultMetrics({ register });
  new Gauge({
    name: "patchbay_build_info",
    help: "Version of Patchbay and of Node; always 1.",
    labelNames: ["version", "node"],
    registers,
  }).set({ version, node: process.versions.node }, 1);
  measureDatabase(database, registers);
  const count = hasPlatform ? countStored(database, registers) : async () => undefined;
  const observer = buildObserver(registers);
  return {
    observer,
    measure: (app) => measureRequests(app, registers),
    read: async () => {
      await count();
      return { type: register.contentType, text: await register.metrics() };
    },
  };
}

type Registers = Registry[];

function measureRequests(app: FastifyInstance, registers: Registers): void {
  const open = new Set<FastifyReply>();
  const durations = new Histogram({
    name: "patchbay_http_request_duration_seconds",
    help: "Time until an answer was sent.",
    labelNames: ["method", "route", "status"],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  new Gauge({
    name: "patchbay_http_requests_open",
    help: "Requests that are being answered.",
    registers,
    collect() {
      this.set([...open].filter((reply) => !isStream(reply)).length);
    },
  });
  new Gauge({
    name: "patchbay_event_streams_open",
    help: "Browsers that are told about changes as they happen (text/event-stream).",
    registers,
    collect() {
      this.set([...open].filter(isStream).length);
    },
  });
  app.addHook("onRequest", (_request, reply, done) => {
    open.add(reply);
    reply.raw.once("close", () => open.delete(reply));
    done();
  });
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    const labels = { method, route: routeOptions.url ?? "none", status: reply.statusCode };
    // An event stream lasts as long as its page is open.
    if (!isStream(reply)) durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}

function isStream({ raw }: FastifyReply): boolean {
  return raw.headersSent && String(raw.getHeader("content-type")).startsWith("text/event-stream");
}

function measureDatabase(database: Database, registers: Registers): void {
  const durations = new Histogram({
    name: "patchbay_database_statement_duration_seconds",
    help: "Time of a statement, waiting for its turn included.",
    labelNames: ["kind", "outcome"],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const cancellations = new Counter({
    name: "patchbay_database_statements_cancelled_total",
    help: "Statements that were ended as they took longer than DATABASE_TIMEOUT allows, by what they were for.",
    labelNames: ["for"],
    registers,
  });
  database.onStatement(({ text, milliseconds, isFailed, cancelled }) => {
    if (cancelled) cancellations.inc({ for: cancelled });
    const labels = { kind: statementKind(text), outcome: isFailed ? "failed" : "success" };
    durations.observe(labels, milliseconds / 1000);
  });
  new Gauge({
    name: "patchbay_database_connections",
    help: "Connections of this process to the database: used or idle.",
    labelNames: ["state"],
    registers,
    collect() {
      const { used, idle } = database.connections();
      this.set({ state: "used" }, used);
      this.set({ state: "idle" }, idle);
    },
  });
  new Gauge({
    name: "patchbay_database_waiting",
    help: "Callers that wait for a connection to the database.",
    registers,
    collect() {
      this.set(database.connections().waiting);
    },
  });
}

/** Counts what all nodes share in the database, before each response; where that takes too long, these metrics are left out. */
function countStored({ kysely: db }: Database, registers: Registers): () => Promise<void> {
  const bans = new Gauge({
    name: "patchbay_bans",
    help: "Bans after failed logins, of a user name at an address or of an address.",
    labelNames: ["of"],
    registers,
  });
  const jobs = new Gauge({ name: "patchbay_bulk_jobs_running", help: "Bulk jobs that have not ended.", registers });
  const records = new Gauge({
    name: "patchbay_bulk_job_records_waiting",
    help: "Records that bulk jobs have still to change.",
    registers,
  });
  const count = async () => {
    const now = new Date().toISOString();
    const banned = await db
      .selectFrom("loginattempts")
      .select(({ fn, eb }) => [
        fn.countAll<number>().as("all"),
        fn
          .countAll<number>()
          .filterWhere(eb("username", "=", ""))
          .as("addresses"),
      ])
      .where("banned_until", ">", now)
      .executeTakeFirstOrThrow();
    const running = await db
      .selectFrom("bulkjobs")
      .select(({ fn }) => [fn.countAll<number>().as("jobs"), fn.sum<number | null>("total").as("total")])
      .select(({ fn }) => fn.sum<number | null>("tried").as("tried"))
      .where("state", "=", "running")
      .executeTakeFirstOrThrow();
    return { banned, running };
  };
  return async () => {
    bans.reset();
    for (const gauge of [jobs, records]) gauge.remove();
    const counts = await withTimeout(count(), undefined).catch(() => undefined);
    if (!counts) return;
    const addresses = Number(counts.banned.addresses);
    bans.set({ of: "address" }, addresses);
    bans.set({ of: "user" }, Number(counts.banned.all) - addresses);
    jobs.set(Number(counts.running.jobs));
    records.set(Number(counts.running.total ?? 0) - Number(counts.running.tried ?? 0));
  };
}

function buildObserver(registers: Registers): Observer {
  const lookups = new Counter({
    name: "patchbay_caller_lookups_total",
    help: "Owners of tokens that were looked up, in the cache (hit) or in the database (miss).",
    labelNames: ["cache"],
    registers,
  });
  const logins = new Counter({
    name: "patchbay_logins_total",
    help: "Logins by name and password, by how they ended.",
    labelNames: ["outcome"],
    registers,
  });
  const durations = new Histogram({
    name: "patchbay_task_duration_seconds",
    help: "Time of a run of scheduled work.",
    labelNames: ["task", "outcome"],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  });
  const running = new Gauge({
    name: "patchbay_tasks_running",
    help: "Scheduled work that is being done by this process.",
    labelNames: ["task"],
    registers,
  });
  const lastSuccess = new Gauge({
    name: "patchbay_task_last_success_timestamp_seconds",
    help: "When scheduled work last succeeded in this process.",
    labelNames: ["task"],
    registers,
  });
  return {
    callerLookedUp: (isCached) => lookups.inc({ cache: isCached ? "hit" : "miss" }),
    loginEnded: (outcome) => logins.inc({ outcome }),
    taskStarted: (task) => running.inc({ task }),
    taskEnded: (task, outcome, milliseconds) => {
      running.dec({ task });
      durations.observe({ task, outcome }, milliseconds / 1000);
      if (outcome === "success") lastSuccess.set({ task }, Date.now() / 1000);
    },
  };
}
