import { HttpError } from "react-admin";
import { describe, expect, it } from "vitest";
import type { Json, ResourceDescriptor } from "../../core/schema/descriptor.ts";
import { testDescriptor } from "../../testing/descriptor.ts";
import { buildDataProvider, conflictKey } from "./dataProvider.ts";
import type { Extension } from "./extensions.ts";
import { type HttpRequest, type HttpResponse, toUrl } from "./http.ts";

type Reply = { status?: number; body?: HttpResponse["body"]; headers?: Record<string, string> } | HttpError;

/** A provider whose platform sends the given responses in turn, and the requests it received. */
function scene(
  replies: Reply[],
  descriptors: ResourceDescriptor[] = [testDescriptor()],
  offered: readonly Extension[] = [],
) {
  const requests: HttpRequest[] = [];
  const provider = buildDataProvider({
    send: async (request) => {
      requests.push(request);
      const reply = replies.shift();
      if (!reply) throw new Error(`Unexpected request ${request.method ?? "GET"} ${toUrl(request)}`);
      if (reply instanceof HttpError) throw reply;
      return { status: reply.status ?? 200, headers: new Headers(reply.headers), body: reply.body };
    },
    describe: async (resource) => {
      const found = descriptors.find(({ name }) => name === resource);
      if (!found) throw new Error(`No descriptor for ${resource}`);
      return found;
    },
    isOffered: (extension) => offered.includes(extension),
  });
  const asked = () => requests.map((request) => `${request.method ?? "GET"} ${toUrl(request)}`);
  return { provider, requests, asked };
}

const page = (...records: { [name: string]: Json }[]) => ({
  body: { _embedded: { "ngcp:domains": records }, total_count: records.length },
});
const refused = (status: number, message = `refused ${status}`) => new HttpError(message, status);
/** Its fields are made up. */
const invented: string = "domains";
const listParams = { pagination: { page: 1, perPage: 10 }, sort: { field: "id", order: "ASC" as const }, filter: {} };

it("a record below a parent is asked for by its id, as only the record tells the parent", async () => {
  const intervals = (...records: { [name: string]: Json }[]) => ({
    body: { _embedded: { "ngcp:balanceintervals": records } },
  });
  const descriptors = [testDescriptor({ name: "balanceintervals" })];
  const { provider, asked } = scene([intervals({ id: 7, customer_id: 5 }), intervals({ id: 8 })], descriptors);
  const ask = () => provider.getOne("balanceintervals", { id: "7", meta: { expand: ["customer_id"] } });
  expect(await ask()).toEqual({ data: { id: 7, customer_id: 5 } });
  await expect(ask()).rejects.toMatchObject({ status: 404 });
  expect(asked()[0]).toBe("GET /api/balanceintervals/?id=7&rows=1&no_count=1&expand=customer_id&soft_expand=1");
});

describe("lists", () => {
  it("filters children by their reference to the parent", async () => {
    const { provider, asked } = scene([page({ id: 1 })]);
    await provider.getManyReference("domains", { ...listParams, target: "reseller_id", id: 7 });
    expect(asked()).toEqual([
      "GET /api/domains/?page=1&rows=10&order_by=id&order_by_direction=asc&reseller_id=7&expand=reseller_id&soft_expand=1",
    ]);
  });

  const legacy = testDescriptor({
    legacyTables: [{ path: "/domain/ajax", columns: [{ key: "id", source: "id", search: "integer" }] }],
    list: { ...testDescriptor().list, legacyTable: "/domain/ajax" },
  });

  it("reads a list from its legacy table, with the search text as typed", async () => {
    const { provider, requests } = scene([{ body: { iTotalDisplayRecords: 1, aaData: [{ id: 3 }] } }], [legacy]);
    expect(await provider.getList("domains", { ...listParams, filter: { domain: "acme" } })).toEqual({
      data: [{ id: 3 }],
      total: 1,
    });
    expect(requests[0]).toMatchObject({ path: "/domain/ajax", query: { sSearch: "acme" } });
  });

  it("falls back to REST for filters unknown to the legacy table", async () => {
    const { provider, requests } = scene([page({ id: 3 })], [legacy]);
    await provider.getList("domains", { ...listParams, filter: { reseller_id: 2 } });
    expect(requests[0]?.path).toBe("/api/domains/");
  });
});

it("leaves read-only members of list items out of full and partial updates", async () => {
  const list = {
    name: "cfu",
    kind: "list",
    required: false,
    fields: [
      { name: "timeset_id", kind: "reference", required: false },
      { name: "timeset", kind: "text", required: false, readOnly: true },
    ],
  } as const;
  const { provider, requests } = scene([{ body: {} }, { body: {} }], [testDescriptor({ fields: [list] })]);
  const cfu = [{ timeset_id: null, timeset: "Office" }];
  await provider.update("domains", { id: 5, data: { cfu }, previousData: { id: 5 } });
  await provider.patchField(invented, 5, "cfu", cfu);
  expect(requests.map(({ body }) => body)).toEqual([
    { cfu: [{ timeset_id: null }] },
    [{ op: "replace", path: "/cfu", value: [{ timeset_id: null }] }],
  ]);
});

it("counts without the resource's descriptor", async () => {
  const { provider, asked } = scene([{ body: { _embedded: { "ngcp:domains": { id: 1 } }, total_count: 38 } }], []);
  expect(await provider.count("domains")).toBe(38);
  expect(asked()).toEqual(["GET /api/domains/?page=1&rows=1"]);
});

describe("getMany", () => {
  it("reads one by one from then on where the platform ignores the list of ids", async () => {
    const elsewhere = "resellers";
    const rows = { body: { _embedded: { x: [{ id: 8 }, { id: 1 }] }, total_count: 2 } };
    const { provider, asked } = scene([rows, { body: { id: 2 } }, { body: { id: 3 } }, { body: { id: 4 } }]);
    const { data } = await provider.getMany(elsewhere, { ids: [1, 2] });
    expect(data.map(({ id }) => id)).toEqual([1, 2]);
    await provider.getMany(elsewhere, { ids: [3, 4] });
    expect(asked().slice(1)).toEqual(["GET /api/resellers/2", "GET /api/resellers/3", "GET /api/resellers/4"]);
  });

  it("omits missing and unreadable records", async () => {
    const { provider } = scene([refused(404)]);
    expect(await provider.getMany("contracts", { ids: [5] })).toEqual({ data: [] });
  });
});

describe("writing", () => {
  it("takes the record from the response body if present", async () => {
    const { provider, asked } = scene([{ status: 201, body: { id: 12, _links: {} }, headers: { ETag: '"1"' } }]);
    expect(await provider.create("domains", { data: {} })).toEqual({ data: { id: 12, _etag: '"1"' } });
    expect(asked()).toHaveLength(1);
  });

  it("sends the version that the form was based on, and reports a conflict", async () => {
    const { provider, requests } = scene([refused(412)]);
    const update = provider.update("domains", {
      id: 5,
      data: { id: 5, domain: "b" },
      previousData: { id: 5, _etag: '"3"' },
    });
    await expect(update).rejects.toMatchObject({ status: 412, message: conflictKey });
    expect(requests[0]).toMatchObject({ method: "PUT", headers: { "If-Match": '"3"' }, body: { id: 5, domain: "b" } });
  });
});

it("patchFields changes several fields in one request, and adds them where they cannot be replaced", async () => {
  const { provider, requests } = scene([refused(422), { body: { id: 5, name: "x", enabled: false } }]);
  expect(await provider.patchFields(invented, 5, { name: "x", enabled: false })).toEqual({
    data: { id: 5, name: "x", enabled: false },
  });
  expect(requests.map(({ body }) => body)).toEqual(
    ["replace", "add"].map((op) => [
      { op, path: "/name", value: "x" },
      { op, path: "/enabled", value: false },
    ]),
  );
});

describe("patchField", () => {
  const operations = (requests: HttpRequest[]) => requests.map(({ body }) => (body as { op: string }[])[0]?.op);

  it("retries a refused replace as add", async () => {
    const { provider, requests } = scene([refused(422), { body: { id: 5, enabled: true } }]);
    expect(await provider.patchField(invented, 5, "enabled", true)).toEqual({ data: { id: 5, enabled: true } });
    expect(operations(requests)).toEqual(["replace", "add"]);
  });

  it("reports the second refusal", async () => {
    const { provider } = scene([refused(422, "no value"), refused(422, "too long")]);
    await expect(provider.patchField(invented, 5, "name", "x")).rejects.toThrow("too long");
  });

  it("reports the first refusal where add is not offered", async () => {
    const { provider } = scene([refused(422, "too long"), refused(400, "add is not allowed")]);
    await expect(provider.patchField(invented, 5, "name", "x")).rejects.toThrow("too long");
  });

  it("does not retry any other refusal", async () => {
    const { provider, requests } = scene([refused(403)]);
    await expect(provider.patchField(invented, 5, "name", "x")).rejects.toMatchObject({ status: 403 });
    expect(requests).toHaveLength(1);
  });
});

describe("setPreference", () => {
  it("ignores that a preference to remove is missing", async () => {
    const { provider } = scene([refused(422), { body: { id: 5, domain_id: 5 } }]);
    expect(await provider.setPreference("domainpreferences", 5, "ncos", "")).toEqual({ id: 5, domain_id: 5 });
  });
});
