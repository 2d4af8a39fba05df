import { expect, it } from "vitest";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { resources } from "../../../generated/all.gen.ts";
import { testField } from "../../../testing/descriptor.ts";
import { itemsOf, platformUntilEnd } from "../../../testing/platform.ts";

/** The resource with further fields. */
function withFields(name: string, added: readonly FieldDescriptor[], changed: Partial<FieldDescriptor> = {}) {
  const module = resources[name];
  if (!module) throw new Error(`no ${name}`);
  const access = { ...module.descriptor.access, reseller: { read: true } as const };
  const fields = module.descriptor.fields.map((field) => (field.name === "amount" ? { ...field, ...changed } : field));
  return { [name]: { ...module, descriptor: { ...module.descriptor, access, fields: [...fields, ...added] } } };
}

const computed = (name: string, expression: string) =>
  testField(name, "decimal", { readOnly: true, computed: expression });

const vouchers = [
  computed("third", "round(amount / 3, 2)"),
  computed("rest", "amount - third * 3"),
  testField("tier", "text", { readOnly: true, computed: "if(amount >= 1000, 'large', 'small')" }),
];
const resellers = [
  computed("vouchers_total", "sum(vouchers.amount)"),
  computed("vouchers_net", "vouchers_total * 0.8"),
];

const platform = await platformUntilEnd(
  {},
  {
    ...resources,
    ...withFields("resellers", resellers),
    ...withFields("vouchers", vouchers, { access: { superuser: { read: true, create: true }, reseller: {} } }),
  },
);
const [master, two] = await Promise.all([platform.as("master"), platform.as("resellerTwo")]);

const voucher = (reseller_id: number, code: string, amount: number) =>
  master.create("vouchers", { reseller_id, code, amount, valid_until: "2030-01-01 00:00:00" });
const first = await voucher(2, "one", 0.1);
await voucher(2, "two", 0.2);
await voucher(3, "three", 1000);

it("adds to a record, to a page and to a file what expressions compute of the fields of each", async () => {
  const { body } = await master.send("GET", `/api/vouchers/${first}`);
  expect(body).toMatchObject({ amount: 0.1, third: 0.03, rest: 0.01, tier: "small" });
  const page = itemsOf(await master.send("GET", "/api/vouchers/?order_by=id"), "vouchers");
  expect(page.map(({ third, rest, tier }) => [third, rest, tier])).toEqual([
    [0.03, 0.01, "small"],
    [0.07, -0.01, "small"],
    [333.33, 0.01, "large"],
  ]);
});

it("adds up the records that refer to one, and nothing where none does", async () => {
  const page = itemsOf(await master.send("GET", "/api/resellers/?order_by=id"), "resellers");
  expect(page.map(({ id, vouchers_total, vouchers_net }) => [id, vouchers_total, vouchers_net])).toEqual([
    [1, 0, 0],
    [2, 0.3, 0.24],
    [3, 1000, 800],
  ]);
  const { body } = await master.send("GET", `/api/vouchers/${first}?expand=reseller_id`);
  expect(body.reseller_id_expand).toMatchObject({ vouchers_total: 0.3 });
});

it("shows nothing that is computed of what the caller may not read", async () => {
  const { body } = await two.send("GET", `/api/vouchers/${first}`);
  expect(body).not.toHaveProperty("amount");
  expect(body).toMatchObject({ third: null, tier: null });
  expect((await two.send("GET", "/api/resellers/2")).body).toMatchObject({ vouchers_total: null, vouchers_net: null });
});

it("neither takes such a value from a request nor sorts by it", async () => {
  const id = await master.create("vouchers", {
    ...{ reseller_id: 3, code: "four", amount: 9 },
    third: 77,
    valid_until: "2030-01-01 00:00:00",
  });
  expect((await master.send("GET", `/api/vouchers/${id}`)).body).toMatchObject({ third: 3 });
  const page = itemsOf(await master.send("GET", "/api/vouchers/?order_by=third&order_by_direction=desc"), "vouchers");
  expect(page.map(({ code }) => code)).toEqual(["one", "two", "three", "four"]);
});
