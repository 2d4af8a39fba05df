import { beforeAll, describe, expect, it } from "vitest";
import { type Api, embedded, withoutLinks } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import { isAll } from "../../../tests/support/tiers.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { preferenceKinds } from "../../core/telephony/preferenceKind.ts";
import { isValid as isIban } from "../../core/validation/formats/iban.ts";
import { passwordViolations } from "../../core/validation/passwordPolicy.ts";
import { passwordStrength } from "../../core/validation/passwordStrength.ts";
import { validateRecord } from "../../core/validation/validateRecord.ts";
import { plainFormats } from "../../core/values/plainFormats.ts";
import { resources } from "../../generated/all.gen.ts";
import { storage, tables } from "../../generated/tables.gen.ts";
import { readValue } from "../preferences/readValue.ts";
import { buildCalls } from "./callSeed.ts";
import { buildDemonstration, DEMONSTRATION_PASSWORD, demonstrationLogins, seedDemonstration } from "./demonstration.ts";

const now = new Date("2026-06-17T13:20:00Z");

const made = await buildDemonstration(async () => "hash", now);
const byTable = new Map<string, readonly Readonly<Record<string, unknown>>[]>(Object.entries(made));
const rows = (table: string) => byTable.get(table) ?? [];
const platform = await demonstrationUntilEnd();

describe("the demonstration", () => {
  it("is reproducible", async () => {
    expect(await buildDemonstration(async () => "hash", now)).toEqual(made);
  });

  it("has the documented size", () => {
    const counts = ["resellers", "customers", "subscribers"].map((table) => rows(table).length);
    expect(counts).toEqual([4, 41, 400]);
    // Records with id 1 belong to the platform itself.
    expect(rows("customers")[0]).toMatchObject({ id: 1, reseller_id: 1 });
  });

  const stored = Object.values(resources).filter(({ descriptor: { name } }) => {
    const table = storage[name]?.name ?? "";
    // Another resource can show a table in its own way.
    return tables.some((one) => one.name === table) && (table === name || !resources[table]);
  });

  it.each(stored.map((module) => [module.descriptor.name, module] as const))(
    "has rows that requests for %s could have made",
    (name, module) => {
      const { fields } = module.descriptor;
      const given = fields.filter(({ kind, file, readOnly }) => !readOnly && !file && kind !== "password");
      for (const row of rows(storage[name]?.name ?? "")) {
        const values = given.map((field) => [field.name, row[field.name]] as const);
        const record = Object.fromEntries(values.filter(([, value]) => value !== null && value !== undefined));
        const { errors } = validateRecord(module, record as WireRecord, { mode: "create", related: () => undefined });
        // Some values are given in another form, or by the record above.
        expect(errors.filter(({ rule }) => rule !== "required")).toEqual([]);
      }
    },
  );

  it("only has fictional phone numbers", () => {
    const reserved =
      /^(44207946[0-9]{2,}|441(1[37]|21|31|41|61)496[0-9]{2,}|447700900\d{3}|493023125\d+|496990009\d+|494066969\d+|492214710\d+|498999998\d+|1\d{3}55501\d*)$/;
    const numbers = rows("numbers").map(({ number }) => String(number));
    expect(numbers.filter((number) => !reserved.test(number))).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("only has hosts in .example and documentation addresses", () => {
    const hosts = [
      ...rows("domains").map(({ domain }) => domain),
      ...rows("peeringservers").map(({ host }) => host),
      ...["contacts", "subscribers", "admins"].flatMap((table) => rows(table).flatMap(({ email }) => email ?? [])),
    ];
    expect(hosts.filter((host) => !/\.example$/.test(String(host)))).toEqual([]);
    const ips = rows("peeringservers").map(({ ip }) => String(ip));
    expect(ips.filter((ip) => !/^(192\.0\.2|198\.51\.100|203\.0\.113)\.|^2001:db8:/.test(ip))).toEqual([]);
  });

  it("has bank accounts with valid check digits", () => {
    const accounts = rows("contacts").filter(({ iban }) => iban);
    expect(accounts.length).toBeGreaterThan(30);
    for (const { iban, bic } of accounts) {
      expect(isIban(String(iban)), String(iban)).toBe(true);
      expect(plainFormats.bic(String(bic))).toBe(true);
    }
  });

  it("sets preferences that the definitions allow", () => {
    for (const { owner_kind, attribute, value, target_id } of rows("preferences")) {
      const kind = preferenceKinds.find((one) => one.kind === owner_kind);
      const definition = kind?.preferences.find((one) => one.attribute === attribute);
      if (!definition) throw new Error(`${owner_kind} ${attribute} is not defined`);
      if (definition.reference) expect(target_id).toEqual(expect.any(Number));
      else expect(readValue(definition, value as never)).toEqual({ value });
    }
  });

  it("has passwords that satisfy the policy", async () => {
    expect(await passwordStrength(DEMONSTRATION_PASSWORD)).toBeGreaterThanOrEqual(3);
    for (const { password, username } of rows("subscribers")) {
      expect(passwordViolations(String(password), { username: String(username) })).toEqual([]);
    }
    for (const { login } of rows("admins")) {
      expect(passwordViolations(DEMONSTRATION_PASSWORD, { username: String(login) })).toEqual([]);
    }
  });
});

describe("calls", () => {
  let calls: ReturnType<typeof buildCalls>;
  beforeAll(() => {
    calls = buildCalls(made, now);
  });

  it("are between lines of the demonstration and fictional numbers", () => {
    const own = new Set(rows("numbers").map(({ number }) => number));
    const numbers = calls.map(({ source_cli, destination_user_in }) => [source_cli, destination_user_in].map(String));
    expect(numbers.filter((both) => both.every((number) => !own.has(number)))).toEqual([]);
    const others = numbers.flat().filter((number) => !own.has(number));
    expect(others.filter((number) => !/^(447700900\d{3}|498999998\d{3}|170755501\d{2})$/.test(number))).toEqual([]);
  });
});

describe("the seeded platform", () => {
  it("accepts records as returned, without a change", async () => {
    const api = await platform.as("administrator");
    const editable = Object.values(resources).filter(({ descriptor }) => descriptor.operations.includes("update"));
    let count = 0;
    const size = isAll ? 100 : 3;
    for (const { descriptor } of editable) {
      for (const record of embedded(await api.list(descriptor.name, { rows: size }), descriptor.name)) {
        const url = `/api/${descriptor.name}/${record.id}`;
        // Settings that are not stored yet can lack required values.
        if (descriptor.settingsOf && !rows(descriptor.name).some(({ id }) => id === record.id)) continue;
        const answer = await api.request("PUT", url, withoutLinks(record));
        expect(answer.status, `${url} ${answer.text}`).toBe(204);
        // What is worked out anew for each request has no versions.
        expect(answer.headers.etag, url).toBe(descriptor.storage === "computed" ? undefined : '"1"');
        count++;
      }
    }
    expect(count).toBeGreaterThan(isAll ? 250 : 100);
  });

  it("continues ids after the seeded ones", async () => {
    const api = await platform.as("administrator");
    const id = await api.create("systemcontacts", { email: "next@platform.example" });
    expect(id).toBe(rows("contacts").length + 1);
  });

  it("is seeded once", async () => {
    await seedDemonstration(platform.database);
    const found = await platform.database.kysely.selectFrom("resellers").select("id").execute();
    expect(found).toHaveLength(4);
  });

  it("has a system account, which manages the lawful interception accounts that masters cannot see", async () => {
    const [system, master] = [await platform.as("systemowner"), await platform.as("administrator")];
    const logins = async (api: Api) =>
      embedded(await api.list("admins", { rows: 100, login: "*intercept*" }), "admins").map(({ login }) => login);
    const record = { reseller_id: 1, login: "intercept-two", role: "lintercept", password: "Another7Otter!" };
    expect((await master.request("POST", "/api/admins/", record)).status).toBe(403);
    const id = await system.create("admins", record);
    expect([await logins(system), await logins(master)]).toEqual([["intercept", "intercept-two"], []]);
    expect((await master.read("admins", id)).status).toBe(404);
    const off = [{ op: "replace", path: "/is_active", value: false }];
    expect((await system.patch("admins", id, off)).status).toBe(204);
    expect((await system.request("DELETE", `/api/admins/${id}`)).status).toBe(204);
  });

  it("displays the logins with the public password", async () => {
    const before = await demonstrationLogins(platform.database);
    expect(before[0]).toEqual(["administrator", DEMONSTRATION_PASSWORD]);
    const api = await platform.as("shopkeeper");
    const [own] = embedded(await api.list("admins"), "admins");
    await api.patch("admins", Number(own?.id), [{ op: "replace", path: "/password", value: "Another7Otter!" }]);
    const after = await demonstrationLogins(platform.database);
    expect(after).toEqual(before.filter(([login]) => login !== "shopkeeper"));
  });
});
