import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openTestPlatform } from "../../../testing/platform.ts";
import { buildOpenvpn } from "./openvpn.ts";

/** A command that keeps its state in a file, and exits as `exit` says. */
function writeCommand(exit = ""): string {
  const command = join(folder, "vpn");
  const state = join(folder, "state");
  writeFileSync(
    command,
    `#!/bin/sh\n${exit}\ncase $1 in status) cat ${state};; open) printf open > ${state};; close) printf closed > ${state};; esac\n`,
  );
  chmodSync(command, 0o755);
  return command;
}

afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true });
});

const put = async (state: unknown, login: "master" | "reader" | "resellerTwo" = "master") =>
  (await platform.as(login)).send("PUT", "/api/openvpn", { state });

const folder = mkdtempSync(join(tmpdir(), "openvpn-"));
writeFileSync(join(folder, "state"), "closed");
const platform = await openTestPlatform({ openvpn: buildOpenvpn(writeCommand()) });

it("opens and closes, and refuses to do so twice", async () => {
  const master = await platform.as("master");
  expect((await master.send("GET", "/api/platforminfo")).body.extensions).toContain("openvpn");
  expect((await master.send("GET", "/api/openvpn")).body).toEqual({ state: "closed" });
  expect(await put("open")).toMatchObject({ status: 200, body: { state: "open" } });
  expect(await put("open")).toMatchObject({ status: 422, body: { key: "errors.openvpn_already_open" } });
  expect(await put("closed")).toMatchObject({ status: 200, body: { state: "closed" } });
  expect(await put("closed")).toMatchObject({ status: 422, body: { key: "errors.openvpn_already_closed" } });
  expect((await put("ajar")).status).toBe(422);
});

it("is for the platform's operators, read-only accounts only look", async () => {
  expect((await (await platform.as("reader")).send("GET", "/api/openvpn")).status).toBe(200);
  expect((await put("open", "reader")).status).toBe(403);
  expect((await put("open", "resellerTwo")).status).toBe(403);
});

it.each([
  ["exit 77", 403, "errors.openvpn_host"],
  ["exit 1", 422, "errors.openvpn_unavailable"],
  ["echo nonsense; exit 0", 422, "errors.openvpn_unavailable"],
])("tells why it cannot: %s", async (exit, status, key) => {
  writeCommand(exit);
  expect(await put("open")).toMatchObject({ status, body: { key } });
  writeCommand();
});

it("does not exist unless the operator configures its command", async () => {
  const plain = await openTestPlatform();
  const master = await plain.as("master");
  expect((await master.send("GET", "/api/platforminfo")).body.extensions).not.toContain("openvpn");
  expect((await master.send("GET", "/api/openvpn")).body).toMatchObject({ key: "errors.openvpn_disabled" });
  await plain.close();
});
