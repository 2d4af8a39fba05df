import { describe, expect, it } from "vitest";
import { embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const [pilot] = embedded(await api.list("subscribers", { username: "pilot" }), "subscribers");
const customer_id = Number(pilot?.customer_id);
const all = embedded(await api.list("subscribers", { customer_id }), "subscribers");
const { body: owner } = await api.request("GET", `/api/customers/${customer_id}?expand=contact_id`);
/** Two subscribers of one customer, and their reseller. */
const owners = {
  reseller: Number((owner?.contact_id_expand as Record<string, number> | undefined)?.reseller_id),
  customer: customer_id,
  subscriber: Number(pilot?.id),
  colleague: Number(all.find(({ id }) => id !== pilot?.id)?.id),
};

const post = (resource: string, record: object) => api.request("POST", `/api/${resource}/`, record);
/** Names that begin with "Zoo" in a list, own ones marked. */
async function zoo(resource: string, query: Record<string, string | number>): Promise<string[]> {
  const rows = embedded(await api.list(resource, { name: "Zoo*", order_by: "name", ...query }), resource);
  return rows.map(({ name, own }) => `${name}${own ? " (own)" : ""}`);
}

describe("phonebooks", () => {
  it("have unique numbers per owner", async () => {
    const entry = { name: "Zoo", number: "+44 20 ZOO" };
    const books: [string, object][] = [
      ["resellerphonebookentries", { ...entry, reseller_id: owners.reseller }],
      ["customerphonebookentries", { ...entry, customer_id: owners.customer }],
      ["subscriberphonebookentries", { ...entry, subscriber_id: owners.subscriber }],
      ["subscriberphonebookentries", { ...entry, subscriber_id: owners.colleague, name: "Zoo too", shared: true }],
    ];
    for (const [resource, record] of books) expect((await post(resource, record)).status).toBe(201);
    for (const [resource, record] of books) {
      expect(errorsOf(await post(resource, { ...record, name: "Twin" }))).toEqual(["/number rules.unique"]);
    }
  });

  it("show own entries only, and others' with include", async () => {
    const { customer, subscriber } = owners;
    expect(await zoo("customerphonebookentries", { customer_id: customer })).toEqual(["Zoo (own)"]);
    expect(await zoo("customerphonebookentries", { customer_id: customer, include: "shared" })).toEqual([
      "Zoo (own)",
      "Zoo too",
    ]);
    expect((await zoo("customerphonebookentries", { customer_id: customer, include: "all" })).sort()).toEqual([
      "Zoo",
      "Zoo (own)",
      "Zoo too",
    ]);
    expect(await zoo("subscriberphonebookentries", { subscriber_id: subscriber })).toEqual(["Zoo (own)"]);
    expect(
      (await zoo("subscriberphonebookentries", { subscriber_id: subscriber, include: "customer" })).sort(),
    ).toEqual(["Zoo", "Zoo (own)", "Zoo too"]);
    expect(
      (await zoo("subscriberphonebookentries", { subscriber_id: subscriber, include: "reseller" })).sort(),
    ).toEqual(["Zoo", "Zoo (own)"]);
    expect(await zoo("subscriberphonebookentries", { subscriber_id: subscriber, include: "nobody" })).toEqual([
      "Zoo (own)",
    ]);
  });

  it("never show entries of another reseller", async () => {
    const other = await platform.as("spreeklang");
    const { customer } = owners;
    const answer = await other.list("customerphonebookentries", {
      customer_id: customer,
      include: "all",
      name: "Zoo*",
    });
    expect(embedded(answer, "customerphonebookentries")).toEqual([]);
  });

  it("distinguish shared entries", async () => {
    const { subscriber, colleague } = owners;
    expect(await zoo("subscriberphonebookentries", { subscriber_id: colleague, shared: "true" })).toEqual([
      "Zoo too (own)",
    ]);
    expect(await zoo("subscriberphonebookentries", { subscriber_id: subscriber, shared: "1" })).toEqual([]);
  });
});
