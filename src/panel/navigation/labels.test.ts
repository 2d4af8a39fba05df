import { expect, it } from "vitest";
import { flatKey } from "../../core/schema/texts.ts";
import { enumKey, fieldKey, filterKey } from "./labels.ts";

it.each([
  ["email", "email"],
  ["contact_id.email", "contact_email"],
  ["contact_id.reseller_id.name", "contact_reseller_name"],
  ["primary_number.cc", "primary_number_cc"],
])("%s is %s in message keys", (path, flat) => {
  expect(flatKey(path)).toBe(flat);
});

it("builds the keys that codegen lists", () => {
  expect(fieldKey("contracts", "contact_id.email")).toBe("resources.contracts.fields.contact_email");
  expect(enumKey("contracts", "status", "active")).toBe("resources.contracts.enums.status.active");
});

it("names a field's own filter like the field", () => {
  expect(filterKey("domains", { name: "domain", source: "domain" })).toBe("resources.domains.fields.domain");
  expect(filterKey("contracts", { name: "not_status", source: "status" })).toBe(
    "resources.contracts.filters.not_status",
  );
});
