import { expect, it } from "vitest";
import { embedded } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { createCustomer, createSubscriber } from "../../testing/records.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const domain_id = await api.create("domains", { domain: "active.example", reseller_id: 2 });
const customer_id = await createCustomer(api);
const id = await createSubscriber(api, { customer_id, domain_id });

async function set(kind: string, owner: number, name: string, value: unknown, query = ""): Promise<void> {
  const operation = [{ op: "add", path: `/${name}`, value }];
  expect((await api.request("PATCH", `/api/${kind}preferences/${owner}${query}`, operation)).status).toBe(204);
}
const active = async (query = "", of = api): Promise<WireRecord> =>
  (await of.request("GET", `/api/activesubscriberpreferences/${id}${query}`)).body ?? {};

it("are those of the subscriber, else of its customer, else of its domain, each as a whole", async () => {
  await set("domain", domain_id, "concurrent_max", 5);
  await set("customer", customer_id, "block_in_list", ["491", "492"]);
  expect(await active()).toMatchObject({
    id,
    subscriber_id: id,
    concurrent_max: 5,
    block_in_list: ["491", "492"],
  });
  await set("customer", customer_id, "concurrent_max", 7);
  expect(await active()).toMatchObject({ concurrent_max: 7 });
  await set("subscriber", id, "concurrent_max", 9);
  await set("subscriber", id, "block_in_list", ["493"]);
  expect(await active()).toMatchObject({ concurrent_max: 9, block_in_list: ["493"] });
});

it("are those at a location instead of the customer's, for an address of its blocks as it is written", async () => {
  const location = await api.create("customerlocations", {
    contract_id: customer_id,
    name: "branch",
    description: "-",
    blocks: [{ ip: "192.0.2.7", mask: 24 }],
  });
  await set("customer", customer_id, "concurrent_max_out", 3);
  await set("customer", customer_id, "concurrent_max_in", 4, `?location_id=${location}`);
  const [there, elsewhere] = [await active("?location_ip=192.0.2.7"), await active("?location_ip=192.0.2.8")];
  expect([there.concurrent_max_in, there.concurrent_max_out]).toEqual([4, undefined]);
  expect([elsewhere.concurrent_max_in, elsewhere.concurrent_max_out]).toEqual([undefined, 3]);
});

it("are listed and filtered like their subscribers, for staff only", async () => {
  const listed = await api.list("activesubscriberpreferences", { customer_id, rows: 100 });
  const records = embedded(listed, "activesubscriberpreferences");
  expect(records.find((record) => record.id === id)).toMatchObject({ concurrent_max: 9 });
  const stranger = await platform.as("spreeklang");
  expect((await stranger.request("GET", `/api/activesubscriberpreferences/${id}`)).status).toBe(404);
  const theirs = embedded(
    await stranger.list("activesubscriberpreferences", { rows: 100 }),
    "activesubscriberpreferences",
  );
  expect(theirs.map((record) => record.id)).not.toContain(id);
  const care = await platform.as("caredesk");
  expect((await care.request("GET", `/api/activesubscriberpreferences/${id}`)).status).toBe(403);
  expect((await care.list("activesubscriberpreferences")).status).toBe(403);
});
