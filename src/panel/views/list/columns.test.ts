import { describe, expect, it } from "vitest";
import { can } from "../../../core/access.ts";
import { resources } from "../../../generated/all.gen.ts";
import { columnsOf, shownColumns } from "./columns.ts";
import { offeredFilters } from "./filters.ts";

const descriptorOf = (name: string) => {
  const module = resources[name];
  if (!module) throw new Error(`no resource ${name}`);
  return module.descriptor;
};
const as = (role: string, admin?: object) =>
  ({
    can: (resource, right, options) => can({ role, adminId: 1, admin: { ...admin } }, resource, right, options),
  }) satisfies Parameters<typeof columnsOf>[1];
const sources = (name: string, role: string, owner?: string) =>
  columnsOf(descriptorOf(name), as(role), owner).map(({ source }) => source);

describe("columns", () => {
  it("begin with the title, named after its field where it shows one alone", () => {
    expect(columnsOf(descriptorOf("domains"), as("superuser"))[0]).toMatchObject({
      isTitle: true,
      labelKey: "resources.domains.fields.domain",
      sortBy: "domain",
    });
  });

  it("do not name or sort by a field that may not be read", () => {
    const vouchers = descriptorOf("vouchers");
    const columnAs = (admin: object) => columnsOf(vouchers, as("superuser", admin))[0];
    expect(columnAs({ billing_data: true })).toMatchObject({ source: "code", sortBy: "code" });
    expect(columnAs({})).toMatchObject({ source: "", labelKey: "resources.vouchers.name", sortBy: undefined });
  });

  it("are named after the resource where the title is made of several fields, and not sorted by what lies elsewhere", () => {
    expect(columnsOf(descriptorOf("customers"), as("superuser"))[0]).toMatchObject({
      labelKey: "resources.customers.name",
      sortBy: undefined,
    });
  });

  it("behind a reference are only for those who may look up what it refers to", () => {
    expect(sources("domains", "superuser")).toContain("reseller_id.name");
    expect(sources("domains", "reseller")).not.toContain("reseller_id.name");
  });

  it("of an older table are sorted by what that table has", () => {
    const byTitle = columnsOf(descriptorOf("rewriterulesets"), as("superuser"));
    expect(byTitle.find(({ isTitle }) => isTitle)?.sortBy).toBe("name");
  });

  it("leave out the parent in a list below it", () => {
    expect(sources("numbers", "superuser")).toContain("subscriber_id.username");
    expect(sources("numbers", "superuser", "subscriber_id")).not.toContain("subscriber_id.username");
  });

  it("are the usual ones until others are chosen", () => {
    const columns = columnsOf(descriptorOf("customers"), as("superuser"));
    const shown = (chosen?: string[]) => shownColumns(columns, chosen).map(({ source, isTitle }) => isTitle || source);
    expect(shown()).not.toContain("create_timestamp");
    expect(shown(["create_timestamp"])).toEqual([true, "create_timestamp"]);
  });
});

describe("columns of a tab", () => {
  it("are those that the tab names, the others to be added", () => {
    const usual = ["pbx_hunt_policy", "status"];
    const columns = columnsOf(descriptorOf("subscribers"), as("superuser"), "customer_id", usual);
    expect(shownColumns(columns, undefined).map(({ source }) => source)).toEqual(["", "pbx_hunt_policy", "status"]);
    expect(columns.map(({ source }) => source)).toContain("lock");
  });
});

describe("offered filters", () => {
  const names = (role: string, owner?: string) =>
    offeredFilters(descriptorOf("customers"), as(role), owner).map(({ name }) => name);

  it("are all that the list names, in its order", () => {
    const { filters } = descriptorOf("customers").list;
    expect(names("superuser")).toEqual(filters.map(({ name }) => name));
  });

  it("are without records that the person may not look up, and without the parent", () => {
    expect(names("superuser")).toContain("reseller_id");
    expect(names("reseller")).not.toContain("reseller_id");
    expect(names("superuser", "contact_id")).not.toContain("contact_id");
  });
});
