import type { FastifyInstance, FastifyRequest } from "fastify";
import pLimit from "p-limit";
import { canOpen } from "../../../core/access/access.ts";
import {
  answersPath,
  type CallGrouping,
  firstSteps,
  MAX_QUESTIONS,
  type PathResponse,
} from "../../../core/api/dashboardResponse.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { isValid as isTimezone } from "../../../core/validation/formats/timezone-name.ts";
import { parseWireInstant } from "../../../core/values/dateTime.ts";
import { pagingOf, type Query, queryOf } from "../../http/query.ts";
import { assertReadsJournals } from "../../records/actor.ts";
import type { PlatformContext } from "../../records/context.ts";
import { planOf } from "../../records/plan/resourcePlan.ts";
import type { Actor } from "../../resourceHooks.ts";
import {
  type BucketUnit,
  bucketStarts,
  type CallsPeriod,
  countCallsOverTime,
  groupCalls,
  MAX_BUCKETS,
} from "./callsOverTime.ts";
import { loadNewestChanges } from "./changes.ts";
import { readCounter } from "./counters.ts";
import { countRegisteredDevices, readFirstSteps } from "./readFirstSteps.ts";
import { loadUpcoming } from "./upcoming.ts";

const DAY_MS = 86_400_000;
const MAX_ROWS = 50;
/** As many as the panel asks a platform that has no such address. */
const QUESTIONS_AT_A_TIME = 6;
/** Days to look ahead. */
const UPCOMING_DAYS = 30;

/**
 * `GET /dashboard/ajax/<counter>?widget=<Widget>`: `{ widget_data }`, one number of the older dashboard. Any error is a
 * 200 with null.
 */
export function registerDashboardCounters(app: FastifyInstance, context: PlatformContext): void {
  app.get("/dashboard/ajax/:counter", async (request: FastifyRequest<{ Params: { counter: string } }>) => {
    const readContext = context.readAs(await context.actorOf(request));
    const widget = queryOf(request).get("widget") ?? "";
    const texts = await context.textsFor(request);
    try {
      return { widget_data: await readCounter({ ...context, texts }, readContext, widget, request.params.counter) };
    } catch (error) {
      // The older platform reports no details; unexpected errors are logged.
      if (!(error instanceof PlatformError))
        request.log.error({ counter: request.params.counter, error: String(error) });
      return { widget_data: null };
    }
  });
}

/** Requests of the dashboard: lists, its own routes, and counters. */
const question = /^\/(?:api\/[a-z]+\/|api\/dashboard\/(?!answers)[a-z]+|dashboard\/ajax\/\w+)(?:\?|$)/;

/** Each question is a request of the caller's own, with all that is checked for one. */
function registerAnswers(app: FastifyInstance): void {
  app.get(answersPath, async (request) => {
    const paths = (queryOf(request).get("paths") ?? "").split("\n");
    if (paths.length > MAX_QUESTIONS || !paths.every((path) => question.test(path)))
      throw new PlatformError("bad_request");
    // Those of a body, which a request by an override header may have.
    const { "content-length": _, "transfer-encoding": __, ...headers } = request.headers;
    const remoteAddress = request.socket.remoteAddress ?? "";
    const inTurn = pLimit(QUESTIONS_AT_A_TIME);
    const answers = await inTurn.map(paths, async (url): Promise<PathResponse> => {
      const answer = await app.inject({ method: "GET", url, headers, remoteAddress });
      const isJson = /[/+]json/.test(String(answer.headers["content-type"]));
      return { status: answer.statusCode, body: isJson ? answer.json() : null };
    });
    return { answers };
  });
}

/** `GET /api/dashboard/…`, of this platform only (extension `dashboard`): the dashboard's contents besides counters. */
export function registerDashboard(app: FastifyInstance, context: PlatformContext): void {
  registerAnswers(app);
  const read = (path: string, respond: (actor: Actor, query: Query) => Promise<object>) =>
    app.get(`/api/dashboard/${path}`, async (request) => {
      const actor = await context.actorOf(request);
      if (!canOpen(actor, "page.dashboard")) throw new PlatformError("forbidden");
      return respond(actor, queryOf(request));
    });

  read("calls", async (actor, query) => {
    const calls = planOf(context.plans, "calls");
    context.assertCan(actor, calls.descriptor, "read");
    const period = periodOf(query, context.settings);
    return countCallsOverTime(await context.readApart(actor), calls, period);
  });

  read("callgroups", async (actor, query) => {
    const calls = planOf(context.plans, "calls");
    context.assertCan(actor, calls.descriptor, "read");
    const by = groupingOf(query);
    if (by === "reseller") context.assertCan(actor, planOf(context.plans, "resellers").descriptor, "read");
    const period = periodOf(query, context.settings);
    return { by, groups: await groupCalls(await context.readApart(actor), calls, period, by) };
  });

  read("devices", async (actor) => {
    const registrations = planOf(context.plans, "subscriberregistrations");
    context.assertCan(actor, registrations.descriptor, "read");
    return { devices: await countRegisteredDevices(await context.readApart(actor), registrations) };
  });

  read("changes", async (actor, query) => {
    assertReadsJournals(actor);
    const { rows } = pagingOf(query, MAX_ROWS);
    return { changes: await loadNewestChanges(await context.readApart(actor), context.plans, rows) };
  });

  read("upcoming", async (actor, query) => {
    const readContext = context.readAs(actor);
    const { rows: limit } = pagingOf(query, MAX_ROWS);
    const until = new Date(readContext.now.getTime() + UPCOMING_DAYS * DAY_MS);
    return { upcoming: await loadUpcoming(readContext, context.plans, { now: readContext.now, until, limit }) };
  });

  read("firststeps", async (actor) => {
    for (const name of firstSteps) context.assertCan(actor, planOf(context.plans, name).descriptor, "create");
    return { firststeps: await readFirstSteps(await context.readApart(actor)) };
  });
}

/** `from`, `to` (default: the last day), `by` (hour or day) and `tz` of a query; 400 when malformed. */
function periodOf(query: Query, { clock, timeZone }: PlatformContext["settings"]): CallsPeriod {
  const tz = query.get("tz") ?? timeZone;
  if (!isTimezone(tz)) throw new PlatformError("invalid_period");
  const to = instantOf(query.get("to"), tz) ?? clock();
  const from = instantOf(query.get("from"), tz) ?? new Date(to.getTime() - DAY_MS);
  const by: BucketUnit = query.get("by") === "day" ? "day" : "hour";
  // No call is older than 1970, and databases have no year 0.
  const count = from.getTime() >= 0 && from < to ? bucketStarts(from, to, by, tz).length : 0;
  if (count < 1 || count > MAX_BUCKETS[by]) throw new PlatformError("invalid_period");
  return { from, to, by, tz };
}

const groupings: readonly CallGrouping[] = ["result", "reseller", "peer"];

function groupingOf(query: Query): CallGrouping {
  return groupings.find((grouping) => grouping === query.get("group")) ?? "result";
}

function instantOf(text: string | undefined, tz: string): Date | undefined {
  if (text === undefined) return undefined;
  const instant = parseWireInstant(text, tz);
  if (!instant) throw new PlatformError("invalid_period");
  return instant;
}
