import type { WireRecord } from "../../core/schema/descriptor.ts";
import { memoize } from "../../core/values/memoize.ts";
import { valuesById } from "../db/valuesById.ts";
import { violationAt } from "../records/hookHelpers.ts";
import type { HookContext, ReadContext, ResourceHooks, Row, WriteEvent } from "../resourceHooks.ts";

export const managersecretary: ResourceHooks<"managersecretary"> = {
  checks: {
    pbxNeeded: violationAt("/secretary_numbers", async (event) => !(await foreignNumbers(event))),
    /** Secretaries are in the manager's cloud PBX. */
    noColleague: {
      beforeWrite: async (event) =>
        ((await foreignNumbers(event)) ?? []).map((index) => ({
          pointer: `/secretary_numbers/${index}/number` as const,
        })),
    },
  },

  afterRead: presentUuids,
};

/** The positions of numbers that no colleague of the manager has; undefined: there is no cloud PBX. */
const foreignNumbers = memoize(async ({ input, previous, context }: WriteEvent<"managersecretary">) => {
  const numbers = (input.secretary_numbers ?? []).map(({ number }) => number);
  if (!previous || numbers.length === 0) return [];
  const manager = await context.load("subscribers", previous.id);
  const customer = manager && (await context.load("customers", manager.customer_id));
  if (!manager || customer?.type !== "pbxaccount") return undefined;
  const colleagues = await numbersBeside(context, manager);
  return numbers.flatMap((number, index) => (colleagues.has(number) ? [] : [index]));
});

async function numbersBeside({ db }: HookContext, manager: Row<"subscribers">): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom("numbers")
    .innerJoin("subscribers", "subscribers.id", "numbers.subscriber_id")
    .select("numbers.number")
    .where("subscribers.customer_id", "=", manager.customer_id)
    .where("subscribers.id", "<>", manager.id)
    .execute();
  return new Set(rows.map(({ number }) => number));
}

async function presentUuids({ db }: ReadContext, rows: readonly Row[], records: WireRecord[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const uuids = await valuesById<string>(db, "subscribers", "uuid", ids);
  for (const [index, record] of records.entries()) record.uuid = uuids.get(rows[index]?.id ?? 0) ?? null;
}
