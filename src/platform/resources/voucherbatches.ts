import { randomInt } from "node:crypto";
import { hasEnoughCodes, makeCode, tooFewCodes } from "../../core/telephony/voucherPattern.ts";
import { validationFailed } from "../../core/validation/errors.ts";
import { addCurrencies, voucherCurrency } from "../features/billing/currencies.ts";
import { ruleViolationError, violationAt } from "../records/hookHelpers.ts";
import type { ResourceHooks, WriteEvent, WrittenEvent } from "../resourceHooks.ts";

type Event = WriteEvent<"voucherbatches">;

/** Codes per statement, between which others have a turn. */
const SLICE = 500;
/** Statements in a row that find all their codes taken, before there are too few left. */
const MAX_MISSES = 50;

/** Nobody edits a batch: updates clear references to records that are deleted. */
export const voucherbatches: ResourceHooks<"voucherbatches"> = {
  checks: {
    patternTooFew: {
      beforeWrite: ({ mode, values }) =>
        mode === "update" || hasEnoughCodes(values.pattern ?? "", values.count ?? 0) ? [] : [tooFew(values)],
    },
    future: violationAt(
      "/valid_until",
      ({ mode, values, context }) => mode === "create" && new Date(values.valid_until ?? 0) <= context.now,
    ),
  },

  afterRead: (context, rows, records) => addCurrencies(context, voucherCurrency, rows, records),

  async beforeWrite({ mode, values, context: { actor } }) {
    if (mode === "create") Object.assign(values, { username: actor.username, admin_id: actor.adminId });
  },

  async afterWrite(event) {
    if (event.mode === "create") await makeVouchers(event);
  },
};

function tooFew({ pattern = "", count = 0 }: Event["values"]) {
  return { pointer: "/pattern", params: tooFewCodes(pattern, count) } as const;
}

/** Most of the pattern's codes are in use: ten times as many would do. */
function mostCodesTakenError(values: Event["values"]) {
  const { pointer, params } = tooFew(values);
  return ruleViolationError("voucherbatches", "patternTooFew", {
    pointer,
    params: { ...params, needed: params.possible * 10 },
  });
}

/** All of them, or none: a code that another voucher of the reseller has is replaced by the next. */
async function makeVouchers({ context, row, values }: WrittenEvent<"voucherbatches">): Promise<void> {
  const { db, progress, signal } = context;
  const { reseller_id, amount, valid_until, customer_id, package_id, count, pattern } = row;
  const common = {
    reseller_id,
    amount,
    valid_until,
    customer_id,
    package_id,
    batch_id: row.id,
    created_at: context.now,
  };
  progress.canStop = signal !== undefined;
  progress.found += count;
  let missing = count;
  let misses = 0;
  while (missing > 0) {
    signal?.throwIfAborted();
    // Some may come twice: those are made up for next time.
    const codes = new Set(Array.from({ length: Math.min(missing, SLICE) }, () => makeCode(pattern, randomInt)));
    const created = await db
      .insertInto("vouchers")
      .values([...codes].map((code) => ({ ...common, code })))
      .onConflict((conflict) => conflict.columns(["reseller_id", "code"]).doNothing())
      .returning("id")
      .execute();
    missing -= created.length;
    progress.done += created.length;
    misses = created.length > 0 ? 0 : misses + 1;
    if (misses > MAX_MISSES) throw validationFailed([mostCodesTakenError(values)]);
  }
}
