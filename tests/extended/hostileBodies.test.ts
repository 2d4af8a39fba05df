import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/schema/descriptor.ts";
import { preferenceKinds, valuesResource } from "../../src/core/telephony/preferenceKind.ts";
import { Api, type RequestOptions } from "../support/api.ts";
import { type BodyRoute, hostileVersions } from "../support/bodyRoutes.ts";
import { descriptors as chosen } from "../support/chosen.ts";
import { firstOfEach, shapeOfRoutes } from "../support/covering.ts";
import { expectError, HostilePlatform } from "../support/hostilePlatform.ts";

const platform = await HostilePlatform.start();

const descriptors = firstOfEach(shapeOfRoutes)(chosen);
const updatable = descriptors.filter(
  ({ operations }) => operations.includes("create") && operations.includes("update"),
);

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

const BROKEN_BODIES: readonly (readonly [name: string, raw: string])[] = [
  ["nothing", ""],
  ["blanks", " \n\t "],
  ["half an object", '{"name": '],
  ["a trailing comma", '{"name": "x",}'],
  ["single quotes", "{'name': 'x'}"],
  ["a bare key", "{name: 1}"],
  ["NaN", '{"name": NaN}'],
  ["Infinity", '{"name": -Infinity}'],
  ["a hexadecimal number", '{"name": 0x10}'],
  ["a key twice", '{"name": "a", "name": "b"}'],
  ["a duplicate key with an escape", '{"name": "a", "n\\u0061me": "b"}'],
  ["a comment", '{"name": "x" /* y */}'],
  ["two documents", "{}{}"],
  ["a raw control character", '{"name": "a\u0000b"}'],
  ["a bad escape", '{"name": "\\x00"}'],
  ["10,000 nested lists", nested(10_000, "[", "]")],
  ["10,000 nested objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
  ["10,000 unclosed lists", "[".repeat(10_000)],
  ["a list", "[]"],
  ["a text", '"name"'],
  ["a number", "7"],
  ["null", "null"],
  ["only a byte order mark", "\ufeff"],
];

const FOREIGN_TYPES = [
  "text/plain",
  "text/html",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "application/json-patch+json",
  "json",
  "/",
  ";",
  "application/json\tx",
  "x".repeat(4000),
];

/** Invalid patches and the expected statuses; jsonPatch.test.ts has those that are no patches. */
const BROKEN_PATCHES: readonly (readonly [patch: unknown, statuses: readonly number[]])[] = [
  ["replace", [400]],
  [7, [400]],
  [null, [400]],
  [[null], [400]],
  [[[]], [400]],
  [[{}], [400]],
  [[{ op: "move", from: "/status", path: "/name" }], [400]],
  [[{ op: "REPLACE", path: "/status", value: "active" }], [400]],
  [[{ op: ["replace"], path: "/status", value: "active" }], [400]],
  [[{ op: "constructor", path: "/status", value: "active" }], [400]],
  [[{ op: "__proto__", path: "/status", value: "active" }], [400]],
  [[{ op: "replace", path: 7, value: 1 }], [400]],
  [[{ op: "replace", path: null, value: 1 }], [400]],
  [[{ op: "replace", path: ["status"], value: 1 }], [400]],
  [[{ op: "replace", path: "#/status", value: 1 }], [422]],
  [[{ op: "copy", from: "status", path: "/status" }], [422]],
  [[{ op: "copy", from: "/nothing/here", path: "/status" }], [422]],
  [[{ op: "replace", path: "/", value: 1 }], [422]],
  [[{ op: "replace", path: "/no/such/place", value: 1 }], [422]],
  [[{ op: "replace", path: "/no_such_field", value: 1 }], [422]],
  [[{ op: "replace", path: "/~2", value: 1 }], [422]],
  [[{ op: "replace", path: "/id/0", value: 1 }], [422]],
  [[{ op: "replace", path: "/__proto__", value: { polluted: 1 } }], [422]],
  [[{ op: "replace", path: "/__proto__/polluted", value: 1 }], [422]],
  [[{ op: "replace", path: "/constructor", value: 1 }], [422]],
  [[{ op: "replace", path: "/constructor/prototype/polluted", value: 1 }], [422]],
  [[{ op: "copy", from: "/constructor", path: "/id" }], [422]],
  [[{ op: "copy", from: "/id", path: "/__proto__/polluted" }], [422]],
  // Whether add and remove are supported depends on the resource.
  [[{ op: "add", path: "/__proto__/polluted", value: 1 }], [400, 422]],
  [[{ op: "add", path: "/__proto__", value: { polluted: 1 } }], [400, 422]],
  [[{ op: "add", path: "/constructor/prototype/polluted", value: 1 }], [400, 422]],
  [[{ op: "remove", path: "/__proto__" }], [400, 422]],
  [[{ op: "remove", path: "/toString" }], [400, 422]],
  [Array.from({ length: 20_000 }, () => ({ op: "replace", path: "/no_such_field", value: 1 })), [422]],
  [[{ op: "replace", path: `/${"a/".repeat(100_000)}`, value: 1 }], [422]],
  // The second operation fails, so the first is not applied either.
  [
    [
      { op: "copy", from: "/id", path: "/id" },
      { op: "replace", path: "/nothing", value: 1 },
    ],
    [422],
  ],
];

describe("invalid patches", () => {
  const refusesPatches = async (url: string) => {
    await platform.changesNothing(async () => {
      for (const [patch, statuses] of BROKEN_PATCHES) {
        const what = JSON.stringify(patch).slice(0, 120);
        expectError(await platform.api.request("PATCH", url, patch), statuses, what);
      }
      for (const [what, raw] of BROKEN_BODIES.filter(([name]) => name !== "a list")) {
        expectError(await platform.api.request("PATCH", url, undefined, { raw }), [400], what);
      }
    });
    expect({}).not.toHaveProperty("polluted");
    expect([]).not.toHaveProperty("polluted");
  };

  it.each(updatable)("do not change $name", async ({ name }) => {
    await refusesPatches(`/api/${name}/${await platform.world.make(name)}`);
  });

  it.each(preferenceKinds)("do not change preferences of kind $kind", async (kind) => {
    await refusesPatches(`/api/${valuesResource(kind)}/${await platform.world.shared(kind.owner.resource)}`);
  });
});

describe("hostile values in bodies", () => {
  /** What other routes than those of records, with their journals, take; `:id` and the like are filled in below. */
  const special: Readonly<Record<string, Json>> = {
    "POST /login_jwt": { username: "a", password: "b", otp: "1", jwt: "c", token: "d" },
    "POST /administrator/:id/api_key": { "ca.download": "1" },
    "POST /api/admincerts/": { id: 1 },
    "POST /api/applyrewrites/": { subscriber_id: 1, numbers: ["1"], direction: "caller_in" },
    "POST /api/authtokens/": { type: "onetime", expires: 60 },
    "POST /api/bulkjobs/": {
      resource: "systemcontacts",
      action: "change",
      changes: { company: "x" },
      ids: [2147483647],
    },
    "POST /api/bulkjobs/preview": {
      resource: "systemcontacts",
      action: "change",
      changes: { company: "x" },
      query: "id=0",
    },
    "POST /api/bulkjobs/:id/continue": {},
    "POST /api/bulkjobs/:id/stop": {},
    "POST /api/bulkjobs/:id/undo": {},
    "POST /api/callroutingverify": {
      calls: [
        {
          caller: "431",
          callee: "432",
          caller_type: "subscriber",
          caller_subscriber_id: 1,
          at: "2026-01-01T00:00:00Z",
        },
      ],
      change: { resource: "ncoslevels", id: 1, record: { level: "x" } },
    },
    "POST /api/emailtemplates/missing": {},
    "POST /api/emailtemplates/test": { name: "x", reseller_id: 1, from_email: "a@b.example", subject: "x", body: "x" },
    "POST /api/invoices/:id/mail": {},
    "POST /api/invoices/preview": { template_id: 1, customer_id: 1, period: "2026-01", allow_overlap: true },
    "POST /api/otpsecret/": {},
    "POST /api/passwordchange/": { new_password: "x" },
    "POST /api/passwordrecovery/": { token: "x", new_password: "x" },
    "POST /api/passwordreset/": { username: "x", type: "administrator", domain: "x" },
    "POST /api/pbxdeviceconfigs/preview": { data: "x", device_id: 1, vendor: "x", model: "y" },
    "POST /api/pbxdevicemodels/ready": { reseller_id: 1, models: ["x y"] },
    "POST /api/platforminfo": {},
    "POST /api/platforminfo/": {},
    "PUT /api/platforminfo": {},
    "PUT /api/platforminfo/": {},
    "PATCH /api/platforminfo": [],
    "PATCH /api/platforminfo/": [],
    "POST /api/provisioningtemplates/:id": { row: "x" },
    "POST /api/provisioningtemplates/:id/undo": { run_id: 1 },
    "POST /api/provisioningtemplates/preview": { template: "x", lang: "template", row: { a: "b" } },
    "POST /api/uploads/": { size: 0, filename: "x", resource: "pbxdevicefirmwares", field: "data" },
    "PATCH /api/uploads/:key": {},
    "POST /api/voucherbatches/:id/codes": {},
    "PUT /api/openvpn": { status: "x" },
  };
  /** Of records: by the end of their address. */
  const ofRecords: Readonly<Record<string, Json>> = {
    "POST /": {},
    "POST /:id": {},
    "PUT /:id": {},
    "PATCH /:id": [{ op: "replace", path: "/id", value: 1 }],
    "POST /composite": { contact_id: { email: "a@b.example" }, subscribers: [{ username: "x" }], name: "x" },
    "POST /:id/clone": { name: "x" },
    "POST /:id/move": { direction: "up" },
    "POST /:id/reveal": { field: "password" },
    "POST /:id/journal/": {},
    "PUT /:id/journal/": {},
    "PATCH /:id/journal/": [],
    "POST /:id/journal/at": { time: "1970-01-01T00:00:00Z", fields: ["name"], overwrite: false },
    "POST /:id/journal/:entry/restore": { fields: ["name"], overwrite: false },
  };
  const sampleOf = ({ method, url }: BodyRoute): Json | undefined =>
    special[`${method} ${url}`] ?? ofRecords[`${method} ${url.replace(/^\/api\/[a-z]+/, "")}`];

  it("are tried on every route that takes a body", async () => {
    const { bodyRoutes } = platform;
    expect(bodyRoutes.filter((route) => sampleOf(route) === undefined)).toEqual([]);
    expect(
      Object.keys(special).filter((key) => !bodyRoutes.some(({ method, url }) => `${method} ${url}` === key)),
    ).toEqual([]);
  });

  const addressOf = (url: string, id: number) =>
    url.replace(":entry", "1").replace(":key", "x").replace(":id", String(id));

  it.each(Object.keys(special))("are refused or ignored by %s", async (key) => {
    const [method = "", url = ""] = key.split(" ");
    const id = url.startsWith("/api/provisioningtemplates") ? await platform.world.shared("provisioningtemplates") : 1;
    for (const raw of hostileVersions(special[key] ?? null)) {
      const answer = await platform.api.request(method as BodyRoute["method"], addressOf(url, id), undefined, { raw });
      expect(answer.status, `${raw}: ${answer.text.slice(0, 300)}`).toBeLessThan(500);
    }
  });

  it.each(descriptors)("are refused or ignored by routes of $name", async ({ name, fields, operations }) => {
    const routes = platform.bodyRoutes.filter(
      (route) => route.url.startsWith(`/api/${name}/`) && !(`${route.method} ${route.url}` in special),
    );
    const id = operations.includes("create") ? await platform.world.shared(name) : 1;
    const references = fields.filter((field) => field.reference).slice(0, 3);
    for (const route of routes) {
      const patches = references.map((field) => [{ op: "replace", path: `/${field.name}`, value: 1 }]);
      const record = Object.fromEntries(references.map((field) => [field.name, 1]));
      const isRecord = /^(?:POST \/|PUT \/:id|POST \/composite)$/.test(
        `${route.method} ${route.url.replace(/^\/api\/[a-z]+/, "")}`,
      );
      const samples =
        route.method === "PATCH" && references.length > 0 ? patches : isRecord ? [record] : [sampleOf(route) ?? null];
      for (const raw of samples.flatMap(hostileVersions)) {
        const answer = await platform.api.request(route.method, addressOf(route.url, id), undefined, { raw });
        const what = `${route.method} ${route.url} ${raw}: ${answer.text.slice(0, 300)}`;
        expect(answer.status, what).toBeLessThan(500);
      }
    }
  });
});

describe("logins", () => {
  const BODIES = [
    {},
    { username: "administrator" },
    { username: 7, password: 7 },
    { username: {}, password: [] },
    { username: ["administrator"], password: ["administrator"] },
    { username: "", password: "" },
    { username: "a\0b", password: "a\0b" },
    { username: "\ud800", password: "x" },
    { username: "x".repeat(1_000_000), password: "x" },
    { username: "administrator", password: "x".repeat(1_000_000) },
    { username: "administrator", password: "pässwörd" },
    { username: "' or '1'='1", password: "' or '1'='1" },
    { jwt: {} },
    { jwt: "a.b.c" },
    { token: [] },
    { __proto__: { username: "administrator" } },
  ];

  it.each(BODIES.map((body) => [JSON.stringify(body).slice(0, 60), body]))("%s", async (_, body) => {
    await platform.changesNothing(async () => {
      const answer = await new Api(platform.app).request("POST", "/login_jwt", body);
      expectError(answer, [403, 413, 422], JSON.stringify(body).slice(0, 60));
      expect(answer.body).not.toHaveProperty("jwt");
    });
  });

  it("rejects malformed bodies and other types", async () => {
    const post = (raw: string, headers?: RequestOptions["headers"]) =>
      new Api(platform.app).request("POST", "/login_jwt", undefined, { raw, headers });
    for (const [what, raw] of BROKEN_BODIES) expectError(await post(raw), [400, 413, 422], what);
    // A login may come from a form.
    for (const type of FOREIGN_TYPES)
      expectError(await post("{}", { "content-type": type }), [type.endsWith("urlencoded") ? 422 : 415], type);
    expectError(await post(`"${"x".repeat(10 * 1024 * 1024)}"`), [413], "10 MB");
  });
});
