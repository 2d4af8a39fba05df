import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { PREPARED_FOLDER, PREPARED_SERVER } from "./runFolder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface ScratchClone {
  readonly folder: string;
  /** Runs a command in the clone and returns its output. Throws with the output if it fails. */
  run(command: string, ...args: string[]): string;
  /** Files added, changed or removed since the clone was made. */
  changedFiles(): string[];
  remove(): void;
}

/** Copies the project's current files to a temporary folder, with links to the installed packages. */
export function makeScratchClone(): ScratchClone {
  const folder = mkdtempSync(join(tmpdir(), "patchbay-clone-"));
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root });
  for (const name of listed.toString().split("\0").filter(Boolean)) {
    // Deleted files may still be listed.
    if (!existsSync(join(root, name))) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // Checks of documents ask it for the files of the project.
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  const before = fingerprints(folder);
  return {
    folder,
    run: (command, ...args) => {
      const { status, stdout, stderr } = spawnSync(command, args, {
        cwd: folder,
        encoding: "utf8",
        // Test runs in the clone must not act as a worker of this one, use its databases, or start as many workers.
        env: {
          ...process.env,
          ...{ VITEST: undefined, [PREPARED_FOLDER]: undefined, [PREPARED_SERVER]: undefined },
          VITEST_MAX_WORKERS: "1",
        },
      });
      if (status !== 0) throw new Error(`${command} ${args.join(" ")}\n${stdout}${stderr}`);
      return stdout;
    },
    changedFiles: () => {
      const now = fingerprints(folder);
      return [...new Set([...before.keys(), ...now.keys()])].filter((name) => before.get(name) !== now.get(name));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function fingerprints(folder: string): Map<string, string> {
  const ignored = /^(\.git|node_modules|dist|\.cache|test-results)(\/|$)/;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !ignored.test(name));
  return new Map(
    files.map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}
