import { beforeEach, describe, expect, it } from "vitest";
import { idFromLocation } from "../../../../tests/support/api.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { itemsOf, platformUntilEnd } from "../../../testing/platform.ts";

let setId: number;
let count = 0;

const platform = await platformUntilEnd();
const two = await platform.as("resellerTwo");

const rules = async (set_id: number) =>
  itemsOf(await two.send("GET", `/api/rewriterules/?set_id=${set_id}&order_by=priority&rows=50`), "rewriterules");
const order = async () => (await rules(setId)).map(({ description }) => description).join("");
const move = async (description: string, body: unknown) => {
  const rule = (await rules(setId)).find((one) => one.description === description);
  return two.send("POST", `/api/rewriterules/${rule?.id}/move`, body);
};

async function addRule(description: string, priority: number, group: WireRecord = { direction: "in" }): Promise<void> {
  const rule = { set_id: setId, match_pattern: "^1", replace_pattern: "2", description, priority, ...group };
  expect((await two.send("POST", "/api/rewriterules/", rule)).status).toBe(201);
}

beforeEach(async () => {
  setId = idFromLocation(await two.send("POST", "/api/rewriterulesets/", { name: `set ${++count}` }));
  for (const [description, priority] of [
    ["a", 10],
    ["b", 20],
    ["c", 30],
  ] as const)
    await addRule(description, priority);
});

describe("moving", () => {
  it("changes places with the neighbour and keeps the numbers", async () => {
    expect((await move("c", { direction: "up" })).status).toBe(204);
    expect(await order()).toBe("acb");
    expect((await rules(setId)).map(({ priority }) => priority)).toEqual([10, 20, 30]);
    expect((await move("a", { direction: "down" })).status).toBe(204);
    expect(await order()).toBe("cab");
  });

  it("does nothing at either end", async () => {
    expect((await move("a", { direction: "up" })).status).toBe(204);
    expect((await move("c", { direction: "down" })).status).toBe(204);
    expect(await order()).toBe("abc");
  });

  it("stays within its group", async () => {
    await addRule("x", 15, { direction: "out" });
    await addRule("y", 16, { direction: "in", field: "callee" });
    expect((await move("b", { direction: "up" })).status).toBe(204);
    expect(await order()).toBe("bxyac");
  });

  it("tells equal places apart", async () => {
    await addRule("d", 30);
    await move("d", { direction: "up" });
    expect(await order()).toBe("abdc");
  });

  it("is noted in the journals of both", async () => {
    await move("b", { direction: "up" });
    const [first] = await rules(setId);
    const journal = await two.send("GET", `/api/rewriterules/${first?.id}/journal/`);
    expect(itemsOf(journal, "journal").at(-1)?.changes).toEqual({ priority: { before: 20, after: 10 } });
  });

  it.each([{}, { direction: "left" }])("refuses %j", async (body) => {
    expect((await move("a", body)).body.errors).toMatchObject([{ pointer: "/direction", rule: "enum" }]);
  });

  it("is not offered by resources without an order", async () => {
    expect((await two.send("POST", `/api/rewriterulesets/${setId}/move`, { direction: "up" })).status).toBe(404);
  });
});

describe("cloning", () => {
  it("copies the record with what it owns, in order", async () => {
    const reply = await two.send("POST", `/api/rewriterulesets/${setId}/clone`, { name: `copy ${count}` });
    expect(reply.status, reply.text).toBe(201);
    const copy = await two.send("GET", `/api/rewriterulesets/${idFromLocation(reply)}`);
    expect(copy.body).toMatchObject({ name: `copy ${count}`, reseller_id: 2 });
    expect((await rules(idFromLocation(reply))).map(({ description }) => description)).toEqual(["a", "b", "c"]);
    expect(await order()).toBe("abc");
  });

  it("validates the copy like any new record", async () => {
    const reply = await two.send("POST", `/api/rewriterulesets/${setId}/clone`, { name: `set ${count}` });
    expect(reply.body.errors).toMatchObject([{ pointer: "/name", rule: "unique" }]);
  });

  it("takes what the copy shall have of its own", async () => {
    const given = { name: `own ${count}`, description: "mine", rewriterules: [] };
    const reply = await two.send("POST", `/api/rewriterulesets/${setId}/clone`, given);
    expect(reply.status, reply.text).toBe(201);
    const copy = await two.send("GET", `/api/rewriterulesets/${idFromLocation(reply)}`);
    expect(copy.body).toMatchObject({ name: `own ${count}`, description: "mine", reseller_id: 2 });
    expect(await rules(idFromLocation(reply))).toHaveLength(3);
    const foreign = await two.send("POST", `/api/rewriterulesets/${setId}/clone`, {
      name: `x ${count}`,
      reseller_id: 3,
    });
    expect((await two.send("GET", `/api/rewriterulesets/${idFromLocation(foreign)}`)).body.reseller_id).toBe(2);
  });

  it("finds a name by itself", async () => {
    const reply = await two.send("POST", `/api/rewriterulesets/${setId}/clone`, {});
    expect((await two.send("GET", `/api/rewriterulesets/${idFromLocation(reply)}`)).body.name).toBe(
      `set ${count}_clone`,
    );
  });
});
