import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const program = fileURLToPath(new URL("__fixtures__/crashing.ts", import.meta.url));

async function start() {
  const child = spawn(process.execPath, ["--import", "tsx", program], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return { child, ended, url: `http://127.0.0.1:${port.toString().trim()}` };
}

/** Lets a server break while it answers another request. */
async function crash(path: string) {
  const { child, ended, url } = await start();
  const complaints = text(child.stderr);
  const open = fetch(`${url}/slow`);
  await once(child.stdout, "data");
  await fetch(`${url}${path}`).catch(() => undefined);
  const answer = await (await open).text();
  const [code] = await ended;
  return { code, answer, lines: (await complaints).trimEnd().split("\n") };
}

it.each([
  ["/exception", "uncaughtException", "<address> broke it"],
  ["/rejection", "unhandledRejection", "nobody waits for it"],
])("%s: one line in the log, open requests are answered, status 1", async (path, reason, message) => {
  const { code, answer, lines } = await crash(path);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(String(lines[0]))).toMatchObject({ level: "fatal", msg: "crashed", reason, error: { message } });
  expect(answer).toBe("answered");
  expect(code).toBe(1);
});

it("goes on when nobody reads its log any more", async () => {
  const { child, url } = await start();
  child.stdout.destroy();
  child.stderr.destroy();
  const ask = async () => (await fetch(`${url}/warning`, { signal: AbortSignal.timeout(60_000) })).text();
  expect([await ask(), await ask(), await ask()]).toEqual(Array(3).fill("warned"));
  expect(child.exitCode).toBe(null);
});
