import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DataFolderInUseError } from "./errors.ts";
import { lockFolder } from "./folderLock.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "patchbay-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockFile = () => join(folder, "lock");

function leaveLock(owner: object | string): void {
  writeFileSync(lockFile(), typeof owner === "string" ? owner : JSON.stringify(owner));
}

function age(seconds: number): void {
  const then = new Date(Date.now() - seconds * 1000);
  utimesSync(lockFile(), then, then);
}

it("creates a folder that only its user can read, and removes its lock", () => {
  const inner = join(folder, "a/b");
  const lock = lockFolder(inner);
  expect(statSync(inner).mode & 0o077).toBe(0);
  expect(JSON.parse(readFileSync(join(inner, "lock"), "utf8"))).toMatchObject({ pid: process.pid });
  lock.release();
  expect(existsSync(join(inner, "lock"))).toBe(false);
});

it("refuses a folder that this process has locked already", () => {
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(DataFolderInUseError);
  lock.release();
  lockFolder(folder).release();
});

it("refuses a folder of a running process, and names it", () => {
  const program = `
    const { lockFolder } = await import(${JSON.stringify(new URL("./folderLock.ts", import.meta.url).href)});
    try { lockFolder(${JSON.stringify(folder)}); } catch (error) { console.log(error.name, error.message); }`;
  const lock = lockFolder(folder);
  const { stdout } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  lock.release();
  expect(stdout).toContain("DataFolderInUseError");
  expect(stdout).toContain(`process ${process.pid} on ${hostname()}`);
  expect(stdout).toContain(folder);
});

it("takes over the lock of a dead process", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  leaveLock({ pid, host: hostname() });
  lockFolder(folder).release();
});

it("takes over the lock of an earlier process with the same pid", () => {
  leaveLock({ pid: process.pid, host: hostname(), started: "long ago" });
  lockFolder(folder).release();
});

it.runIf(process.platform === "linux")("tells a process from an earlier one of the same id", () => {
  leaveLock({ pid: process.ppid, host: hostname(), started: "long ago" });
  lockFolder(folder).release();
});

it("leaves the lock of another host alone while it is fresh", () => {
  leaveLock({ pid: 1, host: "elsewhere" });
  expect(() => lockFolder(folder)).toThrow("process 1 on elsewhere");
  age(60);
  lockFolder(folder).release();
});

it("waits for a lock that is being written", () => {
  leaveLock("");
  expect(() => lockFolder(folder)).toThrow(DataFolderInUseError);
  age(60);
  lockFolder(folder).release();
});
