import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { scripts } from "../package.json" with { type: "json" };
import { itRarely } from "../tests/support/tiers.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Scripts of the project's own; `check`, `format` and `build` call tools. */
const own = Object.entries(scripts).filter(([, command]) => /^(?:node|tsx) [\w./]+$/.test(command));

it("of scripts has those with a command line of their own", () => {
  expect(own.map(([name]) => name)).toEqual(expect.arrayContaining(["dev", "codegen", "resource", "rules", "bench"]));
});

itRarely.each([...own, ["resource texts", "tsx scripts/resource.ts texts"]] as const)(
  "%s answers --help and does nothing else",
  (_, command) => {
    const [program = "", ...words] = command.split(" ");
    const start = program === "node" ? words : ["--import", "tsx", ...words];
    const { status, stdout, stderr } = spawnSync(process.execPath, [...start, "--help"], {
      cwd: root,
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^usage: npm (?:run|test|start)/i);
  },
);

it("README names every script", () => {
  const readme = readFileSync(`${root}README.md`, "utf8");
  const missing = Object.keys(scripts).filter((name) => !new RegExp(`npm (?:run )?${name}(?![\\w:])`).test(readme));
  expect(missing).toEqual([]);
});
