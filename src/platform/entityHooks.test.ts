import { expect, expectTypeOf, it } from "vitest";
import type { EntityHooks, Row } from "./entityHooks.ts";

/** `tsc` fails when an error expected here is none any more. */
it("know the columns of their resource", async () => {
  const hooks: EntityHooks<"vouchers"> = {
    async beforeWrite({ values, previous, work }) {
      values.amount = (previous?.amount ?? 0) + 1;
      values.valid_until = work.now;
      // @ts-expect-error -- no such column
      values.amuont = 2;
      // @ts-expect-error -- a number
      values.amount = "two";
      // @ts-expect-error -- no such column in another table
      await work.find("customers", { voucher_id: 1 });
    },
  };
  expect(Object.keys(hooks)).toEqual(["beforeWrite"]);
  expectTypeOf<Row<"vouchers">["customer_id"]>().toEqualTypeOf<number | null>();
  expectTypeOf<Row<"mailtofaxsettings">["uuid"]>().toEqualTypeOf<string | null>();
});
