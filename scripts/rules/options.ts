import { parseArgs } from "node:util";
import { closest } from "./closest.ts";

const flags = {
  all: { type: "boolean" },
  json: { type: "boolean" },
  csv: { type: "boolean" },
  cases: { type: "string" },
  language: { type: "string" },
  only: { type: "string" },
  resource: { type: "string" },
  sample: { type: "string" },
  made: { type: "string" },
  jobs: { type: "string" },
  seed: { type: "string" },
  case: { type: "string" },
  failed: { type: "boolean" },
  "min-coverage": { type: "string" },
  out: { type: "string" },
  api: { type: "string" },
  count: { type: "string" },
  help: { type: "boolean" },
} as const;

const NUMBERS = ["sample", "made", "seed", "count", "jobs"] as const;

/** What replaces options that are gone. */
const REMOVED: Readonly<Record<string, string>> = {
  role: "npx vitest run --project=contract tests/access/matrix.test.ts",
  roles: "npx vitest run --project=contract tests/access/matrix.test.ts",
  mutant: "npm run rules -- mutate --resource NAME",
};

/** The command line's options and words; or what is wrong with them. */
export function readOptions(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: flags });
    const wrong = NUMBERS.find((name) => values[name] !== undefined && !/^\d+$/.test(values[name]));
    if (wrong) return { problem: `--${wrong} takes a number, not "${values[wrong]}"` };
    return { values, positionals };
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure);
    const unknown = /Unknown option '--?([^'=\s]+)/.exec(message)?.[1];
    if (unknown === undefined) return { problem: message };
    if (unknown in REMOVED) return { problem: `--${unknown} is gone; instead: ${REMOVED[unknown]}`, isBrief: true };
    const names = Object.keys(flags);
    return {
      problem: `no option --${unknown}${closest(
        `--${unknown}`,
        names.map((name) => `--${name}`),
      )}`,
    };
  }
}
