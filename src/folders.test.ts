import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL(".", import.meta.url));

/** The rooms of each part, from the top: each imports only those after it. */
const rooms = {
  core: ["rulebook", "telephony", "api", "access", "validation", "values", "schema"],
  platform: [
    "app.ts",
    "server",
    "seed",
    "resources",
    "features",
    "evaluation",
    "accounts",
    "records",
    "preferences",
    "resourceHooks.ts",
    "runtime",
    "http",
    "declaredRules.ts",
    "db",
  ],
  panel: ["dev", "app", "features", "resources", "views", "kit", "kinds", "navigation", "ui", "providers"],
} as const;

type Part = keyof typeof rooms;

/** An import, those of types and lazy ones included. */
const statement = /^(?:import|export)\b[^;]*?from "(\.[^"]+)";$|\bimport\("(\.[^"]+)"\)/gm;

interface Import {
  /** Both as paths below `src/<part>`. */
  readonly from: string;
  readonly to: string;
  readonly isLazy: boolean;
}

/** The imports within `src/<part>`, those of tests apart. */
function importsWithin(part: Part): readonly Import[] {
  const files = readdirSync(join(root, part), { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => /(?<!\.test|\.d|\.gen)\.tsx?$/.test(name))
    .flatMap((from) =>
      [...readFileSync(join(root, part, from), "utf8").matchAll(statement)].map(([, path, lazy = ""]) => ({
        from,
        to: join(dirname(from), path ?? lazy),
        isLazy: path === undefined,
      })),
    )
    .filter(({ to }) => !to.startsWith("../"));
}

const parts = Object.keys(rooms) as Part[];
const roomOf = (path: string) => path.split("/")[0] ?? "";

describe.each(parts)("the rooms of %s", (part) => {
  const imports = importsWithin(part);

  it("are those that the architecture names", () => {
    const found = new Set(imports.flatMap(({ from, to }) => [roomOf(from), roomOf(to)]));
    expect([...found].sort()).toEqual([...rooms[part]].sort());
  });

  it("import downwards only", () => {
    const floors = new Map<string, number>(rooms[part].map((room, index) => [room, index]));
    const floorOf = (path: string) => floors.get(roomOf(path)) ?? -1;
    expect(imports.filter(({ from, to }) => floorOf(from) > floorOf(to))).toEqual([]);
  });

  it("import each other in one direction below that, too, lazy imports apart", () => {
    const folders = new Set(imports.map(({ from }) => dirname(from)).filter((folder) => folder !== "."));
    const loaded = imports.filter(({ isLazy }) => !isLazy);
    expect([...folders].flatMap((folder) => circlesIn(loaded, folder))).toEqual([]);
  });
});

/** The imports between the folders and files directly below a folder that are part of a circle. */
function circlesIn(imports: readonly Import[], folder: string): readonly Import[] {
  const entryOf = (path: string) => (path.startsWith(`${folder}/`) ? roomOf(path.slice(folder.length + 1)) : undefined);
  let left = imports.flatMap((one) => {
    const [from, to] = [entryOf(one.from), entryOf(one.to)];
    return from !== undefined && to !== undefined && from !== to ? [{ from, to, one }] : [];
  });
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    // What imports nothing, or is imported by nothing, is in no circle.
    const [importing, imported] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))];
    left = left.filter(({ from, to }) => imported.has(from) && importing.has(to));
  }
  return left.map(({ one }) => one);
}

/** Words of the trade, each with the one file or folder that has it in its name. */
const guesses = {
  rating: "core/telephony/rating",
  callRouting: "core/telephony/callRouting",
  jsonPatch: "platform/records/operations/jsonPatch.ts",
  hal: "platform/http/hal.ts",
  errorCatalogue: "core/validation/errorCatalogue.ts",
  openApi: "platform/records/apiDocs/openApi.ts",
  migrate: "platform/db/migrate.ts",
  partitions: "platform/db/partitions.ts",
  retention: "platform/features/retention",
  invoicePdf: "platform/features/invoices/invoicePdf.ts",
  passwordPolicy: "core/validation/passwordPolicy.ts",
  secondFactor: "platform/accounts/secondFactor.ts",
  bans: "platform/accounts/bans.ts",
  breadcrumbs: "panel/navigation/Breadcrumbs.tsx",
  commandPalette: "panel/app/palette/CommandPalette.tsx",
  dataProvider: "panel/providers/dataProvider.ts",
  authProvider: "panel/providers/authProvider.ts",
  validateRecord: "core/validation/validateRecord.ts",
  savedViews: "panel/views/list/savedViews",
  bulkJobs: "platform/features/bulkJobs",
};

it.each(Object.entries(guesses))("%s is found by its name", (word, place) => {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) => !/^(?:generated|testing)\b|\.test\.tsx?$|__fixtures__/.test(name),
  );
  const wordsOf = (name: string) => name.replaceAll(/[A-Z]/g, "-$&").toLowerCase().replace(/^-/, "");
  const isNamed = new RegExp(`(?:^|[-.])${wordsOf(word)}(?:[-.]|$)`);
  expect(names.filter((name) => isNamed.test(wordsOf(name.split("/").at(-1) ?? "")))).toEqual([place]);
});

/** What runs patterns, templates and drawings of users. */
const engines =
  /\b(?:compileUserPattern|readUserPattern|substitute|rewriteNumber|priceCall|routeCall|Suppressions|FeeIndex|translate|toLiquidTemplate|compile|fillIn|readTemplate|readProvisioning)\b/;

it("the server runs what users have written in evaluators only, which have threads of their own", () => {
  const files = readdirSync(join(root, "platform"), { recursive: true, encoding: "utf8" });
  const running = files.filter((file) => {
    if (!/(?<!\.test)\.ts$/.test(file)) return false;
    const imports = readFileSync(join(root, "platform", file), "utf8").matchAll(
      /^import \{([^}]*)\} from "[./]+core\//gm,
    );
    return [...imports].some(([, names = ""]) => engines.test(names.replaceAll(/type \w+/g, "")));
  });
  expect(running.length).toBeGreaterThan(0);
  expect(running.filter((file) => !file.endsWith("Evaluator.ts"))).toEqual([]);
});

/**
 * Code for all resources, which raises what descriptors imply, and what the checks of hooks find; runs of templates,
 * which no hook is part of; and what takes too long, wherever it is evaluated.
 */
const generic = ["records", "preferences", "http/multipart.ts", "features/provisioning", "evaluation"];

it("hooks leave raising business rules to generic code", () => {
  const files = readdirSync(join(root, "platform"), { recursive: true, encoding: "utf8" });
  const raising = files.filter(
    (file) =>
      file.endsWith(".ts") &&
      !file.endsWith(".test.ts") &&
      readFileSync(join(root, "platform", file), "utf8").includes("businessError"),
  );
  expect(raising.length).toBeGreaterThan(0);
  expect(raising.filter((file) => !generic.some((place) => file.startsWith(place)))).toEqual([]);
});
