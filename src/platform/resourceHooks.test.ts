import { readdirSync, readFileSync } from "node:fs";
import { expect, expectTypeOf, it } from "vitest";
import type { PointerOf } from "./declaredRules.ts";
import type { AnyHooks, ResourceHooks, Row, WrittenRecord } from "./resourceHooks.ts";
import { hooks } from "./resources/index.gen.ts";

/** `tsc` fails when an error expected here is none any more. */
it("know the columns of their resource", async () => {
  const hooks: ResourceHooks<"vouchers"> = {
    async beforeWrite({ values, previous, context }) {
      values.amount = (previous?.amount ?? 0) + 1;
      values.valid_until = context.now;
      // @ts-expect-error -- no such column
      values.amuont = 2;
      // @ts-expect-error -- a number
      values.amount = "two";
      // @ts-expect-error -- no such column in another table
      await context.findBy("customers", { voucher_id: 1 });
      // @ts-expect-error -- no such column of a new row
      await context.insert("vouchers", { amuont: 2 });
      // @ts-expect-error -- no such status
      await context.insertMany("customers", [{ status: "gone" }]);
      // @ts-expect-error -- no such status
      await context.updateMany("customers", [1], { status: "gone" });
    },
  };
  expect(Object.keys(hooks)).toEqual(["beforeWrite"]);
  expectTypeOf<Row<"vouchers">["customer_id"]>().toEqualTypeOf<number | null>();
  expectTypeOf<Row<"mailtofaxsettings">["uuid"]>().toEqualTypeOf<string | null>();
  // Of documents also what they contain.
  type Key = NonNullable<Row<"pbxdevices">["lines"]>[number];
  expectTypeOf<Key["subscriber_id"]>().toEqualTypeOf<number>();
  expectTypeOf<Key["label"]>().toEqualTypeOf<string | null | undefined>();
  // @ts-expect-error -- no such member
  expectTypeOf<Key["lable"]>().toBeString();
});

it("know what requests write", () => {
  const hooks: ResourceHooks<"faxserversettings"> = {
    async beforeWrite({ input }) {
      expectTypeOf(input.active).toEqualTypeOf<boolean | null | undefined>();
      // @ts-expect-error -- no such member
      expectTypeOf(input.actvie).toBeBoolean();
    },
  };
  expect(Object.keys(hooks)).toEqual(["beforeWrite"]);
  const isReseller = ({ type }: WrittenRecord<"contracts">) => type === "reseller";
  // @ts-expect-error -- no such choice
  const isSip = ({ type }: WrittenRecord<"contracts">) => type === "sip";
  expect([isReseller, isSip].map((is) => is({ type: "reseller" }))).toEqual([true, false]);
  // @ts-expect-error -- platforms tell it
  const read: WrittenRecord<"subscribers"> = { uuid: "2f1c" };
  expect(read).toBeDefined();
});

it("limit the rows of each resource whose schema says so", () => {
  const schemas = readdirSync("schemas/resources").map((file) => readFileSync(`schemas/resources/${file}`, "utf8"));
  const limited = schemas
    .map((text) => JSON.parse(text))
    .filter((schema) => schema["x-resource"].visibilityNote !== undefined);
  expect(limited.length).toBeGreaterThan(5);
  for (const { $id } of limited) {
    const own: AnyHooks | undefined = Object.entries(hooks).find(([name]) => name === $id)?.[1];
    expect(own?.visibleTo ?? own?.computeRecords, $id).toBeDefined();
  }
});

it("have a check for each business rule of their schema, and for no other", async () => {
  const parentLoop = { beforeWrite: () => [{ pointer: "/parent_id" as const }] };
  // @ts-expect-error -- the schema declares a rule
  const none: ResourceHooks<"soundsets"> = {};
  // @ts-expect-error -- without the declared rule
  const missing: ResourceHooks<"soundsets"> = { checks: {} };
  // @ts-expect-error -- with an undeclared rule
  const further: ResourceHooks<"soundsets"> = { checks: { parentLoop, terminated: parentLoop } };
  // @ts-expect-error -- the schema declares no rules
  const undeclared: ResourceHooks<"domains"> = { checks: { parentLoop } };
  // @ts-expect-error -- checked at no moment
  const never: ResourceHooks<"soundsets"> = { checks: { parentLoop: {} } };
  const elsewhere: ResourceHooks<"soundsets"> = {
    // @ts-expect-error -- reported at an undeclared field
    checks: { parentLoop: { beforeWrite: () => [{ pointer: "/name" }] } },
  };
  expect([none, missing, further, undeclared, never, elsewhere]).toHaveLength(6);
  const complete: ResourceHooks<"soundsets"> = { checks: { parentLoop } };
  expect(Object.keys(complete.checks)).toEqual(["parentLoop"]);
  type Expected = "/primary_number" | "/pbx_extension" | `/alias_numbers/${number}`;
  expectTypeOf<PointerOf<"subscribers", "numberTaken">>().toEqualTypeOf<Expected>();
});
