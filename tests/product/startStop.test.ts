import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect, createServer } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { lockFolder } from "../../src/platform/db/folderLock.ts";
import { runServer } from "../support/command.ts";
import { HttpClient } from "../support/httpClient.ts";
import { copySeeded } from "../support/seeded.ts";
import type { Server } from "../support/server.ts";

/** In addresses of databases and mail servers: nothing may print it. */
const PASSWORD = "s3cret-w0rd";

let running: Server | undefined;
const data = await copySeeded("start");
afterAll(async () => {
  await running?.kill();
  await data.remove();
});

/** The server on the shared data: one that a test leaves running serves the next, as each start takes seconds. */
async function started(): Promise<Server> {
  running ??= await data.start();
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

it("SIGTERM finishes open requests, accepts no new ones and exits with status 0", async () => {
  const server = await started();
  const client = await HttpClient.login(server.url, "administrator", server.passwords.get("administrator") ?? "");
  const body = JSON.stringify({ email: "last.minute@example.org" });
  const agent = new Agent({ keepAlive: true });
  const open = startRequest(`${server.url}/api/systemcontacts/`, client.authorization, body, agent);
  // The server has received the headers, but no body yet.
  await once(open, "continue");
  const stopped = stop();
  await untilClosed(server.url);
  open.end(body);
  const [answer] = (await once(open, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(201);
  // A keep-alive connection must not delay the exit.
  expect(answer.headers.connection).toBe("close");
  answer.resume();
  await stopped;

  const again = await started();
  const reader = await HttpClient.login(again.url, "administrator", again.passwords.get("administrator") ?? "");
  const kept = await reader.request("GET", String(answer.headers.location));
  expect(kept.body).toMatchObject({ email: "last.minute@example.org" });
});

it("a data folder in use prevents the start", async () => {
  const lock = lockFolder(data.folder);
  await expectStartFailure({ DATA_DIR: data.folder }, new RegExp(`in use by process ${process.pid}\\b`));
  lock.release();
});

function startRequest(url: string, authorization: string, body: string, agent: Agent): ClientRequest {
  const headers = {
    authorization,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    expect: "100-continue",
  };
  const open = request(url, { method: "POST", headers, agent });
  open.flushHeaders();
  return open;
}

/** Resolves once the port refuses connections: the signal has arrived. */
async function untilClosed(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    const socket = connect(Number(port), hostname);
    const isOpen = await new Promise((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.destroy();
    if (!isOpen) return;
  }
}

/** Packages that a file of the built server loads before anything else: its own, and those of files that it imports. */
function packagesAtFirst(file: string, pattern: RegExp, seen = new Set<string>()): Set<string> {
  seen.add(file);
  const text = readFileSync(new URL(`../../dist/server/${file}`, import.meta.url), "utf8");
  const imported = [...text.matchAll(pattern)].map(([, name = ""]) => name);
  const own = imported.filter((name) => name.startsWith("./")).map((name) => name.slice(2));
  const packages = imported.filter((name) => !/^(?:\.|node:)/.test(name));
  const further = own.filter((name) => !seen.has(name)).map((name) => packagesAtFirst(name, staticImports, seen));
  return new Set([packages, ...further].flatMap((names) => [...names]));
}

const staticImports = /^(?:import|export)\b[^;"]*"([^"]+)"/gm;
/** A program itself imports the rest while it runs, so that a missing file is a line. */
const importsOfPrograms = /\bimport\b[^;"]*"([^"]+)"/gm;

it.each([
  ["main.js", ["ipaddr.js"]],
  ["cli.js", ["commander", "ipaddr.js"]],
])("%s loads the platform, which takes a second, only when it is needed", (program, packages) => {
  expect([...packagesAtFirst(program, importsOfPrograms)].sort()).toEqual(packages);
});

describe("an invalid setting", () => {
  // Only with the embedded database is the data folder needed at the start.
  const valid = () => ({ DATA_DIR: data.folder, DATABASE_URL: data.databaseUrl });
  it.each([
    ["PORT", "abc", /PORT/],
    ["DATABASE_URL", `mysql://root:${PASSWORD}@db/x`, /DATABASE_URL/],
    ["DATABASE_URL", `postgres://root:${PASSWORD}@127.0.0.1:1/x`, /127\.0\.0\.1:1/],
    ["PLATFORM_URL", `ftp://root:${PASSWORD}@platform`, /PLATFORM_URL/],
    ["HOST", "no-such-host.invalid", /no-such-host\.invalid/],
    ["DATA_DIR", "/dev/null/data", /\/dev\/null/],
  ])("prevents the start: %s=%s", async (name, value, place) => {
    const others = name === "DATA_DIR" ? {} : valid();
    await expectStartFailure({ ...others, [name]: value }, place);
  });

  it("has a trace where one is asked for", async () => {
    const { complaints } = await runServer({ DATA_DIR: "/dev/null/data", LOG_LEVEL: "debug" });
    expect(complaints).toMatch(/^Patchbay cannot start: .*\/dev\/null.*\n(?:.*\n)* +at /);
  });

  it("prevents the start: a port in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = String(typeof address === "object" ? address?.port : "");
    await expectStartFailure({ ...valid(), PORT: port }, new RegExp(port));
    other.close();
  });
});

/** Expects exit status 1 and one line that names the problem, without secrets. */
async function expectStartFailure(env: Readonly<Record<string, string>>, place: RegExp): Promise<void> {
  const { code, output, complaints } = await runServer(env);
  expect(complaints).toMatch(/^Patchbay cannot start: .+\n$/);
  expect(complaints).toMatch(place);
  expect(complaints + output).not.toContain(PASSWORD);
  expect(output).toBe("");
  expect(code).toBe(1);
}
