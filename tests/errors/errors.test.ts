import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { expect, it } from "vitest";
import { type ErrorCode, errorEntry } from "../../src/core/validation/errorCatalogue.ts";
import { sourceLanguage } from "../../src/core/values/language.ts";
import { proxyPlatform } from "../../src/gateway/proxy.ts";
import { buildPlatform } from "../../src/platform/app.ts";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { prepareDatabase } from "../../src/platform/seed/prepareDatabase.ts";
import { textsOf } from "../messages/texts.ts";
import { openAccessPlatform } from "../support/accessPlatform.ts";
import { Api } from "../support/api.ts";
import { startPostgres } from "../support/postgres.ts";
import { provocations } from "./provocations.ts";

const english = await textsOf(sourceLanguage);
const platform = await openAccessPlatform();

it.each(Object.entries(provocations))("one request is enough for %s", async (code, provoke) => {
  const { status, body } = await provoke(platform);
  expect(body).toMatchObject({ code: status, key: `errors.${code}` });
  expect(status).toBe(errorEntry(code as ErrorCode).status);
  expect(body?.message).toMatch(/\w/);
  expect(body?.message).not.toMatch(/%\{|errors\./);
});

it.each([
  ["filter_unknown", "name", "correct its name or leave it out"],
  ["filter_unreadable", "value", "correct it or leave it out"],
  ["csv_encoding", "encoding", "save it as UTF-8"],
  ["csv_too_large", "megabytes", ""],
  ["too_many_uploads", "most", "wait until one of them is complete"],
  ["account_files_full", "most", ""],
])("%s names %s, and what to do: %s", (code, name, advice) => {
  const text = english.get(`errors.${code}`);
  expect(text).toContain(`%{${name}}`);
  expect(text).toContain(advice);
});

it("responds 503 without details if the database is gone", async () => {
  const postgres = await startPostgres();
  const database = await openDatabase({ databaseUrl: postgres.url });
  await prepareDatabase(database.kysely);
  const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  await postgres.stop();
  const { status, body, text, headers } = await new Api(app).request("POST", "/login_jwt", {
    username: "a",
    password: "b",
  });
  expect([status, body?.key, headers["retry-after"]]).toEqual([503, "errors.database_unavailable", "1"]);
  expect(text).not.toMatch(/ECONN|postgres/);
  await app.close();
  await database.close().catch(() => undefined);
});

it("the proxy responds 504 if the platform times out", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const proxy = fastify();
  const url = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await proxyPlatform(proxy, { preserveHost: false, publicUrl: null }, url);
  const { status, body } = await new Api(proxy).request("POST", "/login_jwt", { username: "a", password: "b" });
  expect([status, body?.key]).toEqual([504, "errors.platform_timeout"]);
  await proxy.close();
  silent.closeAllConnections();
  silent.close();
});
