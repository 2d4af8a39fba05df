import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { registerErrorHandler } from "../platform/http/errors.ts";
import { englishTexts } from "../platform/http/language/serverTexts.ts";
import { serverOptions } from "../platform/http/requestNormalization.ts";
import { endConnectionsOnClose } from "./app.ts";

let app: FastifyInstance;
let file: PassThrough;
let other: PassThrough;

beforeEach(async () => {
  file = new PassThrough();
  other = new PassThrough();
  app = fastify(serverOptions(60_000));
  endConnectionsOnClose(app);
  registerErrorHandler(app, englishTexts);
  app.get("/file", (_request, reply) => reply.type("text/csv; charset=utf-8").send(file));
  app.get("/other", (_request, reply) => reply.type("text/plain").send(other));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => {
  vi.useRealTimers();
  return app.close();
});

async function get(path: string): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo;
  const [answer] = await once(request({ port, path, host: "127.0.0.1" }).end(), "response");
  return answer as IncomingMessage;
}

it("a shutdown cuts pending responses after five seconds, and lets an export finish", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  file.write("a\n");
  other.write("a");
  const reading = await get("/file");
  const stuck = await get("/other");
  const cut = once(stuck, "error");
  const closed = app.close();
  await vi.advanceTimersByTimeAsync(6_000);
  file.end("b\n");
  expect(await text(reading)).toBe("a\nb\n");
  await closed;
  await cut;
});

it("a shutdown waits at most a minute for a stalled export", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  file.write("a\n");
  const reading = await get("/file");
  const cut = once(reading, "error");
  const closed = app.close();
  await vi.advanceTimersByTimeAsync(61_000);
  await closed;
  await cut;
});

it("a request on an open connection gets a Retry-After", async () => {
  file.write("a\n");
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const answers = text(socket);
  socket.write("GET /file HTTP/1.1\r\nhost: x\r\n\r\n");
  await once(socket, "readable");
  const closed = app.close();
  socket.write("GET /other HTTP/1.1\r\nhost: x\r\n\r\n");
  await once(app.server, "request");
  file.end();
  expect(await answers).toMatch(/HTTP\/1\.1 503 .*retry-after: 5\r\n.*"key":"errors\.stopping"/s);
  await closed;
});
