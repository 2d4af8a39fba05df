import { describe, expect, it } from "vitest";
import { descriptorOf } from "../../../../tests/support/world.ts";
import { detailsTabs } from "../../../generated/details.gen.ts";
import { choiceFiltersOf, impliedFields, parentParameter, presetQuery, presetsOf } from "./presets.ts";

/** Tabs that create something other than the record's own child, with the parameter that identifies the record. */
const ways = Object.entries(detailsTabs).flatMap(([owner, tabs]) =>
  tabs.flatMap(({ path, content }) => {
    if (content.kind !== "list") return [];
    const descriptor = descriptorOf(content.resource);
    if (!descriptor.operations.includes("create") || descriptor.parent?.reference === content.target) return [];
    return [[`${owner}/${path}`, parentParameter(descriptor, owner, content)] as const];
  }),
);

describe("a form opened from a record's tab", () => {
  it("knows the record, however the list is filtered", () => {
    // Vouchers join no batch later on, so that its tab creates none.
    expect(ways.filter(([, parameter]) => parameter === undefined)).toEqual([["voucherbatches/vouchers", undefined]]);
    expect(Object.fromEntries(ways)).toMatchObject({
      "customers/sound-sets": "customer_id",
      "resellers/customers": "reseller_id",
      "customercontacts/subscribers": "contact_id",
      "domains/subscribers": "domain_id",
      "subscribers/group-members": "pbx_group_ids",
    });
  });

  it("presets its own fields, and narrows other choices by what lies behind them", () => {
    const customers = descriptorOf("customers");
    const subscribers = descriptorOf("subscribers");
    expect(presetQuery(customers, { reseller_id: 4, status: "active" })).toBe("?reseller_id=4");
    const of = (text: string) => new URLSearchParams(text);
    expect(presetsOf(customers, {}, undefined, of("reseller_id=4"))).toEqual({});
    expect([...choiceFiltersOf(customers, of("reseller_id=4"))]).toEqual([["contact_id", { reseller_id: 4 }]]);
    expect([...choiceFiltersOf(subscribers, of("contact_id=7"))]).toEqual([["customer_id", { contact_id: 7 }]]);
    expect([...choiceFiltersOf(subscribers, of("contact_id=7&customer_id=3"))]).toEqual([]);
    expect(presetsOf(subscribers, {}, undefined, of("pbx_group_ids=9&is_pbx_group=true"))).toEqual({
      pbx_group_ids: [9],
      is_pbx_group: true,
    });
  });

  it("derives values from the given record", () => {
    const followed = (resource: string, presets: object) =>
      impliedFields(descriptorOf(resource), presets as never).map(({ field, resource: from, id, filter }) => [
        field.name,
        from,
        id,
        filter,
      ]);
    expect(followed("soundsets", { customer_id: 8 })).toEqual([["reseller_id", "customers", 8, "reseller_id"]]);
    expect(followed("soundsets", { customer_id: 8, reseller_id: 2 })).toEqual([]);
    expect(followed("subscribers", { pbx_group_ids: [9] })).toEqual([["customer_id", "subscribers", 9, "customer_id"]]);
    expect(followed("domains", { reseller_id: 2 })).toEqual([]);
  });
});
