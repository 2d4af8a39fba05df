import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { FilterDescriptor } from "../../src/core/schema/descriptor.ts";
import { legacyTableUrl } from "../../src/core/schema/legacyTableUrl.ts";
import { hasTextIds } from "../support/api.ts";
import { descriptors as chosen } from "../support/chosen.ts";
import { firstOfEach, shapeOfRoutes } from "../support/covering.ts";
import { expectError, HostilePlatform } from "../support/hostilePlatform.ts";

const platform = await HostilePlatform.start();

const descriptors = firstOfEach(shapeOfRoutes)(chosen);
describe("invalid ids", () => {
  const MALFORMED = ["1e3", "0x10", "-1", "+1", "1.0", "1.5", "%201", "1%20", "1;drop", "NaN", "Infinity", "null"];
  const OTHER_IDS = ["undefined", "constructor", "__proto__", "%EF%BC%91", "1%00", "1'--", "*", "%E2%80%8B1"];
  const UNKNOWN = ["0", "2147483647", "2147483648", "4294967297", "99999999999999999999", "9".repeat(190)];

  it.each(descriptors)("are not found in $name", async ({ name, fields, operations, reorder, clone, journal }) => {
    // Resources with text ids do not know malformed ones.
    const malformed = hasTextIds(fields) ? 404 : 400;
    const ask = async (id: string, statuses: readonly number[]) => {
      const url = `/api/${name}/${id}`;
      const { api } = platform;
      if (operations.includes("read")) expectError(await api.request("GET", url), statuses, `GET ${url}`);
      if (operations.includes("delete")) expectError(await api.request("DELETE", url), statuses, `DELETE ${url}`);
      if (journal) expectError(await api.request("GET", `${url}/journal/`), statuses, `${url}/journal/`);
      if (journal) expectError(await api.request("GET", `/api/${name}/2/journal/${id}`), [...statuses, 400, 404], url);
      if (clone) expectError(await api.request("POST", `${url}/clone`, {}), statuses, `${url}/clone`);
      if (reorder) expectError(await api.request("POST", `${url}/move`, { direction: "up" }), statuses, `${url}/move`);
      if (!operations.includes("update")) return;
      expectError(await api.request("PUT", url, {}), statuses, `PUT ${url}`);
      expectError(await api.request("PATCH", url, []), statuses, `PATCH ${url}`);
    };
    await platform.changesNothing(async () => {
      for (const id of [...MALFORMED, ...OTHER_IDS]) await ask(id, [malformed]);
      for (const id of UNKNOWN) await ask(id, [404]);
    });
  });

  it.each(["/api/domains/%FF", "/api/%2e%2e/domains/", `/api/domains/${"1".repeat(5000)}`, "/api/%"])(
    "nor are paths like %s",
    async (url) => expectError(await platform.api.request("GET", url), [400, 404], url),
  );
});

describe("hostile queries", () => {
  const texts = ["' or '1'='1", "<img src=x onerror=alert(1)>", "9".repeat(400), "\\", "*%_", "a,b,,c", "$null", "NaN"];
  const values = [
    ...texts.map((text) => encodeURIComponent(text)),
    "__proto__",
    "%00",
    "%ED%A0%80",
    "%FF",
    "%",
    "",
    "1e400",
    "-1",
    "0x10",
    "99999999999999999999",
  ];
  /** What is read without regard to the others; only an id leaves nothing to sort. */
  const PLAIN = ["order_by", "order_by_direction", "no_count", "soft_expand", "lang", "__proto__", "no_such"];
  const eachOf = (names: readonly string[], value: string) => names.map((name) => `${name}=${value}`).join("&");

  /** Expects a list or one of these errors. */
  const expectListOrError = async (url: string, statuses: readonly number[]) => {
    const answer = await platform.api.request("GET", url);
    if (answer.status === 200) expect(answer.body, url).toBeDefined();
    else expectError(answer, statuses, url);
    expect([200, ...statuses], `${url}: ${answer.text.slice(0, 300)}`).toContain(answer.status);
  };

  const firstFilters = firstOfEach(({ match, kind, source }: FilterDescriptor) =>
    [match, kind, source.includes(".")].join(),
  );
  const filtered = chosen.flatMap(({ name, filters, storage }) =>
    // Computed records are filtered by hooks of their own.
    (storage === "computed" ? filters : firstFilters(filters)).map((filter) => [name, filter.name] as const),
  );

  it.each(filtered)("list %s filtered by %s or are rejected", async (name, filter) => {
    await platform.changesNothing(async () => {
      for (const value of values) await expectListOrError(`/api/${name}/?${filter}=${value}`, []);
    });
  });

  it.each(descriptors)("list $name or are rejected", async ({ name }) => {
    const path = `/api/${name}/`;
    await platform.changesNothing(async () => {
      for (const value of values) {
        await expectListOrError(`${path}?${eachOf(PLAIN, value)}&${value}=${value}&${value}=${value}`, []);
        await expectListOrError(`${path}?id=${value}`, []);
        await expectListOrError(`${path}?page=${value}`, [400]);
        await expectListOrError(`${path}?rows=${value}`, [400]);
        // The error goes with the records.
        await expectListOrError(`${path}?rows=1&expand=${value}`, [409]);
        await expectListOrError(`${path}?expand=${value}.${value}&soft_expand=1`, []);
      }
      await expectListOrError(`${path}?page=999999999999999&rows=999999999999999`, []);
      await expectListOrError(`${path}?${"a=1&".repeat(3000)}`, []);
    });
  });

  // One route serves all legacy tables of the schemas.
  const tables = descriptors
    .flatMap(({ legacyTables }) => legacyTables)
    .toSorted((one, other) => other.columns.length - one.columns.length)
    .slice(0, 4)
    .map((table) => legacyTableUrl(table, 1));
  const others = ["/contact/country/ajax", "/contact/timezone_ajax", "/product/ajax"];
  const parameters = [
    ...["sEcho", "iSortCol_0", "sSortDir_0", "iDisplayStart", "iDisplayLength", "iColumns"],
    ...["sColumns", "mDataProp_0", "sSearch_0", "bRegex", "iSortingCols", "__proto__"],
  ];

  it.each([...tables, ...others])("show the legacy table %s", async (path) => {
    await platform.changesNothing(async () => {
      for (const value of values) {
        await expectListOrError(`${path}?${eachOf(parameters, value)}`, []);
        // These choose what is left to sort.
        for (const parameter of ["sSearch", "iIdOnTop"]) await expectListOrError(`${path}?${parameter}=${value}`, []);
      }
    });
  });
});

describe("malformed headers", () => {
  const HEADERS: readonly (readonly [name: string, value: string, statuses: readonly number[]])[] = [
    ["accept", "text/csv", [400]],
    ["accept", "application/pdf, */*;q=NaN", [200]],
    ["accept", "x".repeat(8000), [200]],
    ["prefer", "return=everything; wait=1e400", [200]],
    ["if-match", "not a version", [200]],
    ["link", "<x>", [200]],
    ["range", "bytes=0-99999999999999999999", [200]],
    ["content-length", "-1", [200, 400]],
    // The collection cannot be deleted.
    ["x-http-method-override", "DELETE", [404]],
    ["authorization", "", [401]],
    ["authorization", "Bearer", [401]],
    ["authorization", "Bearer a.b.c", [401]],
    ["authorization", `Bearer ${"x".repeat(8000)}`, [401]],
    ["authorization", "Basic eDp5", [401]],
    ["authorization", "Bearer eyJhbGciOiJub25lIn0.eyJpZCI6MX0.", [401]],
    ["cookie", "x=".repeat(2000), [200]],
    ["__proto__", "x", [200]],
  ];

  it.each(HEADERS)("%s: %.40s", async (name, value, statuses) => {
    await platform.changesNothing(async () => {
      const answer = await platform.api.request("GET", "/api/domains/", undefined, { headers: { [name]: value } });
      expect(statuses, answer.text).toContain(answer.status);
    });
  });

  it.each(["", "*", "not a version", '""', '"1', ",,,", "W/", "x".repeat(8000)])(
    "If-Match: %.20s responds 204 or 412",
    async (version) => {
      const id = await platform.world.shared("systemcontacts");
      const { body } = await platform.api.read("systemcontacts", id);
      const headers = { "if-match": version };
      const answer = await platform.api.request("PUT", `/api/systemcontacts/${id}`, body, { headers });
      expect(version === "*" ? [204] : [412], answer.text).toContain(answer.status);
    },
  );
});

it.each([
  ["an invalid request line", "HELLO\r\n\r\n", 400],
  ["an unknown method", "BREW /api/domains/ HTTP/1.1\r\nhost: x\r\n\r\n", 400],
  [
    "two content lengths",
    "POST /login_jwt HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
    400,
  ],
  [
    "a content length with chunked encoding",
    "POST /login_jwt HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
    400,
  ],
  ["a header of 100 KB", `GET /api/ HTTP/1.1\r\nhost: x\r\na: ${"x".repeat(100_000)}\r\n\r\n`, 431],
  ["a URL of 100 KB", `GET /api/?${"x".repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
  ["a NUL in a header", "GET /api/ HTTP/1.1\r\nhost: x\r\na: b\0c\r\n\r\n", 400],
])("malformed HTTP survives %s", async (_, request, status) => {
  if (!platform.app.server.listening) await platform.app.listen({ port: 0, host: "127.0.0.1" });
  const address = platform.app.server.address();
  const port = typeof address === "object" ? Number(address?.port) : 0;
  expect(await firstLine(port, request)).toContain(` ${status} `);
  expect((await platform.api.list("domains")).status).toBe(200);
});

/** Sends raw bytes and returns the status line of the response. */
function firstLine(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("close", () => resolve(text.split("\r\n", 1)[0] ?? ""));
    socket.on("error", (error) => (text === "" ? reject(error) : resolve(text.split("\r\n", 1)[0] ?? "")));
  });
}
