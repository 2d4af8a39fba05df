import { beforeEach, describe, expect, it } from "vitest";
import { errorsOf } from "../../../tests/support/api.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { itemsOf, platformUntilEnd, type Reply } from "../../testing/platform.ts";
import { createContact, createCustomer, createProfile, createSubscriber } from "../../testing/records.ts";

let now = new Date("2026-06-14T13:00:00Z");
let serial = 0;
/** Billing profiles of reseller 2. */
let initial: number;
let afterTopUp: number;
let onUnderrun: number;

const makeProfile = (more: WireRecord = {}) => createProfile(admin, more);
const makePackage = (more: WireRecord = {}) =>
  admin.create("profilepackages", {
    reseller_id: 2,
    name: `Package ${++serial}`,
    description: "-",
    initial_profiles: [{ profile_id: initial }],
    ...more,
  });
const makeCustomer = (more: WireRecord = {}) => createCustomer(admin, { billing_profile_id: initial, ...more });
const makeSubscriber = (customer_id: number, more: WireRecord = {}) =>
  createSubscriber(admin, { customer_id, ...more });
const makeVoucher = (more: WireRecord = {}) =>
  admin.create("vouchers", {
    reseller_id: 2,
    code: `code ${++serial}`,
    amount: 1000,
    valid_until: "2031-01-01T00:00:00Z",
    ...more,
  });
const read = async (resource: string, id: number) => (await admin.send("GET", `/api/${resource}/${id}`)).body;
const list = async (resource: string, query: string) =>
  itemsOf(await admin.send("GET", `/api/${resource}/?rows=100&${query}`), resource);
const intervals = async (customer: number, query: string) =>
  itemsOf(await admin.send("GET", `/api/balanceintervals/${customer}/?rows=100&${query}`), "balanceintervals");
const set = (id: number, field: string, value: unknown) =>
  admin.send("PATCH", `/api/customerbalances/${id}`, [{ op: "replace", path: `/${field}`, value }]);
const topUp = (record: WireRecord, client = admin) => client.send("POST", "/api/topupcash/", record);
const redeem = (record: WireRecord, client = admin) => client.send("POST", "/api/topupvouchers/", record);
const linesOf = (contract_id: number) => list("topuplogs", `contract_id=${contract_id}&order_by=id`);
/** All that a top-up changes, except the log. */
const stateOf = async (id: number) => ({
  balance: await read("customerbalances", id),
  customer: await read("customers", id),
  intervals: await intervals(id, "order_by=start"),
});

const platform = await platformUntilEnd({ clock: () => now, tokenLifetime: null });
const admin = await platform.as("master");
initial = await makeProfile();
// The first one never ends.
await makeCustomer();
beforeEach(async () => {
  now = new Date("2026-06-14T13:00:00Z");
  [initial, afterTopUp, onUnderrun] = [await makeProfile(), await makeProfile(), await makeProfile()];
});

describe("a balance", () => {
  it("has the intervals until now whenever it is read", async () => {
    const id = await makeCustomer({ external_id: "C-7" });
    expect(await read("customerbalances", id)).toMatchObject({
      cash_balance: 0,
      free_time_balance: 0,
      cash_debit: 0,
      external_id: "C-7",
    });
    now = new Date("2026-08-20T13:00:00Z");
    const rows = await intervals(id, "order_by=start");
    expect(rows.map(({ start, stop, is_actual }) => [start, stop, is_actual])).toEqual([
      ["2026-06-01 00:00:00", "2026-06-30 23:59:59", false],
      ["2026-07-01 00:00:00", "2026-07-31 23:59:59", false],
      ["2026-08-01 00:00:00", "2026-08-31 23:59:59", true],
    ]);
    expect(rows.map(({ billing_profile_id }) => billing_profile_id)).toEqual([initial, initial, initial]);
    const later = await intervals(id, "start=2026-07-01T00:00:00Z");
    expect(later).toHaveLength(2);
  });

  it("keeps the third decimal of a currency that has one, as do top-ups and vouchers", async () => {
    const id = await makeCustomer({ billing_profile_id: await makeProfile({ currency: "KWD" }) });
    expect((await set(id, "cash_balance", 1.234)).status).toBe(204);
    expect(await read("customerbalances", id)).toMatchObject({ cash_balance: 1.234 });
    expect((await topUp({ contract_id: id, amount: 123.4 })).status).toBe(204);
    const voucher = await makeVoucher({ code: "fils", amount: 123.4 });
    expect(await read("vouchers", voucher)).toMatchObject({ amount: 123.4 });
    expect((await redeem({ contract_id: id, code: "fils" })).status).toBe(204);
    expect(await read("customerbalances", id)).toMatchObject({ cash_balance: 3.702 });
    expect((await linesOf(id)).map(({ amount }) => amount)).toEqual([1.234, 1.234, 1.234]);
  });

  it("has its intervals below the customer, and the current ones of all customers in one list", async () => {
    const contact_id = await createContact(admin);
    const [id, other] = [await makeCustomer({ contact_id }), await makeCustomer({ contact_id })];
    now = new Date("2026-08-20T13:00:00Z");
    const page = await admin.send("GET", `/api/balanceintervals/${id}?order_by=start&rows=2`);
    const rows = itemsOf(page, "balanceintervals");
    expect(page.body.total_count).toBe(3);
    expect(rows.map(({ start }) => start)).toEqual(["2026-06-01 00:00:00", "2026-07-01 00:00:00"]);
    const hrefs = (reply: Reply) =>
      itemsOf(reply, "balanceintervals").map(({ _links }) => (_links as { self: { href: string } }).self.href);
    expect(hrefs(page)).toEqual(rows.map((row) => `/api/balanceintervals/${id}/${row.id}`));
    expect(page.body._links).toMatchObject({
      next: { href: `/api/balanceintervals/${id}/?page=2&rows=2&order_by=start` },
    });
    const first = await admin.send("GET", hrefs(page)[0] ?? "");
    expect(first.body).toMatchObject({ id: rows[0]?.id, start: "2026-06-01 00:00:00", customer_id: id });
    expect(first.body._links).toMatchObject({ collection: { href: `/api/balanceintervals/${id}/` } });
    const status = async (path: string) => (await admin.send("GET", `/api/balanceintervals/${path}`)).status;
    expect(await status(`${other}/${rows[0]?.id}`)).toBe(404);
    expect(await status("999999")).toBe(404);
    expect(await status("first")).toBe(400);

    await platform.refreshStale();
    const current = await list("balanceintervals", `contact_id=${contact_id}&order_by=customer_id`);
    expect(current.map((row) => [row.customer_id, row.start])).toEqual([
      [id, "2026-08-01 00:00:00"],
      [other, "2026-08-01 00:00:00"],
    ]);
    expect(await list("balanceintervals", `id=${rows[0]?.id}`)).toMatchObject([{ customer_id: id }]);
  });

  it("tells when its cash is discarded, counted from the last top-up or the first interval", async () => {
    const discarding = { profile_package_id: await makePackage({ notopup_discard_intervals: 5 }) };
    const never = { profile_package_id: await makePackage({ notopup_discard_intervals: 0 }) };
    const [topped, other, kept] = [
      await makeCustomer(discarding),
      await makeCustomer(discarding),
      await makeCustomer(never),
    ];
    now = new Date("2026-07-10T13:00:00Z");
    await topUp({ contract_id: topped, amount: 100 });
    now = new Date("2026-09-20T13:00:00Z");
    const all = [topped, other, kept];
    for (const id of all) await read("customerbalances", id);
    const rows = await list("balanceintervals", "order_by=customer_id");
    const expiries = rows.filter(({ customer_id }) => all.includes(Number(customer_id)));
    expect(expiries.map(({ notopup_discard_expiry }) => notopup_discard_expiry)).toEqual([
      "2027-01-01T00:00:00Z",
      "2026-12-01T00:00:00Z",
      null,
    ]);
    const past = await intervals(topped, "order_by=start&rows=1");
    expect(past.map(({ notopup_discard_expiry }) => notopup_discard_expiry)).toContain(null);
  });

  it("is in the journal when an interval, a top-up or a package changes it, with whoever did", async () => {
    const entriesOf = async (id: number) => {
      const page = await admin.send("GET", `/api/customerbalances/${id}/journal/?rows=100`);
      return itemsOf(page, "journal").map(({ username, changes }) => [username, changes]);
    };
    const free = await makeProfile({ interval_free_cash: 500 });
    const id = await makeCustomer({
      profile_package_id: await makePackage({ carry_over_mode: "discard", initial_profiles: [{ profile_id: free }] }),
    });
    await set(id, "cash_balance", 30);
    now = new Date("2026-07-20T13:00:00Z");
    await platform.refreshStale();
    now = new Date("2026-08-20T13:00:00Z");
    expect((await topUp({ contract_id: id, amount: 100 })).status).toBe(204);
    expect(await entriesOf(id)).toEqual([
      ["master", { cash_balance: { before: expect.any(Number), after: 30 } }],
      ["platform", { cash_balance: { before: 30, after: 5 } }],
      ["master", { cash_balance: { before: 5, after: 6 } }],
    ]);
  });

  it("is listed by what is stored with the customer", async () => {
    const prepaid = await makeProfile({ prepaid: true });
    const external_id = `Filter ${++serial}`;
    const one = await makeCustomer({ external_id, billing_profile_id: prepaid });
    const other = await makeCustomer({ external_id, status: "pending" });
    const domain = "balances.example.org";
    await makeSubscriber(one, { domain_id: await admin.create("domains", { reseller_id: 2, domain }) });
    const { contact_id } = await read("customers", one);
    const listed = async (query: string) =>
      (await list("customerbalances", `order_by=id&external_id=${encodeURIComponent(external_id)}&${query}`)).map(
        ({ id }) => id,
      );
    expect(await listed("reseller_id=2")).toEqual([one, other]);
    expect(await listed("reseller_id=3")).toEqual([]);
    expect(await listed(`contact_id=${contact_id}`)).toEqual([one]);
    expect(await listed("contact_id=none")).toEqual([]);
    expect(await listed("status=pending")).toEqual([other]);
    expect(await listed("status=active,pending")).toEqual([one, other]);
    expect(await listed(`domain=${domain}`)).toEqual([one]);
    expect(await listed("prepaid=1")).toEqual([one]);
    expect(await listed("prepaid=0")).toEqual([other]);
    expect(await listed("prepaid=perhaps")).toEqual([]);
    expect(await list("customerbalances", "external_id=filter*&prepaid=true")).toHaveLength(1);
    // Another profile counts from now on.
    await admin.send("PATCH", `/api/customers/${one}`, [
      { op: "replace", path: "/billing_profile_id", value: initial },
    ]);
    expect(await listed("prepaid=0")).toEqual([one, other]);
  });

  it("gives free cash and time for what is left of the first interval, and in full afterwards", async () => {
    const billing_profile_id = await makeProfile({ interval_free_cash: 3000, interval_free_time: 600 });
    const id = await makeCustomer({ billing_profile_id });
    const first = await read("customerbalances", id);
    // From midnight of the 14th on: 17 of 30 days.
    expect(first).toMatchObject({ cash_balance: 17, free_time_balance: 340 });
    expect(first.ratio).toBeCloseTo(17 / 30, 10);
    now = new Date("2026-07-02T13:00:00Z");
    expect(await read("customerbalances", id)).toMatchObject({ cash_balance: 30, free_time_balance: 600, ratio: 1 });
  });

  it("is set by hand, in the current interval only, and noted with the difference", async () => {
    const id = await makeCustomer();
    expect((await set(id, "cash_balance", 5)).status).toBe(204);
    expect((await set(id, "cash_balance", 4.5)).status).toBe(204);
    expect((await set(id, "free_time_balance", 60)).status).toBe(204);
    expect((await set(id, "free_time_balance", 60)).status).toBe(204);
    expect(await read("customerbalances", id)).toMatchObject({
      cash_balance: 4.5,
      free_time_balance: 60,
      cash_debit: 0,
    });
    const lines = await linesOf(id);
    expect(
      lines.map((line) => [line.type, line.outcome, line.amount, line.cash_balance_before, line.cash_balance_after]),
    ).toEqual([
      ["set_balance", "ok", 5, 0, 5],
      ["set_balance", "ok", -0.5, 5, 4.5],
      ["set_balance", "ok", 0, 4.5, 4.5],
    ]);
    expect(lines[0]).toMatchObject({ username: "master", request_token: "api", profile_before_id: initial });
    const put = await admin.send("PUT", `/api/customerbalances/${id}`, { cash_balance: 1 });
    expect(errorsOf(put)).toEqual(["/free_time_balance rules.required"]);
    expect(errorsOf(await set(id, "cash_balance", 1e20))).toEqual(["/cash_balance rules.maximum"]);
    expect(errorsOf(await set(id, "free_time_balance", -1))).toEqual(["/free_time_balance rules.minimum"]);
    expect(await read("customerbalances", id)).toMatchObject({ cash_balance: 4.5, free_time_balance: 60 });
    expect(await linesOf(id)).toHaveLength(3);
  });

  it("below its thresholds locks subscribers and changes the billing profile, and tells when", async () => {
    const profile_package_id = await makePackage({
      initial_balance: 100,
      underrun_lock_threshold: 50,
      underrun_lock_level: 4,
      underrun_profile_threshold: 50,
      underrun_profiles: [{ profile_id: onUnderrun }],
    });
    const id = await makeCustomer({ profile_package_id });
    const subscriber = await makeSubscriber(id);
    await set(id, "cash_balance", 0.51);
    expect(await read("subscribers", subscriber)).toMatchObject({ lock: null });
    now = new Date("2026-06-15T13:00:00Z");
    await set(id, "cash_balance", 0.49);
    expect(await read("subscribers", subscriber)).toMatchObject({ lock: "4" });
    expect(await read("customers", id)).toMatchObject({ billing_profile_id: onUnderrun });
    const [row] = await list("balanceintervals", `customer_id=${id}`);
    expect(row).toMatchObject({
      billing_profile_id: initial,
      underrun_lock: "2026-06-15T13:00:00Z",
      underrun_profiles: "2026-06-15T13:00:00Z",
    });
    // New subscribers are locked as well.
    expect(await read("subscribers", await makeSubscriber(id))).toMatchObject({ lock: "4" });
  });

  it("is kept by rounds of the platform as well, so that lists are right before anyone reads it", async () => {
    const profile_package_id = await makePackage({
      initial_balance: 100,
      carry_over_mode: "discard",
      underrun_lock_threshold: 50,
      underrun_lock_level: 2,
    });
    const id = await makeCustomer({ profile_package_id });
    const subscriber = await makeSubscriber(id);
    now = new Date("2026-07-01T00:00:00Z");
    expect(await read("subscribers", subscriber)).toMatchObject({ lock: null });
    await platform.refreshStale();
    expect(await read("subscribers", subscriber)).toMatchObject({ lock: "2" });
    const balances = await list("customerbalances", "");
    expect(balances.find((one) => one.id === id)).toMatchObject({ cash_balance: 0 });
  });

  it("follows another package", async () => {
    const id = await makeCustomer();
    const profile_package_id = await makePackage({
      balance_interval_start_mode: "topup",
      initial_profiles: [{ profile_id: afterTopUp }],
    });
    await admin.send("PATCH", `/api/customers/${id}`, [
      { op: "replace", path: "/profile_package_id", value: profile_package_id },
    ]);
    expect(await read("customers", id)).toMatchObject({ billing_profile_id: afterTopUp, profile_package_id });
    now = new Date("2026-09-14T13:00:00Z");
    const rows = await intervals(id, "order_by=start");
    expect(rows.map(({ start, stop }) => [start, stop])).toEqual([
      ["2026-06-01 00:00:00", "2026-06-14 13:00:00"],
      ["2026-06-14 13:00:01", null],
    ]);
  });
});

describe("a top-up with cash", () => {
  it("adds the amount less the service charge, changes package, profiles and lock, and leaves a line", async () => {
    const held = await makePackage({ initial_balance: 100 });
    const next = await makePackage({
      service_charge: 200,
      topup_profiles: [{ profile_id: afterTopUp }],
      topup_lock_level: 0,
    });
    const contract_id = await makeCustomer({ profile_package_id: held });
    const subscriber_id = await makeSubscriber(contract_id);
    await admin.send("PATCH", `/api/subscribers/${subscriber_id}`, [{ op: "replace", path: "/lock", value: 3 }]);
    const answer = await topUp({ subscriber_id, amount: 1000, package_id: next, request_token: "ticket 7" });
    expect([answer.status, answer.text, answer.headers.location]).toEqual([204, "", undefined]);
    expect(await read("customerbalances", contract_id)).toMatchObject({ cash_balance: 9 });
    expect(await read("customers", contract_id)).toMatchObject({
      profile_package_id: next,
      billing_profile_id: afterTopUp,
    });
    expect(await read("subscribers", subscriber_id)).toMatchObject({ lock: null });
    const [row] = await list("balanceintervals", `customer_id=${contract_id}`);
    expect(row).toMatchObject({ topup_count: 1 });
    expect(await linesOf(contract_id)).toMatchObject([
      {
        username: "master",
        timestamp: "2026-06-14 13:00:00",
        type: "cash",
        outcome: "ok",
        subscriber_id,
        amount: 8,
        cash_balance_before: 1,
        cash_balance_after: 9,
        package_before_id: held,
        package_after_id: next,
        profile_before_id: initial,
        profile_after_id: afterTopUp,
        lock_level_before: 3,
        lock_level_after: 0,
        contract_balance_before_id: row?.id,
        contract_balance_after_id: row?.id,
        request_token: "ticket 7",
      },
    ]);
    const found = await list("topuplogs", `customer_id=${contract_id}&amount_above=8&amount_below=8`);
    expect(found).toHaveLength(1);
  });

  it("is refused at the field, changes nothing, and leaves a line too", async () => {
    const locked = await makeCustomer({ status: "locked" });
    const contract_id = await makeCustomer();
    const before = await stateOf(contract_id);
    const foreign = await admin.create("profilepackages", {
      reseller_id: 3,
      name: `Foreign ${++serial}`,
      description: "-",
      initial_profiles: [{ profile_id: await makeProfile({ reseller_id: 3 }) }],
    });
    const refused = async (record: WireRecord) => errorsOf(await topUp(record));
    expect(await refused({ amount: 100 })).toEqual(["/contract_id rules.required"]);
    expect(await refused({ contract_id: locked, amount: 100 })).toEqual([
      "/contract_id rules.business.customerNotActive",
    ]);
    expect(await refused({ contract_id, amount: -1 })).toEqual(["/amount rules.minimum"]);
    expect(await refused({ contract_id, amount: 1e15 })).toEqual(["/amount rules.maximum"]);
    expect(await refused({ contract_id, amount: "much" })).toEqual(["/amount rules.type.number"]);
    expect(await refused({ contract_id, amount: 100, package_id: foreign })).toEqual([
      "/package_id rules.business.otherReseller",
    ]);
    expect(await refused({ contract_id: 999_999, amount: 100 })).toEqual(["/contract_id rules.reference"]);
    const long = "x".repeat(256);
    expect(await refused({ contract_id, amount: 100, request_token: long })).toEqual([
      "/request_token rules.maxLength",
    ]);
    expect(await stateOf(contract_id)).toEqual(before);
    const lines = await linesOf(contract_id);
    expect(lines.map(({ outcome, amount }) => [outcome, amount])).toEqual([
      ["failed", -0.01],
      ["failed", 1e13],
      ["failed", null],
      ["failed", 1],
      ["failed", 1],
    ]);
    expect(lines[2]?.message).toMatch(/^Validation failed\. field='amount'/);
    expect(lines.at(-1)?.request_token).toBe(long.slice(1));
  });
});

describe("a top-up with a voucher", () => {
  it("adds its amount, changes to its package, and marks it as used", async () => {
    const package_id = await makePackage();
    const voucher = await makeVoucher({ package_id });
    const contract_id = await makeCustomer();
    const subscriber_id = await makeSubscriber(contract_id);
    const { code } = await read("vouchers", voucher);
    expect((await redeem({ subscriber_id, code })).status).toBe(204);
    expect(await read("customerbalances", contract_id)).toMatchObject({ cash_balance: 10 });
    expect(await read("customers", contract_id)).toMatchObject({ profile_package_id: package_id });
    expect(await read("vouchers", voucher)).toMatchObject({
      used_at: "2026-06-14T13:00:00Z",
      used_by_subscriber_id: subscriber_id,
    });
    expect(await linesOf(contract_id)).toMatchObject([
      { type: "voucher", outcome: "ok", voucher_id: voucher, amount: 10 },
    ]);
    expect(errorsOf(await redeem({ contract_id, code }))).toEqual(["/code rules.business.voucherUsed"]);
    expect(await read("customerbalances", contract_id)).toMatchObject({ cash_balance: 10 });
  });

  it("is refused at the code if that is unknown, used, expired, or not for this customer, and changes nothing", async () => {
    const contract_id = await makeCustomer();
    const vouchers = {
      voucherUsed: await makeVoucher({ package_id: await makePackage() }),
      voucherExpired: await makeVoucher({ valid_until: "2026-06-14T12:59:59Z" }),
      // As good as unknown: of another reseller.
      voucherUnknown: await makeVoucher({ reseller_id: 3 }),
      otherCustomer: await makeVoucher({ customer_id: await makeCustomer() }),
    };
    const { code } = await read("vouchers", vouchers.voucherUsed);
    await redeem({ contract_id: await makeCustomer(), code });
    const before = await stateOf(contract_id);
    for (const [rule, id] of Object.entries(vouchers)) {
      const voucher = await read("vouchers", id);
      const answer = await redeem({ contract_id, code: voucher.code });
      expect(errorsOf(answer)).toEqual([`/code rules.business.${rule}`]);
      expect(await read("vouchers", id)).toEqual(voucher);
    }
    expect(errorsOf(await redeem({ contract_id, code: "no such code" }))).toEqual([
      "/code rules.business.voucherUnknown",
    ]);
    expect(await stateOf(contract_id)).toEqual(before);
    const lines = await linesOf(contract_id);
    expect(lines.map(({ outcome, amount }) => [outcome, amount])).toEqual(Array(5).fill(["failed", null]));
  });
});
