import type { FastifyInstance } from "fastify";
import type { FeeDirection } from "../../../core/telephony/rating/billingFee.ts";
import type { CallPrice, NamedFee, PricedCall } from "../../../core/telephony/rating/callPrice.ts";
import type { FeeMismatch } from "../../../core/telephony/rating/explainFees.ts";
import type { CallParty } from "../../../core/telephony/rating/feeQuestion.ts";
import { type FieldError, fieldError, validationFailed } from "../../../core/validation/errors.ts";
import { parseWireInstant } from "../../../core/values/dateTime.ts";
import { evaluate } from "../../evaluation/evaluate.ts";
import { itemPath } from "../../http/hal.ts";
import { type ItemRequest, numberErrors, parseId, type Query, queryOf } from "../../http/query.ts";
import type { PlatformContext } from "../../records/context.ts";
import { planOf } from "../../records/plan/resourcePlan.ts";
import { inScope, selectByIds } from "../../records/query/selectRows.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";
import { loadPortedEntry, loadTariff, type StoredFee } from "./loadTariff.ts";

/**
 * `GET /api/billingprofiles/{id}/price?caller=…&callee=…&start=…&duration=…`: which fee of the profile applies to a call,
 * why no other does, and what the call costs, step by step. Optional: `direction` (`out`), `free_time` (seconds; as much
 * as the profile gives) and `customer_id`, whose VAT is added. Requires the right to read fees. Of this platform only
 * (extension `call_price`).
 */
export function registerCallPrice(app: FastifyInstance, context: PlatformContext): void {
  app.get(`${itemPath("billingprofiles", ":id")}/price`, async (request: ItemRequest): Promise<CallPrice> => {
    const actor = await context.callerWith(request, "read", planOf(context.plans, "billingfees").descriptor);
    const readContext = context.readAs(actor);
    const id = parseId(request.params.id);
    const profile = await context.findVisible(readContext, "billingprofiles", id ?? 0);
    const call = await callIn(context, readContext, profile, queryOf(request));
    const { timeZone } = context.settings;
    const tariff = await loadTariff(readContext, profile, timeZone);
    const { fee, losses, ...result } = await evaluate("priceCall", { tariff, call }, { pointer: "/callee" });
    const nameZone = await loadZoneNames(context, readContext, [
      ...(fee ? [fee] : []),
      ...losses.map((loss) => loss.fee),
    ]);
    return {
      ...result,
      fee: fee && nameZone(fee),
      losses: losses.map((loss): FeeMismatch<NamedFee> => ({ ...loss, fee: nameZone(loss.fee) })),
      time_zone: timeZone,
    };
  });
}

async function callIn(
  context: PlatformContext,
  readContext: ReadContext,
  profile: Row<"billingprofiles">,
  query: Query,
): Promise<PricedCall> {
  const { timeZone } = context.settings;
  const call = readCallQuery(query, timeZone);
  const vat = await vatOf(context, readContext, query.get("customer_id"));
  const ported = await loadPortedEntry(readContext, call.destination.user, call.start, timeZone);
  return { ...call, freeTime: call.freeTime ?? profile.interval_free_time ?? 0, ported, vat };
}

/** Percent that a customer pays on top; null: none. */
async function vatOf(
  context: PlatformContext,
  readContext: ReadContext,
  id: string | undefined,
): Promise<number | null> {
  if (!id) return null;
  const { db, actor } = readContext;
  const plan = planOf(context.plans, "customers");
  context.assertCan(actor, plan.descriptor, "read");
  const ids = /^\d{1,9}$/.test(id) ? [Number(id)] : [];
  const [customer] = await selectByIds(db, plan, ids, inScope(plan, actor));
  if (!customer) throw validationFailed([fieldError("/customer_id", "reference", { resource: "customers" })]);
  return customer.add_vat && customer.vat_rate ? customer.vat_rate : null;
}

/** Loads the zones of these fees. Returns a function that gives a fee's identifying fields with its zone's names. */
async function loadZoneNames({ plans }: PlatformContext, { db, actor }: ReadContext, fees: readonly StoredFee[]) {
  const plan = planOf(plans, "billingzones");
  const ids = [...new Set(fees.map(({ billing_zone_id }) => billing_zone_id))];
  const zones = await selectByIds(db, plan, ids, inScope(plan, actor));
  return ({ id, match_mode, source, destination, billing_zone_id }: StoredFee): NamedFee => {
    const { zone = "", detail = null } = zones.find((candidate) => candidate.id === billing_zone_id) ?? {};
    return { id, match_mode, source: source ?? null, destination, billing_zone_id, zone, detail };
  };
}

/** Longest number or address, in characters. */
const MAX_PARTY_LENGTH = 255;
/** Longest call, in seconds: 31 days. */
const MAX_CALL_SECONDS = 2_678_400;
/** More free time than any profile gives, in seconds. */
const MAX_FREE_SECONDS = 2_147_483_647;

const directions: readonly FeeDirection[] = ["out", "in"];

interface CallQuery {
  readonly source: CallParty;
  readonly destination: CallParty;
  readonly direction: FeeDirection;
  readonly start: Date;
  readonly duration: number;
  /** Undefined: as much as the profile gives. */
  readonly freeTime: number | undefined;
}

/**
 * The call in `caller`, `callee`, `direction`, `start`, `duration` and `free_time`. `zone`: of a start without an offset.
 *
 * @throws validation_failed with every error.
 */
function readCallQuery(query: Query, zone: string): CallQuery {
  const start = parseWireInstant(query.get("start") ?? "", zone);
  const direction = directions.find((candidate) => candidate === (query.get("direction") ?? "out"));
  const errors = [
    ...partyErrors(query, "caller"),
    ...partyErrors(query, "callee"),
    ...(direction ? [] : [fieldError("/direction", "enum", { allowedValues: [...directions] })]),
    ...(query.get("start") ? [] : [fieldError("/start", "required")]),
    ...(start || !query.get("start") ? [] : [fieldError("/start", "format", { format: "date-time" })]),
    ...(query.get("duration") ? [] : [fieldError("/duration", "required")]),
    ...numberErrors(query, "duration", { type: "number", lowest: 0, highest: MAX_CALL_SECONDS }),
    ...numberErrors(query, "free_time", { type: "number", lowest: 0, highest: MAX_FREE_SECONDS }),
  ];
  if (!start || !direction || errors.length > 0) throw validationFailed(errors);
  const freeTime = query.get("free_time");
  return {
    source: toParty(query.get("caller") ?? ""),
    destination: toParty(query.get("callee") ?? ""),
    direction,
    start,
    duration: Number(query.get("duration")),
    freeTime: freeTime ? Math.floor(Number(freeTime)) : undefined,
  };
}

function partyErrors(query: Query, name: string): FieldError[] {
  const text = query.get(name)?.trim();
  if (!text) return [fieldError(`/${name}`, "required")];
  return text.length > MAX_PARTY_LENGTH ? [fieldError(`/${name}`, "maxLength", { limit: MAX_PARTY_LENGTH })] : [];
}

/** `431` or `431@example.org`. */
function toParty(text: string): CallParty {
  const [, user = "", domain] = /^(.*?)(?:@([^@]*))?$/s.exec(text.trim()) ?? [];
  return { user, domain };
}
