import type { Json, WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError } from "../../core/errors.ts";
import { anyOf } from "../db/statements.ts";
import type { EntityHooks, Reading, Row, Work, WriteEvent } from "../entityHooks.ts";
import { listOf, refuse } from "./checks.ts";

export const managersecretary: EntityHooks<"managersecretary"> = {
  async beforeWrite(event) {
    refuse(await checkNumbers(event));
  },

  present: presentUuids,
};

/** Secretaries are in the manager's cloud PBX. */
async function checkNumbers({ input, previous, work }: WriteEvent<"managersecretary">): Promise<FieldError[]> {
  const numbers = listOf<{ [key: string]: Json }>(input.secretary_numbers).map(({ number }) => String(number));
  if (numbers.length === 0) return [];
  const manager = await work.load("subscribers", Number(previous?.id ?? input.id));
  const customer = manager && (await work.load("customers", Number(manager.customer_id)));
  if (!manager || customer?.type !== "pbxaccount") return [businessError("/secretary_numbers", "pbxNeeded")];
  const colleagues = await numbersBeside(work, manager);
  return numbers.flatMap((number, index) =>
    colleagues.has(number) ? [] : [businessError(`/secretary_numbers/${index}/number`, "noColleague")],
  );
}

async function numbersBeside({ db }: Work, manager: Row<"subscribers">): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom("numbers")
    .innerJoin("subscribers", "subscribers.id", "numbers.subscriber_id")
    .select("numbers.number")
    .where("subscribers.customer_id", "=", manager.customer_id)
    .where("subscribers.id", "<>", manager.id)
    .execute();
  return new Set(rows.map(({ number }) => number));
}

async function presentUuids({ db }: Reading, rows: readonly Row[], records: WireRecord[]): Promise<void> {
  if (rows.length === 0) return;
  const subscribers = db.selectFrom("subscribers").select(["id", "uuid"]);
  const found = await subscribers.where("id", "=", anyOf(rows.map(({ id }) => id))).execute();
  const uuids = new Map(found.map(({ id, uuid }) => [id, uuid]));
  for (const [index, record] of records.entries()) record.uuid = uuids.get(rows[index]?.id ?? 0) ?? null;
}
