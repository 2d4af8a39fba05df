import { sql } from "kysely";
import { expect, it } from "vitest";
import { openPrepared } from "../../../tests/support/prepared.ts";
import { seedScale } from "./scale.ts";

it("adds subscribers with three numbers each, repeatedly, and keeps the indexes", async () => {
  const database = await openPrepared("tables");
  const { kysely } = database;
  try {
    const indexes = () =>
      sql`select pg_get_indexdef(indexrelid) as definition, obj_description(indexrelid, 'pg_class') as note
        from pg_index where indrelid in ('contacts'::regclass, 'customers'::regclass, 'subscribers'::regclass, 'numbers'::regclass)
        order by 1`.execute(kysely);
    const { rows: before } = await indexes();
    await seedScale(database, 50);
    await seedScale(database, 30);
    const { rows: counts } = await sql`
      select reseller.name, count(distinct subscribers.id)::integer as subscribers,
        count(distinct subscribers.customer_id)::integer as customers, count(distinct numbers.number)::integer as numbers
      from resellers as reseller
      join subscribers on subscribers.reseller_id = reseller.id
      join numbers on numbers.subscriber_id = subscribers.id
      where reseller.name like 'Scale %'
      group by reseller.id, reseller.name order by reseller.id`.execute(kysely);
    expect(counts).toEqual([
      { name: "Scale 5", subscribers: 50, customers: 3, numbers: 150 },
      { name: "Scale 6", subscribers: 30, customers: 2, numbers: 90 },
    ]);
    expect((await indexes()).rows).toEqual(before);
  } finally {
    await database.close();
  }
});

it("rejects an invalid count", async () => {
  await expect(seedScale({ kysely: undefined as never }, 0)).rejects.toThrow(RangeError);
});
