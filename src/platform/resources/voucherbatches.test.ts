import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createdId, errorsOf, idFromLocation, withoutLinks } from "../../../tests/support/api.ts";
import { readCsv } from "../../core/values/csvReader.ts";
import { itemsOf, platformUntilEnd } from "../../testing/platform.ts";
import { createProfile } from "../../testing/records.ts";

const path = "/api/voucherbatches/";

const platform = await platformUntilEnd();
const admins = platform.database.kysely.updateTable("admins");
await admins.set({ billing_data: false }).where("login", "=", "system").execute();
/** A superuser without the right to billing data. */
const [master, reseller, blind] = await Promise.all([
  platform.as("master"),
  platform.as("resellerTwo"),
  platform.as("system"),
]);

const batch = (values: object = {}) => ({
  reseller_id: 2,
  count: 20,
  pattern: "****-****-****",
  amount: 1000,
  valid_until: "2031-12-31T23:59:59Z",
  ...values,
});

async function make(values: object = {}, client = master): Promise<number> {
  const reply = await client.send("POST", path, batch(values));
  expect(reply.status, reply.text).toBe(201);
  return idFromLocation(reply);
}

const take = (id: number, client = master) => client.send("POST", `${path}${id}/codes`);
const linesOf = (text: string) => [...readCsv(text, ",")].map(({ cells }) => cells);
const codesOf = async (id: number) => {
  const rows = platform.database.kysely.selectFrom("vouchers").select("code").where("batch_id", "=", id);
  return (await rows.execute()).map(({ code }) => code);
};
/** The first codes of a pattern, as vouchers of reseller 3. */
const takeCodes = (prefix: string, count: number) =>
  sql`insert into vouchers (reseller_id, code, amount, valid_until)
    select 3, ${prefix}::text || lpad(n::text, 4, '0'), 1, '2031-12-31T23:59:59Z'
    from generate_series(0, ${count}::integer - 1) n`.execute(platform.database.kysely);
const total = async (client = master) => (await client.send("GET", "/api/vouchers/?rows=1")).body.total_count;

describe("a batch", () => {
  it("makes as many vouchers as asked for, all alike but for their codes", async () => {
    const id = await make({ count: 1201, pattern: "GIFT-****-****-@@##" });
    const codes = await codesOf(id);
    expect(new Set(codes).size).toBe(1201);
    for (const code of codes) expect(code).toMatch(/^GIFT-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[A-Z]{2}\d{2}$/);
    const { body } = await master.send("GET", `/api/vouchers/?batch_id=${id}&rows=1`);
    expect(body.total_count).toBe(1201);
    const [one] = itemsOf(await master.send("GET", `/api/vouchers/?batch_id=${id}&rows=1`), "vouchers");
    expect(one).toMatchObject({ amount: 1000, reseller_id: 2, batch_id: id, status: "unused", used_at: null });
    expect(one?.created_at).not.toBeNull();
    const told = { count: 1201, username: "master", downloaded_at: null };
    expect((await master.send("GET", `${path}${id}`)).body).toMatchObject(told);
  });

  it("uses no code twice with a reseller, whoever made the other", async () => {
    // Of 10,000 codes 8,000 are taken, so that most attempts find one of those.
    await takeCodes("N", 8000);
    const codes = await codesOf(await make({ reseller_id: 3, count: 10, pattern: "N####" }));
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(Number(code.slice(1))).toBeGreaterThanOrEqual(8000);
  });

  it("is all or nothing: with too few free codes no voucher is made", async () => {
    await takeCodes("F", 9995);
    const before = [await total(), (await master.send("GET", path)).body.total_count];
    const refused = await master.send("POST", path, batch({ reseller_id: 3, count: 10, pattern: "F####" }));
    expect(errorsOf(refused)).toEqual(["/pattern rules.business.patternTooFew"]);
    expect(refused.body.errors).toMatchObject([{ params: { possible: 10_000, needed: 100_000 } }]);
    expect([await total(), (await master.send("GET", path)).body.total_count]).toEqual(before);
  });

  it("stays as it is when its package is deleted, after its vouchers and by somebody else", async () => {
    const { kysely } = platform.database;
    const profile_id = await createProfile(master);
    const bundle = { reseller_id: 2, name: "Batch", description: "-", initial_profiles: [{ profile_id }] };
    const package_id = createdId(await master.send("POST", "/api/profilepackages/", bundle));
    const remove = () => reseller.send("DELETE", `/api/profilepackages/${package_id}`);
    const id = await make({ count: 2, package_id });
    expect((await remove()).body).toMatchObject({ key: "errors.in_use", params: { usedBy: "vouchers", count: 2 } });
    await kysely.deleteFrom("vouchers").where("batch_id", "=", id).execute();
    const inThePast = { valid_until: new Date("2001-02-03T04:05:06Z") };
    await kysely.updateTable("voucherbatches").set(inThePast).where("id", "=", id).execute();
    const read = async () => withoutLinks((await master.send("GET", `${path}${id}`)).body);
    const before = await read();
    expect((await remove()).status).toBe(204);
    expect(await read()).toEqual({ ...before, package_id: null });
    expect(await codesOf(id)).toEqual([]);
  });

  it("is one entry in the journal, without codes", async () => {
    const id = await make({ count: 5 });
    const codes = await codesOf(id);
    await take(id);
    const { text, body } = await master.send("GET", `${path}${id}/journal/`);
    expect(body.total_count).toBe(2);
    const { entries } = await platform.database.kysely
      .selectFrom("journals")
      .select((eb) => eb.fn.countAll<number>().as("entries"))
      .where("resource_name", "=", "vouchers")
      .executeTakeFirstOrThrow();
    expect(Number(entries)).toBe(0);
    for (const code of codes) expect(text).not.toContain(code);
  });
});

describe("the codes of a batch", () => {
  it("are downloaded once, in the format of uploads", async () => {
    const id = await make({ count: 3, amount: 2500 });
    const codes = await codesOf(id);
    const reply = await take(id);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.headers["content-type"]).toContain("text/csv");
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(linesOf(reply.text)).toEqual([
      ["code", "amount", "valid_until", "customer_id", "package_id"],
      ...codes.map((code) => [code, "2500", "2031-12-31 23:59:59", "", ""]),
    ]);
    const again = await take(id);
    expect([again.status, again.body.key]).toEqual([410, "errors.codes_taken"]);
    expect(again.text).not.toContain(codes[0]);
    expect((await master.send("GET", `${path}${id}`)).body.downloaded_at).not.toBeNull();
  });

  it("are for whoever made it only", async () => {
    const id = await make({}, reseller);
    const foreign = await take(id);
    expect([foreign.status, foreign.body.key]).toEqual([403, "errors.codes_foreign"]);
    expect((await take(id, blind)).status).toBe(403);
    expect((await take(id, reseller)).status).toBe(200);
  });

  it("go to one of many who ask at the same time", async () => {
    const id = await make();
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => take(id)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 410, 410, 410, 410]);
  });

  it("can be redeemed", async () => {
    const id = await make({ count: 1 });
    const [, [code] = []] = linesOf((await take(id)).text);
    expect(itemsOf(await master.send("GET", `/api/vouchers/?code=${code}`), "vouchers")).toHaveLength(1);
  });
});

it("has the currency that the reseller's billing profiles have in common, if no customer or package says it", async () => {
  const currencyOf = async (id: number) => (await master.send("GET", `${path}${id}`)).body.currency;
  const id = await make();
  const { body } = await master.send("GET", "/api/billingprofiles/?reseller_id=2&rows=100");
  expect([await currencyOf(id), JSON.stringify(body).includes('"currency":"')]).toEqual([null, false]);
  await createProfile(master, { currency: "KWD" });
  expect(await currencyOf(id)).toBe("KWD");
  await createProfile(master, { currency: "JPY" });
  expect(await currencyOf(id)).toBeNull();
});
