import { describe, expect, it } from "vitest";
import type { Json, LegacyTableDescriptor } from "../../core/schema/descriptor.ts";
import { malformedKey } from "./errors.ts";
import { fromLegacyTable, toLegacyTableRequest } from "./legacyTable.ts";

const table: LegacyTableDescriptor = {
  path: "/rewrite/ajax",
  columns: [
    { key: "id", source: "id", search: "integer" },
    { key: "reseller_name", source: "reseller_id.name", search: "text" },
    { key: "name", source: "name", search: "text" },
  ],
};

const answer = (body: Json) => ({ status: 200, headers: new Headers(), body });

describe("toLegacyTableRequest", () => {
  it("puts all state into the query, as older clients did", () => {
    const request = toLegacyTableRequest(table, { page: 3, perPage: 10, search: "set" });
    expect(request.path).toBe("/rewrite/ajax");
    expect(request.query).toMatchObject({
      sEcho: 1,
      iColumns: 3,
      sColumns: ",,",
      iDisplayStart: 20,
      iDisplayLength: 10,
      sSearch: "set",
      mDataProp_0: "id",
      mDataProp_2: "name",
      bSortable_1: true,
      iSortCol_0: 0,
      sSortDir_0: "asc",
    });
  });

  it.each([
    ["name", "DESC", 2, "desc"],
    ["reseller_id.name", "ASC", 1, "asc"],
    ["reseller_name", "ASC", 1, "asc"],
    ["unknown", "ASC", 0, "asc"],
  ] as const)("sorts by the position of %s", (field, order, index, direction) => {
    const { query } = toLegacyTableRequest(table, { page: 1, perPage: 10, sort: { field, order } });
    expect(query).toMatchObject({ iSortCol_0: index, sSortDir_0: direction });
  });
});

describe("fromLegacyTable", () => {
  it("counts matching rows, and puts columns behind references where expand would", () => {
    const body = {
      iTotalRecords: 57,
      iTotalDisplayRecords: 1,
      aaData: [{ id: 4, reseller_name: "Acme", name: "set A" }],
    };
    expect(fromLegacyTable(table, answer(body))).toEqual({
      data: [{ id: 4, reseller_name: "Acme", name: "set A", reseller_id_expand: { name: "Acme" } }],
      total: 1,
    });
  });

  it("identifies rows without an id by their first column", () => {
    const zones: LegacyTableDescriptor = { path: "/zones", columns: [{ key: "name", source: "name", search: "text" }] };
    const body = { iTotalDisplayRecords: 1, aaData: [{ name: "Europe/Vienna" }] };
    expect(fromLegacyTable(zones, answer(body)).data).toEqual([{ id: "Europe/Vienna", name: "Europe/Vienna" }]);
  });

  it("refuses a response that is not a table", () => {
    expect(() => fromLegacyTable(table, answer({ items: [] }))).toThrow(malformedKey);
  });
});
