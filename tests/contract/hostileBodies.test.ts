import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { preferenceKinds, valuesResource } from "../../src/platform/preferences/preferenceKind.ts";
import { Api, type RequestOptions } from "../support/api.ts";
import { descriptors as chosen } from "../support/chosen.ts";
import { firstOfEach, shapeOfRoutes } from "../support/covering.ts";
import { expectError, HostilePlatform } from "../support/hostilePlatform.ts";

let platform: HostilePlatform;
beforeAll(async () => {
  platform = await HostilePlatform.start();
});
afterAll(() => platform.stop());

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

describe.each(descriptors.filter(({ operations }) => operations.includes("create")))(
  "new $name",
  ({ name, fields, calendar }) => {
    it("are rejected when the body is malformed, of another type or too large", async () => {
      const post = (raw: string, headers?: RequestOptions["headers"]) =>
        platform.api.request("POST", `/api/${name}/`, undefined, { raw, headers });
      const valid = JSON.stringify(await platform.world.valid(name));
      await platform.changesNothing(async () => {
        for (const [what, raw] of BROKEN_BODIES) expectError(await post(raw), [400], what);
        for (const type of FOREIGN_TYPES) {
          // Only resources with files accept multipart bodies.
          const isOwn = type.startsWith("multipart/") && (calendar !== undefined || fields.some(({ file }) => file));
          // A file may be the body itself, with the record in the query.
          const isFile = fields.some(({ file }) => file?.raw && file.types.includes(type));
          expectError(await post(valid, { "content-type": type }), [isOwn ? 400 : isFile ? 422 : 415], type);
        }
        const long = `${valid.slice(0, -1)},"padding":"${"x".repeat(10 * 1024 * 1024)}"}`;
        expectError(await post(long), [413], "10 MB");
      });
    });
  },
);

/** Invalid patches and the expected statuses. */
const BROKEN_PATCHES: readonly (readonly [patch: unknown, statuses: readonly number[]])[] = [
  [{ op: "replace", path: "/status", value: "active" }, [400]],
  ["replace", [400]],
  [7, [400]],
  [null, [400]],
  [[null], [400]],
  [["replace"], [400]],
  [[[]], [400]],
  [[{}], [400]],
  [[{ op: "replace", path: "/status" }], [400]],
  [[{ op: "replace", value: "x" }], [400]],
  [[{ op: "copy", path: "/status" }], [400]],
  [[{ op: "test", path: "/status", value: "active" }], [400]],
  [[{ op: "move", from: "/status", path: "/name" }], [400]],
  [[{ op: "REPLACE", path: "/status", value: "active" }], [400]],
  [[{ op: ["replace"], path: "/status", value: "active" }], [400]],
  [[{ op: "constructor", path: "/status", value: "active" }], [400]],
  [[{ op: "__proto__", path: "/status", value: "active" }], [400]],
  [[{ op: "replace", path: 7, value: 1 }], [400]],
  [[{ op: "replace", path: null, value: 1 }], [400]],
  [[{ op: "replace", path: ["status"], value: 1 }], [400]],
  [[{ op: "replace", path: "", value: {} }], [400]],
  [[{ op: "replace", path: "status", value: 1 }], [400]],
  [[{ op: "replace", path: "#/status", value: 1 }], [400]],
  [[{ op: "copy", from: "status", path: "/status" }], [400]],
  [[{ op: "copy", from: "/nothing/here", path: "/status" }], [422]],
  [[{ op: "replace", path: "/status", value: 1, extra: 1 }], [400]],
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
  [[{ op: "add", path: "/id", value: 1, mode: "prepend" }], [400]],
  [[{ op: "remove", path: "/__proto__" }], [400, 422]],
  [[{ op: "remove", path: "/id", index: "x" }], [400]],
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
    expectError(await post("<xml/>", { "content-type": "text/xml" }), [415], "XML");
    expectError(await post(`"${"x".repeat(10 * 1024 * 1024)}"`), [413], "10 MB");
  });
});
