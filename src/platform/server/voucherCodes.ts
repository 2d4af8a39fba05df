import type { FastifyInstance } from "fastify";
import { PlatformError } from "../../core/validation/errors.ts";
import { toCsvLine } from "../../core/values/csv.ts";
import { toCsvCell } from "../../core/values/csvCells.ts";
import { parseWireInstant, toPlatformTime } from "../../core/values/dateTime.ts";
import { type ItemRequest, parseId } from "../http/query.ts";
import type { PlatformContext } from "../records/context.ts";
import { planOf } from "../records/plan/resourcePlan.ts";
import { findVisible } from "../records/query/selectRows.ts";
import { mask, resellerIdOfRow } from "../records/unitOfWork/journal.ts";
import type { UnitOfWork } from "../records/unitOfWork/unitOfWork.ts";
import type { Actor } from "../resourceHooks.ts";
import { csvHeaders } from "./csvExport.ts";

const columns = ["code", "amount", "valid_until", "customer_id", "package_id"] as const;

/**
 * An extension of this platform (`voucher_batches`): `POST /api/voucherbatches/{id}/codes` returns the codes of a batch
 * as a file, in the format of uploads, to the account that created it, and only once.
 */
export function registerVoucherCodes(app: FastifyInstance, context: PlatformContext): void {
  const { descriptor } = planOf(context.plans, "voucherbatches");

  app.post("/api/voucherbatches/:id/codes", async (request: ItemRequest, reply) => {
    const actor = await context.callerWith(request, "create", descriptor);
    const id = parseId(request.params.id);
    const lines = await context.inTransaction(actor, (unit) => takeCodes(unit, actor, id));
    return reply
      .headers(csvHeaders(`vouchers-${id}.csv`, lines.length, true))
      .header("Cache-Control", "no-store")
      .send([columns, ...lines].map(toCsvLine).join(""));
  });
}

/** Returns the lines of the file, which is recorded as downloaded before it leaves: nobody else can get it. */
async function takeCodes(unit: UnitOfWork, actor: Actor, id: number | undefined): Promise<string[][]> {
  const plan = planOf(unit.plans, "voucherbatches");
  const batch = await findVisible(unit, plan, id);
  const claimed = await unit.db
    .updateTable("voucherbatches")
    .set(({ eb }) => ({ downloaded_at: unit.now, row_version: eb("row_version", "+", 1) }))
    .where("id", "=", batch.id)
    .where("admin_id", "=", actor.adminId)
    .where("downloaded_at", "is", null)
    .returning("id")
    .execute();
  if (claimed.length === 0) throw new PlatformError(batch.admin_id === actor.adminId ? "codes_taken" : "codes_foreign");
  await unit.journal({
    resource: plan.name,
    id: batch.id,
    operation: "reveal",
    resellerId: resellerIdOfRow(plan, batch, unit.actor),
    changes: { downloaded_at: { before: mask, after: mask } },
  });
  const vouchers = await unit.db
    .selectFrom("vouchers")
    .select(columns)
    .where("batch_id", "=", batch.id)
    .orderBy("id")
    .execute();
  const toCell = ([column, value]: [string, string | number | null]) =>
    column === "valid_until" && typeof value === "string" ? plainTime(value, unit.timeZone) : toCsvCell(value);
  return vouchers.map((voucher) => Object.entries(voucher).map(toCell));
}

function plainTime(text: string, zone: string): string {
  const instant = parseWireInstant(text, zone);
  return instant ? toPlatformTime(instant, zone) : text;
}
