import type { FastifyInstance } from "fastify";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import { type FieldError, validationFailed } from "../../core/errors.ts";
import { fieldError } from "../../core/validate.ts";
import type { PlatformContext } from "../context.ts";
import type { Reading, Row } from "../entityHooks.ts";
import { requireBody } from "../http/body.ts";
import { asRecord } from "../http/jsonText.ts";
import { planOf } from "../plan/resourcePlan.ts";
import { byId } from "../query/byId.ts";
import { selectRows } from "../query/selectRows.ts";
import { visibleTo } from "../query/visible.ts";
import { applyRules } from "../rewriting/applyRules.ts";
import { rulesOf } from "../rewriting/subscribersRules.ts";

/** Maximum count of numbers in a request, and their maximum length. */
const MOST = 1000;
const LONGEST = 255;

const directions = ["caller_in", "callee_in", "caller_out", "callee_out", "caller_lnp", "callee_lnp"] as const;

interface Wish {
  readonly subscriber: Row;
  readonly numbers: readonly string[];
  readonly direction: string;
}

/**
 * `POST /api/applyrewrites/` `{subscriber_id, numbers, direction}`: applies the subscriber's rewrite rules to numbers
 * and returns `result`, one or a list like `numbers`. Nothing is stored. Requires the right to read rule sets.
 */
export function registerApplyRewrites(app: FastifyInstance, context: PlatformContext): void {
  app.post("/api/applyrewrites/", async (request, reply) => {
    const actor = await context.actorOf(request);
    context.assertCan(actor, planOf(context.plans, "rewriterulesets").descriptor, "read");
    const reading = context.readAs(actor);
    const body = asRecord(requireBody(request));
    const { subscriber, numbers, direction } = await wishIn(context, reading, body);
    const [field = "", way = ""] = direction.split("_");
    const { rules, codes } = await rulesOf(context, reading, subscriber, { field, direction: way });
    const result = applyRules(rules, numbers, codes);
    return reply.code(201).send({ ...wordsOf(body), result: Array.isArray(body.numbers) ? result : (result[0] ?? "") });
  });
}

function wordsOf({ subscriber_id, numbers, direction }: WireRecord): WireRecord {
  return { subscriber_id: subscriber_id ?? null, numbers: numbers ?? null, direction: direction ?? null };
}

/** The validated request; throws 422 with every error. */
async function wishIn(context: PlatformContext, reading: Reading, body: WireRecord): Promise<Wish> {
  const subscriber = await subscriberOf(context, reading, body.subscriber_id);
  const direction = directions.find((one) => one === body.direction);
  const numbers = Array.isArray(body.numbers) ? body.numbers : [body.numbers ?? null];
  const errors = [
    ...(body.subscriber_id === undefined || body.subscriber_id === null
      ? [fieldError("/subscriber_id", "required")]
      : subscriber
        ? []
        : [fieldError("/subscriber_id", "reference", { resource: "subscribers" })]),
    ...numberErrors(numbers),
    ...(direction ? [] : [fieldError("/direction", "enum", { allowedValues: [...directions] })]),
  ];
  if (!subscriber || !direction || errors.length > 0) throw validationFailed(errors);
  return { subscriber, numbers: numbers.map(String), direction };
}

/** The subscriber, if the caller sees it. */
async function subscriberOf(context: PlatformContext, { db, actor }: Reading, id: Json | undefined) {
  if (typeof id !== "number" || !Number.isInteger(id) || Math.abs(id) > 2147483647) return undefined;
  const plan = planOf(context.plans, "subscribers");
  return (await selectRows(db, plan, [...visibleTo(plan, actor), byId(id)]))[0];
}

function numberErrors(numbers: readonly Json[]): FieldError[] {
  if (numbers.length === 0) return [fieldError("/numbers", "required")];
  if (numbers.length > MOST) return [fieldError("/numbers", "maxItems", { limit: MOST })];
  return numbers.flatMap((number, index) => {
    const pointer = numbers.length === 1 ? "/numbers" : `/numbers/${index}`;
    if (number === null || number === "") return [fieldError(pointer, "required")];
    if (typeof number !== "string") return [fieldError(pointer, "type", { type: "string" })];
    return number.length > LONGEST ? [fieldError(pointer, "maxLength", { limit: LONGEST })] : [];
  });
}
