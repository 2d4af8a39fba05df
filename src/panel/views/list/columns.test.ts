import { describe, expect, it } from "vitest";
import { descriptorOf } from "../../../../tests/support/world.ts";
import { canSee } from "../../providers/StartupDataContext.tsx";
import { columnDigits, listColumns, shownColumns } from "./columns.ts";
import { offeredFilters } from "./filters.ts";

const as = (role: string, admin?: object) =>
  ({
    can: (resource, right, options) => canSee({ role, adminId: 1, admin: { ...admin } }, resource, right, options),
  }) satisfies Parameters<typeof listColumns>[1];
const sources = (name: string, role: string, owner?: string) =>
  listColumns(descriptorOf(name), as(role), owner).map(({ source }) => source);

describe("columns", () => {
  it("start with the title, labelled by its field where it shows a single one", () => {
    expect(listColumns(descriptorOf("domains"), as("superuser"))[0]).toMatchObject({
      isTitle: true,
      labelKey: "resources.domains.fields.domain",
      sortBy: "domain",
    });
  });

  it("neither show nor sort by unreadable fields", () => {
    const vouchers = descriptorOf("vouchers");
    const columnAs = (admin: object) =>
      listColumns(vouchers, as("superuser", admin)).find(({ source }) => source === "code");
    expect(columnAs({ billing_data: true })).toMatchObject({ source: "code" });
    // Sorting would tell a secret.
    expect(columnAs({ billing_data: true })?.sortBy).toBeUndefined();
    expect(columnAs({})).toBeUndefined();
  });

  it("use the resource's name for titles of several fields, and do not sort by other records' fields", () => {
    expect(listColumns(descriptorOf("customers"), as("superuser"))[0]).toMatchObject({
      labelKey: "resources.customers.name",
      sortBy: undefined,
    });
  });

  it("behind a reference are only for users who may read its target", () => {
    expect(sources("domains", "superuser")).toContain("reseller_id.name");
    expect(sources("domains", "reseller")).not.toContain("reseller_id.name");
    // A customer's contact may be visible, but not the contact's reseller.
    expect(sources("customers", "superuser")).toContain("contact_id.reseller_id.name");
    expect(sources("customers", "reseller")).not.toContain("contact_id.reseller_id.name");
  });

  it("of a legacy table sort by what that table has", () => {
    const byTitle = listColumns(descriptorOf("rewriterulesets"), as("superuser"));
    expect(byTitle.find(({ isTitle }) => isTitle)?.sortBy).toBe("name");
  });

  it("of a list of one's own are those that it names, also ones that the schema does not list", () => {
    const named = (role: string, names: string[]) =>
      shownColumns(listColumns(descriptorOf("customers"), as(role), undefined, names), undefined)
        .filter(({ isTitle }) => !isTitle)
        .map(({ source }) => source);
    expect(named("superuser", ["invoice_template_id", "status"])).toEqual(["invoice_template_id", "status"]);
    expect(named("superuser", ["contact_id.reseller_id.name"])).toEqual(["contact_id.reseller_id.name"]);
    expect(named("reseller", ["contact_id.reseller_id.name"])).toEqual([]);
  });

  it("omit the parent in its child lists", () => {
    expect(sources("numbers", "superuser")).toContain("subscriber_id.username");
    expect(sources("numbers", "superuser", "subscriber_id")).not.toContain("subscriber_id.username");
  });

  it("are the default ones until others are chosen", () => {
    const columns = listColumns(descriptorOf("customers"), as("superuser"));
    const shown = (chosen?: string[]) => shownColumns(columns, chosen).map(({ source, isTitle }) => isTitle || source);
    expect(shown()).not.toContain("create_timestamp");
    expect(shown(["create_timestamp"])).toEqual([true, "create_timestamp"]);
  });
});

it("columns of packages tell the profiles that they begin with", () => {
  const columns = listColumns(descriptorOf("profilepackages"), as("reseller", { billing_data: true }));
  expect(shownColumns(columns, undefined).map(({ source }) => source)).toContain("initial_profiles");
});

it("columns of a tab are those that the tab names, with the others optional", () => {
  const usual = ["pbx_hunt_policy", "status"];
  const columns = listColumns(descriptorOf("subscribers"), as("superuser"), "customer_id", usual);
  expect(shownColumns(columns, undefined).map(({ source }) => source)).toEqual(["", "pbx_hunt_policy", "status"]);
  expect(columns.map(({ source }) => source)).toContain("lock");
});

describe("offered filters", () => {
  const names = (role: string, owner?: string) =>
    offeredFilters(descriptorOf("customers"), as(role), owner).map(({ name }) => name);

  it("are those of the list, in its order", () => {
    const { filters } = descriptorOf("customers").list;
    expect(names("superuser")).toEqual(filters.map(({ name }) => name));
  });

  it("omit unreadable references and the parent", () => {
    expect(names("superuser")).toContain("reseller_id");
    expect(names("reseller")).not.toContain("reseller_id");
    expect(names("superuser", "contact_id")).not.toContain("contact_id");
  });
});

it("aligns amounts and prices by the most decimals of a page, and leaves everything else", () => {
  const columns = listColumns(descriptorOf("billingfees"), as("superuser"));
  const rows = [
    { onpeak_init_rate: 0.000_05, onpeak_init_interval: 60 },
    { onpeak_init_rate: 2, onpeak_init_interval: 1 },
  ];
  const digits = columnDigits(columns, rows);
  expect(
    columns.flatMap(({ source }, index) => (digits[index] === undefined ? [] : [[source, digits[index]]])),
  ).toEqual([["onpeak_init_rate", 3]]);
  const costs = listColumns(descriptorOf("calls"), as("superuser", { billing_data: true, call_data: true }));
  const found = columnDigits(costs, [{ source_customer_cost: 12 }, { source_customer_cost: 1e-7 }, {}]);
  expect(found[costs.findIndex(({ source }) => source === "source_customer_cost")]).toBe(4);
});
