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
  const figures = new Figures();
  collectDefaultMetrics({ register: figures.register });
  figures
    .gauge("build_info", "Version of Patchbay and of Node; always 1.", ["version", "node"])
    .set({ version, node: process.versions.node }, 1);
  measureDatabase(database, figures);
  const count = hasPlatform ? countStored(database, figures) : async () => undefined;
  return {
    observer: buildObserver(figures),
    measure: (app) => measureRequests(app, figures),
    read: async () => {
      await count();
      return { type: figures.register.contentType, text: await figures.register.metrics() };
    },
  };
}

/** Makes figures by their name, explanation and labels. */
class Figures {
  readonly register = new Registry();

  gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[] = [],
    collect?: (gauge: Gauge<Label>) => void,
  ) {
    const gauge: Gauge<Label> = new Gauge({ ...this.#named(name, help, labelNames), collect: () => collect?.(gauge) });
    return gauge;
  }

  counter<Label extends string>(name: string, help: string, labelNames: Label[]) {
    return new Counter(this.#named(name, help, labelNames));
  }

  histogram<Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) {
    return new Histogram({ ...this.#named(name, help, labelNames), buckets });
  }

  #named<Label extends string>(name: string, help: string, labelNames: Label[]) {
    return { name: `patchbay_${name}`, help, labelNames, registers: [this.register] };
  }
}

function measureRequests(app: FastifyInstance, figures: Figures): void {
  const open = new Set<FastifyReply>();
  const durations = figures.histogram(
    "http_request_duration_seconds",
    "Time until an answer was sent.",
    ["method", "route", "status"],
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  );
  figures.gauge("http_requests_open", "Requests that are being answered.", [], (gauge) =>
    gauge.set([...open].filter((reply) => !isStream(reply)).length),
  );
  const streams = "Browsers that are told about changes as they happen (text/event-stream).";
  figures.gauge("event_streams_open", streams, [], (gauge) => gauge.set([...open].filter(isStream).length));
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

function measureDatabase(database: Database, figures: Figures): void {
  const durations = figures.histogram(
    "database_statement_duration_seconds",
    "Time of a statement, waiting for its turn included.",
    ["kind", "outcome"],
    [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  );
  const cancellations = figures.counter(
    "database_statements_cancelled_total",
    "Statements that were ended as they took longer than DATABASE_TIMEOUT allows, by what they were for.",
    ["for"],
  );
  database.onStatement(({ text, milliseconds, isFailed, cancelled }) => {
    if (cancelled) cancellations.inc({ for: cancelled });
    const labels = { kind: statementKind(text), outcome: isFailed ? "failed" : "success" };
    durations.observe(labels, milliseconds / 1000);
  });
  const connections = "Connections of this process to the database: used or idle.";
  figures.gauge("database_connections", connections, ["state"], (gauge) => {
    const { used, idle } = database.connections();
    gauge.set({ state: "used" }, used);
    gauge.set({ state: "idle" }, idle);
  });
  figures.gauge("database_waiting", "Callers that wait for a connection to the database.", [], (gauge) =>
    gauge.set(database.connections().waiting),
  );
}

/** Counts what all nodes share in the database, before each response; where that takes too long, these metrics are left out. */
function countStored({ kysely: db }: Database, figures: Figures): () => Promise<void> {
  const bans = figures.gauge("bans", "Bans after failed logins, of a user name at an address or of an address.", [
    "of",
  ]);
  const jobs = figures.gauge("bulk_jobs_running", "Bulk jobs that have not ended.");
  const records = figures.gauge("bulk_job_records_waiting", "Records that bulk jobs have still to change.");
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

function buildObserver(figures: Figures): Observer {
  const lookups = figures.counter(
    "caller_lookups_total",
    "Owners of tokens that were looked up, in the cache (hit) or in the database (miss).",
    ["cache"],
  );
  const logins = figures.counter("logins_total", "Logins by name and password, by how they ended.", ["outcome"]);
  const durations = figures.histogram(
    "task_duration_seconds",
    "Time of a run of scheduled work.",
    ["task", "outcome"],
    [0.01, 0.1, 1, 10, 60],
  );
  const running = figures.gauge("tasks_running", "Scheduled work that is being done by this process.", ["task"]);
  const lastSuccess = figures.gauge(
    "task_last_success_timestamp_seconds",
    "When scheduled work last succeeded in this process.",
    ["task"],
  );
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
