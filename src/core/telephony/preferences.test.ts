import { describe, expect, it } from "vitest";
import { effectivePreference, isAdminOnly, type PreferenceLayer, setsAdminOnly } from "./preferences.ts";

const layer = (source: string, values: PreferenceLayer["values"], defaults: PreferenceLayer["defaults"] = {}) => ({
  source,
  values,
  defaults,
});
/** A subscriber with a profile in a domain: the value of `x` on each of them, and the default of the domain. */
const layers = (own: object, profile: object, domain: object, standard?: string) => [
  layer("own", own as PreferenceLayer["values"], { x: null }),
  layer("profile", profile as PreferenceLayer["values"], { x: null }),
  layer("domain", domain as PreferenceLayer["values"], standard === undefined ? {} : { x: standard }),
];

it.each<[string, PreferenceLayer[], unknown]>([
  ["is the own one", layers({ x: "a" }, { x: "b" }, { x: "c" }, "d"), { value: "a", source: "own" }],
  ["is the profile's without an own one", layers({}, { x: "b" }, { x: "c" }, "d"), { value: "b", source: "profile" }],
  ["is the domain's without both", layers({}, {}, { x: "c" }, "d"), { value: "c", source: "domain" }],
  ["is the default where nobody has set it", layers({}, {}, {}, "d"), { value: "d", source: "default" }],
  ["is none without a default", layers({}, {}, {}), undefined],
  ["takes null for not set", layers({ x: null }, {}, { x: "c" }), { value: "c", source: "domain" }],
  ["may be off, where that is stored", layers({ x: false }, {}, { x: true }), { value: false, source: "own" }],
  [
    "may be a list that replaces the one behind it",
    layers({ x: [1] }, {}, { x: [2, 3] }),
    { value: [1], source: "own" },
  ],
])("the effective value %s", (_, given, wanted) => {
  expect(effectivePreference("x", given)).toEqual(wanted);
});

describe("administrators' preferences", () => {
  it("are recognised by name", () => {
    expect([isAdminOnly("adm_ncos"), isAdminOnly("ncos"), isAdminOnly("admin")]).toEqual([true, false, false]);
  });

  it("are not for customer care", () => {
    const may = ["superuserMaster", "superuser", "resellerMaster", "reseller"];
    const roles = [...may, "ccareSuperuser", "ccare", "lintercept", null];
    expect(roles.filter(setsAdminOnly)).toEqual(may);
  });
});
