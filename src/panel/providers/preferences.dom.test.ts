import { describe, expect, it } from "vitest";
import { fromPreferenceDefs, toPreferenceDefsRequest, toPreferenceOperation } from "./preferences.ts";

describe("toPreferenceOperation", () => {
  it.each([[null], [""], [false], [[]], [undefined]])("removes a preference that is set to %j", (value) => {
    expect(toPreferenceOperation("concurrent_max", value)).toEqual({ op: "remove", path: "/concurrent_max" });
  });

  it.each([[0], [true], ["x"], [["192.0.2.0/24"]]])("adds %j, with or without a previous value", (value) => {
    expect(toPreferenceOperation("p", value)).toEqual({ op: "add", path: "/p", value });
  });
});

it("finds the definitions of a values resource", () => {
  expect(toPreferenceDefsRequest("domainpreferences", "en")).toEqual({
    path: "/api/domainpreferencedefs/",
    query: { lang: "en" },
  });
  expect(toPreferenceDefsRequest("domainpreferences", "en", 7).query).toEqual({ lang: "en", owner_id: 7 });
});

it("reads definitions keyed by name, without links", () => {
  const body = { _links: { self: {} }, ncos: { data_type: "string", max_occur: 1, read_only: 0, label: "NCOS" } };
  expect(fromPreferenceDefs("domainpreferences", { status: 200, headers: new Headers(), body })).toEqual([
    { name: "ncos", data_type: "string", max_occur: 1, read_only: false, label: "NCOS" },
  ]);
});
