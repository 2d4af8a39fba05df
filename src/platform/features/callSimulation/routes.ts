import type { FastifyInstance, FastifyRequest } from "fastify";
import { canOpen } from "../../../core/access/access.ts";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { MAX_INTEGER } from "../../../core/schema/ids.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import {
  type ComparedCall,
  calleeStates,
  type RoutedCall,
  type RoutingQuestion,
} from "../../../core/telephony/callRouting/callTrace.ts";
import { type FieldError, fieldError, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { isValid as isAddress, toNormal as toNormalAddress } from "../../../core/validation/formats/ip.ts";
import { parseWireInstant } from "../../../core/values/dateTime.ts";
import { asAsker, budgetFor, MAX_TRANSACTION_MS } from "../../evaluation/asker.ts";
import { evaluate } from "../../evaluation/evaluate.ts";
import { requireBody } from "../../http/body.ts";
import { asRecord, idIn } from "../../http/jsonText.ts";
import { numberErrors, type Query, queryOf } from "../../http/query.ts";
import { readGrant } from "../../records/actor.ts";
import { dryRun, type PlatformContext } from "../../records/context.ts";
import { createRecord } from "../../records/operations/create.ts";
import { replaceRecord } from "../../records/operations/update.ts";
import { planOf, type ResourcePlan } from "../../records/plan/resourcePlan.ts";
import type { UnitOfWork } from "../../records/unitOfWork/unitOfWork.ts";
import type { Actor, ReadContext, Row } from "../../resourceHooks.ts";
import { loadPart } from "./loadPart.ts";

/** Maximum count of calls in a request. */
const MAX_CALLS = 100;

/** A record as its form would store it; without an id, a new one. */
interface ProposedRecord {
  readonly plan: ResourcePlan;
  readonly id: number | null;
  readonly record: WireRecord;
}

/**
 * `GET /api/callroutingverify?caller=…&callee=…`: what becomes of a call, step by step; see `readQuestion` for what else
 * can be given. `POST /api/callroutingverify` `{calls: [{caller, callee, …}], change: {resource, id, record}}` returns
 * `{calls: [{now, changed}]}`: up to 100 calls as they are routed now, and as they would be if the change were saved,
 * which must be what the user may save. Nothing is stored. Requires the right to open the tool and to read peering
 * groups; fees are shown to those who may read them. Of this platform only (extension `call_routing`).
 */
export function registerCallSimulation(app: FastifyInstance, context: PlatformContext): void {
  app.get("/api/callroutingverify", async (request: FastifyRequest): Promise<RoutedCall> => {
    const readContext = context.readAs(await callerOf(context, request));
    const question = readQuestion(queryOf(request), readContext.now, readContext.timeZone);
    const [call] = await routeAll(context, readContext, [question]);
    if (!call) throw new Error("the call was not routed");
    return call;
  });

  app.post("/api/callroutingverify", async (request: FastifyRequest): Promise<{ calls: readonly ComparedCall[] }> => {
    const actor = await callerOf(context, request);
    const body = asRecord(requireBody(request));
    const readContext = context.readAs(actor);
    const questions = questionsIn(body, readContext);
    const change = changeIn(context, actor, body);
    if (!change) {
      const calls = await routeAll(context, readContext, questions);
      return { calls: calls.map((now) => ({ now, changed: null })) };
    }
    return { calls: await compare(context, actor, questions, change) };
  });
}

async function callerOf(context: PlatformContext, request: FastifyRequest): Promise<Actor> {
  const actor = await context.actorOf(request);
  if (!canOpen(actor, "tool.callroutingverify", "read")) throw new PlatformError("forbidden");
  context.assertCan(actor, planOf(context.plans, "peeringgroups").descriptor, "read");
  return actor;
}

async function compare(
  context: PlatformContext,
  actor: Actor,
  questions: readonly RoutingQuestion[],
  change: ProposedRecord,
): Promise<readonly ComparedCall[]> {
  return dryRun(context, actor, (unit) =>
    asAsker({ budget: budgetFor(questions.length, MAX_TRANSACTION_MS) }, async () => {
      const stored = change.id === null ? null : await unit.load(change.plan.name, change.id);
      // A new record has no id yet, and is not in use now.
      const now = await routeAll(context, unit, withTriedRecord(change, stored ?? change.record, questions));
      const row = await save(context, unit, change);
      const changed = await routeAll(context, unit, withTriedRecord(change, row, questions));
      return now.map((call, index) => ({ now: call, changed: changed[index] ?? null }));
    }),
  );
}

/** Replacements that every call uses while a change of these resources is tried: the field with the id. */
const inUse: Readonly<Record<string, { readonly [Used in keyof RoutingQuestion]?: string }>> = {
  ncoslevels: { ncosLevelId: "id" },
  ncospatterns: { ncosLevelId: "ncos_level_id" },
  rewriterules: { callerRewriteSetId: "set_id", calleeRewriteSetId: "set_id" },
};

/** Lets every call use the record that is tried, unless it names another. */
function withTriedRecord(
  { plan }: ProposedRecord,
  row: Readonly<Record<string, unknown>>,
  questions: readonly RoutingQuestion[],
): RoutingQuestion[] {
  const fields = inUse[plan.name] ?? {};
  const idIn = (field: string | undefined) => {
    const id = field === undefined ? null : row[field];
    return typeof id === "number" ? id : null;
  };
  return questions.map((question) => ({
    ...question,
    callerRewriteSetId: question.callerRewriteSetId ?? idIn(fields.callerRewriteSetId),
    calleeRewriteSetId: question.calleeRewriteSetId ?? idIn(fields.calleeRewriteSetId),
    ncosLevelId: question.ncosLevelId ?? idIn(fields.ncosLevelId),
  }));
}

/** Stores the change in the transaction; its errors are reported below `/change/record`. */
async function save(context: PlatformContext, unit: UnitOfWork, { plan, id, record }: ProposedRecord): Promise<Row> {
  const policy = context.passwordPolicy;
  try {
    return id === null
      ? await createRecord(unit, { plan, body: record, policy })
      : await replaceRecord(unit, { plan, id, ifMatch: "*", policy }, record);
  } catch (error) {
    if (error instanceof PlatformError && error.fieldErrors.length > 0)
      throw validationFailed(below("/change/record", error.fieldErrors));
    throw error;
  }
}

function below(pointer: string, errors: readonly FieldError[]): FieldError[] {
  return errors.map((error) => ({ ...error, pointer: `${pointer}${error.pointer}` }));
}

function questionsIn({ calls }: WireRecord, { now, timeZone }: ReadContext): RoutingQuestion[] {
  if (!Array.isArray(calls) || calls.length === 0) throw validationFailed([fieldError("/calls", "required")]);
  if (calls.length > MAX_CALLS) throw validationFailed([fieldError("/calls", "maxItems", { limit: MAX_CALLS })]);
  const errors: FieldError[] = [];
  const questions = calls.flatMap((call, index) => {
    try {
      return [readQuestion(toQuery(call), now, timeZone)];
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      errors.push(...below(`/calls/${index}`, error.fieldErrors));
      return [];
    }
  });
  if (errors.length > 0) throw validationFailed(errors);
  return questions;
}

/** The values of a call in a body, as a query has them. */
function toQuery(call: Json): Query {
  const members = Object.entries(asRecord(call)).filter(([, value]) => value !== null);
  return new Map(
    members.map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : `${value}`]),
  );
}

/** The change in a body, if the caller may save it. */
function changeIn(context: PlatformContext, actor: Actor, { change = null }: WireRecord): ProposedRecord | null {
  if (change === null) return null;
  if (!isObject(change)) throw new PlatformError("bad_request");
  const { resource, id = null, record = null } = change;
  const plan = typeof resource === "string" ? context.plans.get(resource) : undefined;
  if (!plan?.descriptor.callSimulation)
    throw validationFailed([fieldError("/change/resource", "enum", triable(context))]);
  const number = id === null ? null : idIn(change, "id", "/change");
  context.assertCan(actor, plan.descriptor, number === null ? "create" : "update", number ?? undefined);
  if (!isObject(record)) throw new PlatformError("bad_request");
  return { plan, id: number, record };
}

function triable({ plans }: PlatformContext): { allowedValues: string[] } {
  return {
    allowedValues: [...plans.values()].flatMap(({ name, descriptor }) => (descriptor.callSimulation ? [name] : [])),
  };
}

/** Routes calls by the records that this caller sees. */
async function routeAll(
  { plans }: PlatformContext,
  context: ReadContext,
  questions: readonly RoutingQuestion[],
): Promise<readonly RoutedCall[]> {
  const tellsFees = readGrant(context.actor, planOf(plans, "billingfees").descriptor) === "all";
  return evaluate("routeCalls", questions, {
    pointer: questions.length > 1 ? "/calls" : "/callee",
    answer: async (parts) => {
      const answers: unknown[] = [];
      for (const part of parts) answers.push(await loadPart({ plans, context, tellsFees }, part));
      return answers;
    },
  });
}

/** Longest number or address, in characters. */
const MAX_PARTY_LENGTH = 255;
/** Longest call, in seconds: 31 days. */
const MAX_CALL_SECONDS = 2_678_400;

/** A number, or a user with a domain. */
const party = /^(?:\+?[A-Za-z0-9*#._-]+|(?:sips?:)?[^@\s]+@[^@\s]+)$/;

const ids = [
  "caller_subscriber_id",
  "caller_peer_id",
  "caller_rewrite_id",
  "callee_peer_id",
  "callee_rewrite_id",
  "caller_ncos_level_id",
] as const;

/**
 * The call in `caller`, `callee`, whom it comes from (`caller_subscriber_id`, `caller_peer_id`: a group, or
 * `caller_address`), what overrides the stored data (`caller_rewrite_id`, `caller_ncos_level_id`, `callee_peer_id`,
 * `callee_rewrite_id`), what the callee does (`callee_state`, `response_code`), `start` (now) and `duration` (60 seconds).
 *
 * @throws validation_failed with every error.
 */
function readQuestion(query: Query, now: Date, zone: string): RoutingQuestion {
  const start = query.get("start");
  const instant = start ? parseWireInstant(start, zone) : now;
  const state = query.get("callee_state");
  const address = query.get("caller_address");
  const calleeState = calleeStates.find((candidate) => candidate === state) ?? null;
  const errors = [
    ...partyErrors(query, "caller"),
    ...partyErrors(query, "callee"),
    ...ids.flatMap((name) => numberErrors(query, name, { type: "integer", lowest: 1, highest: MAX_INTEGER })),
    ...(address && !isAddress(address) ? [fieldError("/caller_address", "format", { format: "ip" })] : []),
    ...(state && !calleeState ? [fieldError("/callee_state", "enum", { allowedValues: [...calleeStates] })] : []),
    ...numberErrors(query, "response_code", { type: "integer", lowest: 400, highest: 699 }),
    ...(instant ? [] : [fieldError("/start", "format", { format: "date-time" })]),
    ...numberErrors(query, "duration", { type: "integer", lowest: 0, highest: MAX_CALL_SECONDS }),
  ];
  if (!instant || errors.length > 0) throw validationFailed(errors);
  const number = (name: string) => (query.get(name) ? Number(query.get(name)) : null);
  return {
    caller: query.get("caller") ?? "",
    callee: query.get("callee") ?? "",
    source: {
      subscriberId: number("caller_subscriber_id"),
      groupId: number("caller_peer_id"),
      address: address ? toNormalAddress(address) : null,
    },
    callerRewriteSetId: number("caller_rewrite_id"),
    calleeRewriteSetId: number("callee_rewrite_id"),
    ncosLevelId: number("caller_ncos_level_id"),
    calleeGroupId: number("callee_peer_id"),
    calleeState,
    responseCode: number("response_code"),
    at: instant,
    zone,
    duration: number("duration") ?? 60,
  };
}

function partyErrors(query: Query, name: string): FieldError[] {
  const text = query.get(name)?.replace(/\s/g, "");
  if (!text) return [fieldError(`/${name}`, "required")];
  if (text.length > MAX_PARTY_LENGTH) return [fieldError(`/${name}`, "maxLength", { limit: MAX_PARTY_LENGTH })];
  return party.test(text) ? [] : [fieldError(`/${name}`, "format", { format: "sip-uri" })];
}
