import type { FastifyInstance } from "fastify";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { type RewriteWay, rewriteWays } from "../../../core/telephony/callRouting/rewrite.ts";
import { type FieldError, fieldError, notFound, validationFailed } from "../../../core/validation/errors.ts";
import { evaluate } from "../../evaluation/evaluate.ts";
import { requireBody } from "../../http/body.ts";
import { asRecord } from "../../http/jsonText.ts";
import type { PlatformContext } from "../../records/context.ts";
import { planOf } from "../../records/plan/resourcePlan.ts";
import { byId, selectRows, visibleTo } from "../../records/query/selectRows.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";
import { loadSubscriberRules } from "./subscriberRewriteRules.ts";

/** Maximum count of numbers in a request, and their maximum length. */
const MAX_NUMBERS = 1000;
const MAX_NUMBER_LENGTH = 255;

interface RewriteRequest {
  readonly subscriber: Row<"subscribers">;
  readonly numbers: readonly string[];
  readonly direction: RewriteWay;
}

/**
 * `POST /api/applyrewrites/` `{subscriber_id, numbers, direction}`: applies the subscriber's rewrite rules to numbers
 * and returns `result`, a text for one number, else a list like `numbers`. Nothing is stored. Requires the right to read
 * rule sets.
 */
export function registerApplyRewrites(app: FastifyInstance, context: PlatformContext): void {
  app.post("/api/applyrewrites/", async (request) => {
    const actor = await context.callerWith(request, "read", planOf(context.plans, "rewriterulesets").descriptor);
    const reading = context.readAs(actor);
    const { subscriber, numbers, direction } = await readRequest(context, reading, asRecord(requireBody(request)));
    const { rules, variables } = await loadSubscriberRules(context, reading, subscriber, direction);
    const result = await evaluate("rewriteNumbers", { rules, numbers, variables }, { pointer: "/numbers" });
    return { result: result.length === 1 ? result[0] : result };
  });
}

/** The validated request; throws 422 with every error, and 404 for a subscriber that the caller does not see. */
async function readRequest(
  context: PlatformContext,
  readContext: ReadContext,
  body: WireRecord,
): Promise<RewriteRequest> {
  const direction = rewriteWays.find((candidate) => candidate === body.direction);
  const numbers = Array.isArray(body.numbers) ? body.numbers : [body.numbers ?? null];
  const id = body.subscriber_id ?? null;
  const errors = [
    ...(id === null ? [fieldError("/subscriber_id", "required")] : []),
    ...numberErrors(numbers),
    ...(direction ? [] : [fieldError("/direction", "enum", { allowedValues: [...rewriteWays] })]),
  ];
  if (!direction || errors.length > 0) throw validationFailed(errors);
  const subscriber = await subscriberOf(context, readContext, id);
  if (!subscriber) throw notFound("subscribers", String(id));
  return { subscriber, numbers: numbers.map(String), direction };
}

async function subscriberOf(
  context: PlatformContext,
  { db, actor }: ReadContext,
  id: Json,
): Promise<Row<"subscribers"> | undefined> {
  if (typeof id !== "number" || !Number.isInteger(id) || Math.abs(id) > 2147483647) return undefined;
  const plan = planOf(context.plans, "subscribers");
  return (await selectRows(db, plan, [...visibleTo(plan, actor), byId(id)]))[0];
}

function numberErrors(numbers: readonly Json[]): FieldError[] {
  if (numbers.length === 0) return [fieldError("/numbers", "required")];
  if (numbers.length > MAX_NUMBERS) return [fieldError("/numbers", "maxItems", { limit: MAX_NUMBERS })];
  return numbers.flatMap((number, index) => {
    const pointer = numbers.length === 1 ? "/numbers" : `/numbers/${index}`;
    if (number === null || number === "") return [fieldError(pointer, "required")];
    if (typeof number !== "string") return [fieldError(pointer, "type", { type: "string" })];
    return number.length > MAX_NUMBER_LENGTH ? [fieldError(pointer, "maxLength", { limit: MAX_NUMBER_LENGTH })] : [];
  });
}
