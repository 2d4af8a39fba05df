import { expect, it } from "vitest";
import { descriptorOf } from "../../../../tests/support/world.ts";
import { decidingFields, relatedSources } from "./referencedValues.ts";

it("follows the references in conditions and filters", () => {
  expect(relatedSources(descriptorOf("subscribers"))).toEqual([
    { field: "customer_id", resource: "customers", expand: ["contact_id"] },
  ]);
  expect(relatedSources(descriptorOf("customers"))).toEqual([
    { field: "contact_id", resource: "customercontacts", expand: [] },
  ]);
  expect(relatedSources(descriptorOf("domains"))).toEqual([]);
});

it("finds the fields that others depend on", () => {
  expect(decidingFields(descriptorOf("billingprofiles").fields)).toEqual(["prepaid"]);
  expect(decidingFields(descriptorOf("subscribers").fields)).toEqual([
    "customer_id",
    "is_pbx_pilot",
    "is_pbx_group",
    "profile_set_id",
  ]);
});
