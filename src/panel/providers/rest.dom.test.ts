import { describe, expect, it } from "vitest";
import { testDescriptor } from "../../testing/descriptor.ts";
import { malformedKey } from "./errors.ts";
import { storeExtensions } from "./extensions.ts";
import { type HttpResponse, toUrl } from "./http.ts";
import { toListRequest } from "./listRequest.ts";
import { fromItem, fromList, fromLocation, type ListParams, toBody } from "./rest.ts";

const answer = (body: HttpResponse["body"], headers: Record<string, string> = {}): HttpResponse => ({
  status: 200,
  headers: new Headers(headers),
  body,
});

describe("toListRequest", () => {
  const base = "/api/domains/?";
  const expanded = "expand=reseller_id&soft_expand=1";
  it.each<[string, ListParams, string]>([
    [
      "page, size and order",
      { pagination: { page: 3, perPage: 25 }, sort: { field: "domain", order: "DESC" } },
      `page=3&rows=25&order_by=domain&order_by_direction=desc&${expanded}`,
    ],
    ["all rows are 10,000 on no page", { pagination: { page: 1, perPage: 0 } }, `rows=10000&${expanded}`],
    ["-1 leaves the page to the platform", { pagination: { page: 1, perPage: -1 } }, expanded],
    ["a wildcard filter looks anywhere in the text", { filter: { domain: "acme " } }, `domain=*acme*&${expanded}`],
    ["stars of one's own are kept", { filter: { domain: "acme*" } }, `domain=acme*&${expanded}`],
    ["an exact filter stays as it is", { filter: { reseller_id: 7 } }, `reseller_id=7&${expanded}`],
    ["null asks for records without a value", { filter: { reseller_id: null } }, `reseller_id=%24null&${expanded}`],
    ["several values are one list", { filter: { status: ["active", "locked"] } }, `status=active%2Clocked&${expanded}`],
    ["empty filters are left out", { filter: { domain: " ", status: [], reseller_id: undefined } }, expanded],
    ["nothing to expand", { meta: { expand: [] }, filter: { reseller_id: 1 } }, "reseller_id=1"],
  ])("%s", (_, params, query) => {
    expect(toUrl(toListRequest(testDescriptor(), params))).toBe(base + query);
  });

  it("zero and false are values", () => {
    const filters = [
      { name: "priority", source: "priority", match: "exact", kind: "integer" },
      { name: "stopper", source: "stopper", match: "exact", kind: "boolean" },
    ] as const;
    const request = toListRequest(testDescriptor({ filters }), { filter: { priority: 0, stopper: false } });
    expect(toUrl(request)).toBe(`${base}priority=0&stopper=false&${expanded}`);
  });

  it("refuses filters that cannot be read", () => {
    const asked = () => toListRequest(testDescriptor(), { filter: { reseller_id: 0 } });
    expect(asked).toThrow("errors.filter_unreadable");
  });

  it("asks for the children of one parent below it, where the API has them there", () => {
    const parent = { resource: "resellers", reference: "reseller_id", path: "domains", nested: true };
    const nested = testDescriptor({ parent, list: { ...testDescriptor().list, expand: [] } });
    const address = (filter: object) => toUrl(toListRequest(nested, { filter }));
    expect(address({ reseller_id: 7, domain: "a*" })).toBe("/api/domains/7/?domain=a*");
    expect(address({ domain: "a*" })).toBe("/api/domains/?domain=a*");
  });
});

it("matches one or two characters as a prefix where there are very many values", () => {
  const descriptor = testDescriptor();
  const large = { ...descriptor, list: { ...descriptor.list, large: true } };
  const asked = (domain: string) => toUrl(toListRequest(large, { filter: { domain }, meta: { expand: [] } }));
  expect(["ac", "*a", "acm"].map(asked)).toEqual([
    "/api/domains/?domain=ac*",
    "/api/domains/?domain=*a",
    "/api/domains/?domain=*acm*",
  ]);
});

it("requests a quick count only where supported", () => {
  const asked = () => toUrl(toListRequest(testDescriptor(), { meta: { expand: [], quickCount: true } }));
  storeExtensions({ extensions: ["quick_count"] });
  expect(asked()).toBe("/api/domains/?quick_count=1");
  storeExtensions({});
  expect(asked()).toBe("/api/domains/");
});

describe("fromList", () => {
  const one = { id: 1, domain: "a.example", _links: { self: { href: "/api/domains/1" } } };
  const two = { id: 2, domain: "b.example", _links: {} };

  it.each<[string, HttpResponse["body"], unknown]>([
    [
      "a list of items",
      { _embedded: { "ngcp:domains": [one, two] }, total_count: 12, _links: {} },
      {
        data: [
          { id: 1, domain: "a.example" },
          { id: 2, domain: "b.example" },
        ],
        total: 12,
      },
    ],
    [
      "a single item that was collapsed to an object",
      { _embedded: { "ngcp:domains": one }, total_count: 1 },
      { data: [{ id: 1, domain: "a.example" }], total: 1 },
    ],
    ["no item at all", { total_count: 0, _links: {} }, { data: [], total: 0 }],
    [
      "items under another name",
      { _embedded: { "ngcp:domain": [two] }, total_count: 1 },
      { data: [{ id: 2, domain: "b.example" }], total: 1 },
    ],
    [
      "an uncounted list",
      { _embedded: { "ngcp:domains": [one] }, total_count: null },
      { data: [{ id: 1, domain: "a.example" }], total: 1 },
    ],
  ])("reads %s", (_, body, result) => {
    expect(fromList("domains", answer(body))).toEqual(result);
  });

  it.each<[string, HttpResponse["body"], RegExp]>([
    ["a web page", "<html>", /collection was expected/],
    ["items that are no objects", { _embedded: { "ngcp:domains": [3] }, total_count: 1 }, /item is no object/],
    ["a count that is no number", { total_count: "12" }, /total_count should be a number/],
  ])("refuses %s and says what was expected", (_, body, message) => {
    expect(() => fromList("domains", answer(body))).toThrow(
      expect.objectContaining({ message: malformedKey, body: { detail: expect.stringMatching(message) } }),
    );
  });
});

describe("items", () => {
  it("strips links and keeps the version", () => {
    expect(fromItem("domains", answer({ id: 1, _links: {} }, { ETag: '"3"' }))).toEqual({ id: 1, _etag: '"3"' });
  });

  it("leaves links and expanded records out of a body", () => {
    const record = { id: 1, name: "x", reseller_id: 2, reseller_id_expand: { id: 2 }, _etag: '"3"', _links: {} };
    expect(toBody(record)).toEqual({ id: 1, name: "x", reseller_id: 2 });
  });

  it.each([
    ["/api/customers/815", 815],
    ["/api/bannedips/192.0.2.1", "192.0.2.1"],
    ["/api/customers/815?x=/1", 815],
  ])("takes the id out of Location %s", (location, id) => {
    expect(fromLocation("customers", answer(undefined, { Location: location }))).toBe(id);
  });

  it("does not invent an id when Location is missing", () => {
    expect(() => fromLocation("customers", answer(undefined))).toThrow(
      expect.objectContaining({ message: malformedKey, body: { detail: expect.stringMatching(/no Location/) } }),
    );
  });
});
