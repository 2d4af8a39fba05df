import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookRulesOf, moduleOf } from "../../scripts/rules/verify/book.ts";
import { verifyByApi, verifyByValidator } from "../../scripts/rules/verify/verify.ts";
import { casesOf } from "../../src/core/rulebook/cases.ts";
import { PlatformError } from "../../src/core/validation/errors.ts";
import type { ActionEvent } from "../../src/platform/resourceHooks.ts";
import { type Client, itemsOf, type TestPlatform } from "../../src/testing/platform.ts";
import { openSchemaPlatform } from "../../src/testing/schemas.ts";
import { World } from "../support/world.ts";

const rentals = {
  $schema: "../meta.schema.json",
  $id: "rentals",
  title: "Rental",
  type: "object",
  required: ["name"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string", maxLength: 40 },
    status: { type: "string", enum: ["booked", "out", "lost", "returned"], default: "booked" },
    note: { type: "string", maxLength: 40 },
  },
  "x-resource": {
    route: "/rental",
    recordRepresentation: "{name}",
    unscoped: "rentals belong to the platform",
    access: { superuserMaster: "all", resellerMaster: "create read update" },
    status: {
      field: "status",
      terminated: "returned",
      readOnlyValues: ["returned"],
      transitions: [
        { from: "booked", to: "out" },
        { from: "out", to: "lost", roles: ["superuserMaster"] },
        { from: ["out", "lost"], to: "returned", when: { note: { not: null } } },
      ],
    },
    actions: {
      hand_over: {
        when: { status: "booked" },
        fields: ["note"],
        required: ["note"],
        set: { status: "out" },
        bulk: true,
      },
      remind: { hook: true },
      discard: { right: "delete", set: { status: "returned" }, confirm: true },
    },
    list: { columns: ["status"] },
    groups: { base: ["name", "status", "note"] },
  },
};

/** Writes a note, and refuses to do so twice. */
const remind = async ({ context, row, previous }: ActionEvent) => {
  await context.updateMany("rentals", [row.id], { note: `reminded of ${row.status}` });
  if (previous.note !== null) throw new PlatformError("forbidden");
};

let platform: TestPlatform;
let admin: Client;

beforeAll(async () => {
  platform = await openSchemaPlatform([rentals], {}, { rentals: { actions: { remind } } });
  admin = await platform.as("system");
});
afterAll(() => platform.close());

const patch = (id: number, ...values: readonly (readonly [string, unknown])[]) =>
  admin.send(
    "PATCH",
    `/api/rentals/${id}`,
    values.map(([name, value]) => ({ op: "replace", path: `/${name}`, value })),
  );

describe("transitions of a status", () => {
  it("let a record begin with the default, and change as the schema says", async () => {
    const id = await admin.create("rentals", { name: "Drill" });
    expect((await patch(id, ["status", "out"])).status).toBeLessThan(300);
    expect((await admin.send("GET", `/api/rentals/${id}`)).body.status).toBe("out");
  });

  it.each([
    [{ name: "Saw", status: "out" }, "A new record cannot begin with out"],
    [{ name: "Saw", status: "returned" }, "A new record cannot begin with returned"],
  ])("refuse the new record %j", async (record, message) => {
    const reply = await admin.send("POST", "/api/rentals/", record);
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ pointer: "/status", rule: "transition" }] } });
    expect(reply.body.message).toContain(message);
  });

  it("refuse others at the status, and change nothing", async () => {
    const id = await admin.create("rentals", { name: "Ladder" });
    const reply = await patch(id, ["status", "lost"], ["name", "Steps"]);
    expect(reply).toMatchObject({
      status: 422,
      body: {
        errors: [{ pointer: "/status", key: "rules.transition.change", params: { from: "booked", to: "lost" } }],
      },
    });
    expect((await admin.send("GET", `/api/rentals/${id}`)).body).toMatchObject({ status: "booked", name: "Ladder" });
  });

  it("ask for their condition in the record as it is saved", async () => {
    const id = await admin.create("rentals", { name: "Van" });
    await patch(id, ["status", "out"]);
    const refused = await patch(id, ["status", "returned"]);
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ key: "rules.transition.condition" }] } });
    expect((await patch(id, ["status", "returned"], ["note", "clean"])).status).toBeLessThan(300);
  });

  it("are for their roles", async () => {
    const id = await admin.create("rentals", { name: "Pump" });
    await patch(id, ["status", "out"]);
    const lost = [{ op: "replace", path: "/status", value: "lost" }];
    const reseller = await platform.as("resellerTwo");
    expect(await reseller.send("PATCH", `/api/rentals/${id}`, lost)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: "/status", key: "rules.transition.role" }] },
    });
    expect((await admin.send("PATCH", `/api/rentals/${id}`, lost)).status).toBeLessThan(300);
  });

  it("are entries of the rule book that validator and API keep", async () => {
    const rules = bookRulesOf("rentals").filter(({ pointer }) => pointer === "/status");
    const { descriptor } = moduleOf("rentals");
    const cases = rules.flatMap((rule) => casesOf(rule, descriptor, { seed: "rule", idOf: () => 1 }));
    const transitions = cases.filter(({ rule }) => rule.rule === "transition");
    expect(transitions.map(({ name }) => name)).toMatchInlineSnapshot(`
      [
        "rentals /status beginning accepts booked",
        "rentals /status beginning refuses out",
        "rentals /status beginning refuses lost",
        "rentals /status beginning refuses returned",
        "rentals /status transition from booked accepts out",
        "rentals /status transition from booked refuses lost",
        "rentals /status transition from booked refuses returned",
        "rentals /status transition from out accepts out",
        "rentals /status transition from out refuses booked",
        "rentals /status transition from out (shown) accepts returned",
        "rentals /status transition from lost accepts lost",
        "rentals /status transition from lost refuses booked",
        "rentals /status transition from lost refuses out",
        "rentals /status transition from lost (shown) accepts returned",
      ]
    `);
    const create = (resource: string, record: object) => admin.create(resource, record);
    const world = new World({ create, replace: async () => {} }, 1);
    const requests = {
      request: async (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: unknown) => {
        const { status, body, headers } = await admin.send(method, url, payload);
        return { status, body, text: JSON.stringify(body), location: String(headers.location ?? "") };
      },
    };
    const outcomes = [...verifyByValidator(cases), ...(await verifyByApi(cases, { requests, world }))];
    expect(outcomes.filter(({ verdict }) => verdict === "discrepancy")).toEqual([]);
    expect(
      outcomes.filter(({ verdict, rule }) => verdict === "refused" && rule.startsWith("tr")).length,
    ).toBeGreaterThan(3);
  });
});

describe("actions of a record", () => {
  const act = (client: Client, id: number, name: string, body: object = {}) =>
    client.send("POST", `/api/rentals/${id}/actions/${name}`, body);
  const read = async (id: number) => (await admin.send("GET", `/api/rentals/${id}`)).body;

  it("change what they ask for and what they set, once, and are in the journal", async () => {
    const id = await admin.create("rentals", { name: "Crane" });
    expect(await act(admin, id, "hand_over", { note: "to Ann", name: "Lift" })).toMatchObject({ status: 204 });
    expect(await read(id)).toMatchObject({ status: "out", note: "to Ann", name: "Crane" });
    const again = await act(admin, id, "hand_over", { note: "to Bob" });
    expect(again).toMatchObject({ status: 422, body: { errors: [{ pointer: "", key: "rules.transition.action" }] } });
    expect(again.body.message).toContain("cannot be done");
    const entries = itemsOf(await admin.send("GET", `/api/rentals/${id}/journal/`), "journal");
    expect(entries.map(({ operation }) => operation)).toEqual(["create", "update"]);
  });

  it.each([
    [{}, "required"],
    [{ note: "x".repeat(41) }, "maxLength"],
  ])("refuse the input %j at its field, and change nothing", async (input, rule) => {
    const id = await admin.create("rentals", { name: "Tent" });
    const reply = await act(admin, id, "hand_over", input);
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ pointer: "/note", rule }] } });
    expect(await read(id)).toMatchObject({ status: "booked" });
  });

  it("do what their hook adds, or nothing at all if it refuses", async () => {
    const id = await admin.create("rentals", { name: "Boat" });
    const headers = { Prefer: "return=representation" };
    const reply = await admin.send("POST", `/api/rentals/${id}/actions/remind`, {}, headers);
    expect(reply).toMatchObject({ status: 200, body: { note: "reminded of booked" } });
    await act(admin, id, "hand_over", { note: "ours" });
    expect((await act(admin, id, "remind")).status).toBe(403);
    expect(await read(id)).toMatchObject({ note: "ours" });
  });

  it("obey transitions", async () => {
    const id = await admin.create("rentals", { name: "Tent" });
    expect(await act(admin, id, "discard")).toMatchObject({ status: 422, body: { errors: [{ pointer: "/status" }] } });
  });

  it("take their right, and are for nobody who only reads", async () => {
    const id = await admin.create("rentals", { name: "Tent", note: "dry" });
    await act(admin, id, "hand_over", { note: "dry" });
    expect((await act(await platform.as("reader"), id, "discard")).status).toBe(403);
    expect((await act(await platform.as("resellerTwo"), id, "discard")).status).toBe(403);
    expect((await act(admin, 999_999, "discard")).status).toBe(404);
    expect((await act(admin, id, "unknown")).status).toBe(404);
    expect((await act(admin, id, "discard")).status).toBe(204);
  });
});
