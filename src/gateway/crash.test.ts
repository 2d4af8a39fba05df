import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("__fixtures__/crashing.ts", import.meta.url));

/** Lets a server break while it answers another request. */
async function crash(path: string) {
  const child = spawn(process.execPath, ["--import", "tsx", program], { stdio: ["ignore", "pipe", "pipe"] });
  const complaints = text(child.stderr);
  const ended = once(child, "exit");
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const url = `http://127.0.0.1:${port.toString().trim()}`;
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
