import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { openPrepared } from "../../../tests/support/prepared.ts";
import { DEMONSTRATION_PASSWORD } from "../../platform/seed/demonstration.ts";
import { buildGateway } from "../app.ts";
import { startObservability } from "../serve.ts";
import { readSettings } from "../settings.ts";

const TOKEN = "a-token-of-monitoring";

/** A collector of traces: what is posted to it. */
const posted: unknown[] = [];
const collector = createServer(async (request, response) => {
  posted.push({ url: request.url, body: await json(request) });
  response.setHeader("content-type", "application/json").end("{}");
});

const database = await openPrepared("demonstration");
collector.listen(0, "127.0.0.1");
await once(collector, "listening");
const { port } = collector.address() as AddressInfo;
const settings = readSettings({
  METRICS_TOKEN: TOKEN,
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  LOG_LEVEL: "silent",
});
const watch = await startObservability(settings, database, "1.2.3");
const app = await buildGateway(settings, database, watch);
afterAll(async () => {
  await app.close();
  await watch.stop();
  await database.close();
  collector.close();
});

async function logIn(password: string) {
  const payload = { username: "administrator", password };
  const { statusCode, body } = await app.inject({ method: "POST", url: "/login_jwt", payload });
  return { status: statusCode, headers: { authorization: `Bearer ${JSON.parse(body).jwt}` } };
}

async function metrics(): Promise<string> {
  const { statusCode, body } = await app.inject({ url: "/metrics", headers: { authorization: `Bearer ${TOKEN}` } });
  expect(statusCode).toBe(200);
  return body;
}

describe("GET /metrics", () => {
  it("is there with its token only", async () => {
    expect((await app.inject("/metrics")).statusCode).toBe(401);
    const headers = { authorization: `Bearer ${TOKEN}x` };
    expect((await app.inject({ url: "/metrics", headers })).statusCode).toBe(401);
  });

  it("tells requests by pattern and status, logins by outcome, lookups, statements, connections and bans", async () => {
    const { headers } = await logIn(DEMONSTRATION_PASSWORD);
    await logIn("wrong");
    for (const id of [1, 2, 999_999]) await app.inject({ url: `/api/customers/${id}`, headers });
    const now = new Date();
    const banned = { failures: 5, stage: 1, counting_since: now, last_failure_at: now };
    const until = new Date(now.getTime() + 60_000);
    await database.kysely
      .insertInto("loginattempts")
      .values({ username: "", ip: "192.0.2.1", ...banned, banned_until: until })
      .execute();
    const text = await metrics();
    const counted = (line: string) => new RegExp(`^${line} ([\\d.]+)$`, "m").exec(text)?.[1];
    const requests = (status: number) =>
      `patchbay_http_request_duration_seconds_count\\{method="GET",route="/api/customers/:id",status="${status}"\\}`;
    expect(counted(requests(404))).toBe("1");
    expect(Number(counted(requests(200)))).toBe(2);
    expect(counted('patchbay_logins_total\\{outcome="success"\\}')).toBe("1");
    expect(counted('patchbay_logins_total\\{outcome="wrong_credentials"\\}')).toBe("1");
    expect(counted('patchbay_caller_lookups_total\\{cache="hit"\\}')).toBe("2");
    expect(counted('patchbay_bans\\{of="address"\\}')).toBe("1");
    expect(counted("patchbay_bulk_jobs_running")).toBe("0");
    expect(counted("patchbay_database_waiting")).toBe("0");
    expect(text).toMatch(
      /^patchbay_database_statement_duration_seconds_count\{kind="select",outcome="success"\} \d+$/m,
    );
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(text).toContain('patchbay_build_info{version="1.2.3",');
    expect(text).not.toMatch(/customers\/\d/);
  });
});

it.each(["deploy/grafana-dashboard.json", "deploy/prometheus-alerts.yaml", "docs/monitoring.md"])(
  "%s names metrics that there are, and misses none of ours",
  async (path) => {
    const text = await metrics();
    const known = new Set([...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name));
    const written = await readFile(new URL(`../../../${path}`, import.meta.url), "utf8");
    const named = [...written.matchAll(/\b(?:patchbay|nodejs|process)_[a-z0-9_]*[a-z0-9]\b/g)].map(([name]) =>
      name.replace(/(_seconds)_(?:bucket|count|sum)$/, "$1"),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const ours = [...known].filter((name) => name?.startsWith("patchbay_"));
    if (!path.endsWith("alerts.yaml")) expect(ours.filter((name) => !named.includes(String(name)))).toEqual([]);
  },
);

it("GET /ready names what is missing, and says first that the server stops", async () => {
  expect(JSON.parse((await app.inject("/ready")).body)).toEqual({ status: "ready" });
  const broken = await openPrepared("tables");
  const other = await buildGateway(readSettings({ LOG_LEVEL: "silent" }), broken);
  try {
    expect((await other.inject("/metrics")).statusCode).toBe(404);
    await sql`alter table journals rename to journals_gone`.execute(broken.kysely);
    const answer = await other.inject("/ready");
    expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([503, { status: "unready", reasons: ["migrations"] }]);
    other.announceStop();
    expect(JSON.parse((await other.inject("/ready")).body)).toEqual({ status: "unready", reasons: ["stopping"] });
    expect((await other.inject("/health")).statusCode).toBe(200);
  } finally {
    await other.close();
    await broken.close();
  }
});

it("traces a request of somebody's trace with its statements, without their values", async () => {
  const { headers } = await logIn(DEMONSTRATION_PASSWORD);
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
  const url = "/api/customers/?external_id=Secret-Value-77";
  expect((await app.inject({ url, headers: { ...headers, traceparent } })).statusCode).toBe(200);
  await app.close();
  const sent = JSON.stringify(posted);
  const spans = spansOf(posted).filter((span) => span.traceId === traceId);
  const request = spans.find((span) => span.name === "GET /api/customers/");
  expect(request).toMatchObject({ parentSpanId: "b7ad6b7169203331", kind: 2 });
  const statements = spans.filter((span) => span.parentSpanId === request?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  const texts = statements.map((span) => JSON.stringify(span.attributes));
  expect(texts.some((text) => text.includes('from \\"customers\\"') && text.includes("$1"))).toBe(true);
  expect(sent).not.toContain("Secret-Value-77");
});

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: unknown;
}

/** Of OTLP's JSON. */
function spansOf(value: unknown): SentSpan[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "spanId" in value && "traceId" in value && "name" in value ? [value as SentSpan] : [];
  return [...own, ...Object.values(value).flatMap(spansOf)];
}
