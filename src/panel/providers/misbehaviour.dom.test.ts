import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { MisbehavingProxy, type Misbehaviour } from "../../../tests/support/misbehavingProxy.ts";
import { currentConnection } from "./connection.ts";
import { toFile } from "./files.ts";
import { failureKeys, send } from "./http.ts";

const realFetch = globalThis.fetch;
const path = "/api/domains/";
const misbehave = (wrong: Misbehaviour) => {
  proxy.misbehave = () => wrong;
};

const proxy = await MisbehavingProxy.start("http://127.0.0.1:9");
afterAll(() => proxy.stop());
beforeEach(() => vi.stubGlobal("fetch", (url: string, init: RequestInit) => realFetch(new URL(url, proxy.url), init)));
afterEach(() => vi.unstubAllGlobals());

it.each<[wrong: Misbehaviour, message: string, status: number]>([
  ["refuse", failureKeys.network, 0],
  ["cutOff", failureKeys.network, 0],
  ["halfJson", failureKeys.malformed, 200],
  ["webPage", failureKeys.malformed, 200],
  ["brokenPage", failureKeys.unknown, 500],
  ["jsonError", "The picture is gone", 422],
])("a server that does %s gets a clear error", async (wrong, message, status) => {
  misbehave(wrong);
  await expect(send({ path })).rejects.toMatchObject({ name: "HttpError", message, status });
});

it("gives up on a server that never answers", async () => {
  misbehave("hang");
  await expect(send({ path, timeout: 50 })).rejects.toMatchObject({ message: failureKeys.timeout, status: 0 });
});

it("finds the message of a refusal where a file was asked for", async () => {
  misbehave("jsonError");
  await expect(send({ path, file: true })).rejects.toMatchObject({ message: "The picture is gone", status: 422 });
});

it("does not save a web page as a file", async () => {
  misbehave("webPage");
  const answer = await send({ path, file: true });
  expect(() => toFile(answer, "keys.zip")).toThrow(failureKeys.malformed);
});

it("considers the connection lost until any response arrives, even an error", async () => {
  misbehave("refuse");
  await send({ path }).catch(() => undefined);
  expect(currentConnection().isLost).toBe(true);
  misbehave("brokenPage");
  await send({ path }).catch(() => undefined);
  expect(currentConnection().isLost).toBe(false);
});

it("does not mistake a slow server or an aborted request for a lost connection", async () => {
  misbehave("hang");
  await send({ path, timeout: 20 }).catch(() => undefined);
  const controller = new AbortController();
  const called = send({ path, signal: controller.signal }).catch(() => undefined);
  controller.abort();
  await called;
  expect(currentConnection().isLost).toBe(false);
});
