import { describe, expect, it } from "vitest";
import { routes } from "../../generated/routes.gen.ts";
import {
  legacyPanelUrl,
  type PathParts,
  pathTo,
  resourceOf,
  sharersOf,
  type View,
  withResourceParameter,
} from "./paths.ts";

describe("pathTo", () => {
  it.each<[string, View, PathParts, string | null]>([
    ["customers", "list", {}, "/customer"],
    ["customers", "create", {}, "/customer/create"],
    ["customers", "edit", { id: 12 }, "/customer/12/edit"],
    ["customers", "details", { id: 12, tab: "subscribers" }, "/customer/12/details/subscribers"],
    ["domains", "preferences", { id: 3 }, "/domain/3/preferences"],
    ["domains", "edit", { id: 3 }, null],
    ["contracts", "create", { variant: "peering" }, "/contract/peering/create"],
    ["contracts", "create", { variant: "reseller" }, "/contract/reseller/create"],
    ["peeringservers", "edit", { id: 9, parentId: 4 }, "/peering/4/details/server/9/edit"],
    ["headerrules", "details", { id: 7, parentId: 3, tab: "actions" }, "/header/3/details/rules/7/details/actions"],
    ["headerrules", "details", { id: 7, tab: "actions" }, "/header/rules/7/details/actions"],
    ["headerrules", "create", {}, "/header/rules/create"],
    ["headerruleactions", "edit", { id: 9, parentId: 7 }, "/header/rules/7/details/actions/9/edit"],
    ["customercontacts", "list", {}, "/contact"],
    ["customercontacts", "edit", { id: 5 }, "/contact/5/edit?resource=customercontacts"],
    ["systemcontacts", "list", {}, "/contact?resource=systemcontacts"],
    ["systemcontacts", "create", {}, "/contact/create/noreseller"],
    ["systemcontacts", "edit", { id: 5 }, "/contact/5/edit?resource=systemcontacts"],
  ])("%s %s %o is %s", (resource, view, parts, path) => {
    expect(pathTo(resource, view, parts)).toBe(path);
  });

  it("refuses to build an incomplete URL", () => {
    expect(() => pathTo("peeringservers", "edit", { id: 9 })).toThrow(/parentId/);
  });
});

function routeOf(path: string) {
  const route = routes.find((candidate) => candidate.path === path);
  if (!route) throw new Error(`No route ${path}`);
  return route;
}

it.each([
  ["/contact/:id/edit", "/contact/5/edit", "", "/contact/5/edit?resource=customercontacts"],
  ["/contact/:id/edit", "/contact/5/edit", "a=1", "/contact/5/edit?a=1&resource=customercontacts"],
  ["/contact/:id/edit", "/contact/5/edit", "resource=systemcontacts", null],
  ["/contact", "/contact", "", null],
  ["/domain/:id/details", "/domain/5/details", "", null],
])("withResourceParameter of %s at %s?%s is %s", (path, pathname, search, whole) => {
  expect(withResourceParameter(routeOf(path), pathname, new URLSearchParams(search))).toBe(whole);
});

it.each([
  ["/contact/:id/edit", "resource=systemcontacts", "systemcontacts"],
  ["/contact/:id/edit", "", "customercontacts"],
  ["/contact/:id/edit", "resource=admins", "customercontacts"],
  ["/contact/create", "resource=systemcontacts", "customercontacts"],
  ["/domain", "resource=admins", "domains"],
])("resourceOf %s?%s is about %s", (path, search, resource) => {
  expect(resourceOf(routeOf(path), new URLSearchParams(search))).toBe(resource);
});

it("names the owner of a shared URL first", () => {
  expect(sharersOf("systemcontacts")).toEqual(["customercontacts", "systemcontacts"]);
  expect(sharersOf("domains")).toEqual(["domains"]);
});

it.each([
  ["/customer", "/customer?lang=de&framed=0"],
  ["/customer/12/details", "/customer/12/details?lang=de&framed=0"],
  ["/proxy/callflow/5", "/callflow/5?lang=de&framed=0"],
  ["/invoicetemplate/5/delete", "/dashboard?lang=de&framed=0"],
  ["/error404", "/dashboard?lang=de&framed=0"],
  ["//elsewhere.example", "/dashboard?lang=de&framed=0"],
  ["/proxy//elsewhere.example", "/dashboard?lang=de&framed=0"],
])("%s is %s there", (pathname, address) => {
  expect(legacyPanelUrl(pathname, "de")).toBe(address);
});
