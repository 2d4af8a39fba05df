import { expect, it } from "vitest";
import type { Answer } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { Json } from "../../core/schema/descriptor.ts";

const platform = await demonstrationUntilEnd();

const ask = async (login: string) => (await platform.as(login)).request("GET", "/api/metaconfigdefs/");

/** The description of each collection. */
function collectionsIn(body: Answer["body"]): Readonly<Record<string, Readonly<Record<string, Json>>>> {
  const { meta } = body as { meta: { collections: Record<string, Record<string, Json>> } };
  return meta.collections;
}

it("tells methods, parameters and roles of every collection that the caller reads", async () => {
  const { status, body } = await ask("administrator");
  expect([status, body?.config]).toMatchObject([200, { security: { password: { sip_validate: 1 } } }]);
  const collections = collectionsIn(body);
  expect(collections.callrecordings).toMatchObject({
    allowed_methods: { GET: 1 },
    allowed_methods_item: { GET: 1, DELETE: 1 },
    allowed_roles: ["admin", "reseller"],
  });
  expect(collections.callrecordings?.allowed_methods).not.toHaveProperty("POST");
  expect(collections.subscribers?.query_params).toContain("customer_id");
  expect(collections.subscribers?.allowed_roles).toEqual(["admin", "reseller", "ccareadmin", "ccare"]);
  // The last of them is there as well, and lawful interception is for its own roles only.
  expect(collections).toHaveProperty("vouchers");
  expect(collections).not.toHaveProperty("interceptions");
});

it("tells resellers less, and others nothing", async () => {
  const { body } = await ask("albion-voice");
  expect(JSON.stringify(body)).not.toContain("peeringservers");
  expect((await ask("caredesk")).status).toBe(403);
  expect((await ask("intercept")).status).toBe(403);
});
