import { execFile } from "node:child_process";
import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { runPatchbay } from "../support/command.ts";
import { HttpClient } from "../support/httpClient.ts";
import { copySeededFolder } from "../support/seeded.ts";
import { startServer } from "../support/server.ts";

/** The embedded database, which the running product holds while commands ask it. */
const folder = await copySeededFolder("cli");
const server = await startServer({ dataDir: folder });
const client = await HttpClient.login(server.url, "administrator", server.passwords.get("administrator") ?? "");
afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], input?: string) => runPatchbay(args, { DATA_DIR: folder }, input);
const logIn = async (username: string, password: string) => {
  const body = JSON.stringify({ username, password });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${server.url}/login_jwt`, { method: "POST", headers, body });
  return [answer.status, (await answer.json()).message];
};

it("answers a wrong word with the nearest right one", async () => {
  const { code, complaints } = await run(["bakcup"]);
  expect([code, complaints]).toEqual([1, expect.stringContaining("Did you mean backup?")]);
});

it("only lets the owner of the data folder ask the running product", async () => {
  expect((await stat(join(folder, "control.sock"))).mode & 0o077).toBe(0);
});

it("makes an administrator, shows its password once, and names what is wrong", async () => {
  const wrong = await run(["admin", "create", "keeper", "--role", "wizard"]);
  expect(wrong).toMatchObject({ code: 1, output: "", complaints: expect.stringMatching(/^role: .+\n$/) });
  const made = await run(["admin", "create", "keeper", "--role", "admin"]);
  const [, password = ""] = /^ {2}keeper {2}(\S+)$/m.exec(made.output) ?? [];
  expect(await logIn("keeper", password)).toEqual([403, "Password expired"]);
  expect((await run(["admin", "create", "keeper"])).complaints).toMatch(/^keeper exists already/);
});

it("lets in again who is locked out: a new password from stdin, active, without a ban", async () => {
  for (let attempt = 0; attempt < 5; attempt++) await logIn("keeper", "wrong");
  const password = "Quiet-otter-31";
  expect((await logIn("keeper", password))[0]).toBe(403);
  const { body } = await client.request("GET", "/api/admins/?login=keeper");
  const [keeper] = (body as { _embedded: Record<string, { id: number }[]> })._embedded["ngcp:admins"] ?? [];
  const inactive = [{ op: "replace", path: "/is_active", value: false }];
  expect((await client.request("PATCH", `/api/admins/${keeper?.id}`, inactive)).status).toBe(204);
  const reset = await run(["admin", "reset-password", "keeper", "--password-stdin"], `${password}\n`);
  expect([reset.code, reset.output]).toEqual([0, expect.not.stringContaining(password)]);
  expect(await logIn("keeper", password)).toEqual([403, "Password expired"]);
  expect((await run(["admin", "unban", "127.0.0.1"])).output).toMatch(/had no failed logins|can log in again/);
});

it("keeps standard output for what programs read, also where the project is built first", async () => {
  const program = fileURLToPath(new URL("../../scripts/patchbay.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, "check", "--json"], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
  });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
});

it("exports as the API does, and imports with refusals by line", async () => {
  const { output } = await run(["export", "domains", "--format", "json"]);
  expect(JSON.parse(output)[0]).toMatchObject({ id: 1, domain: expect.any(String) });
  expect((await run(["export", "nothing"])).complaints).toBe("there is no resource nothing\n");
  const file = join(folder, "suppressions.csv");
  const good = "cli.example,outgoing,^43900,filter,Premium numbers\n";
  await writeFile(file, `${good}cli.example,sideways,^43901,filter,Nowhere\n`);
  expect(await run(["import", "calllistsuppressions", file])).toEqual({
    code: 1,
    output: "1 stored, 1 refused\n",
    complaints: expect.stringMatching(/^line 2: direction: .+\n$/),
  });
  const found = await client.request("GET", "/api/calllistsuppressions/?domain=cli.example");
  expect(found.body).toMatchObject({ total_count: 1 });
  expect((await run(["import", "customers", file])).complaints).toBe("customers has no files to import\n");
});
