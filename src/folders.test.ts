import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL(".", import.meta.url));

/** A static import, type imports included; lazy ones (`import()`) may point anywhere. */
const statement = /^(?:import|export)\b[^;]*?from "(\.[^"]+)";$/gm;

/** The folders and single files directly below `src/<part>`, each with the imports that leave it, by target. */
function importsOf(part: string): Map<string, Map<string, string>> {
  const files = readdirSync(join(root, part), { recursive: true, encoding: "utf8" });
  const imports = new Map<string, Map<string, string>>();
  for (const file of files.filter((name) => /(?<!\.test|\.d)\.tsx?$/.test(name))) {
    const [place = ""] = file.split("/");
    const found = imports.get(place) ?? new Map<string, string>();
    imports.set(place, found);
    for (const [, to = ""] of readFileSync(join(root, part, file), "utf8").matchAll(statement)) {
      const imported = join(dirname(file), to);
      const [target = ""] = imported.split("/");
      if (target !== ".." && target !== place) found.set(target, `${file} imports ${imported}`);
    }
  }
  return imports;
}

it.each(["panel", "platform"])("the folders of %s import each other in one direction", (part) => {
  const imports = importsOf(part);
  let before: number;
  do {
    before = imports.size;
    for (const [place, targets] of imports) {
      const isImported = [...imports.values()].some((others) => others.has(place));
      // What imports nothing, or is imported by nothing, is in no circle.
      if (!isImported || ![...targets.keys()].some((target) => imports.has(target))) imports.delete(place);
    }
  } while (imports.size < before);
  const inCircles = [...imports.values()].flatMap((targets) =>
    [...targets].filter(([to]) => imports.has(to)).map(([, example]) => example),
  );
  expect(inCircles).toEqual([]);
});

/** What runs patterns, templates and drawings of users. */
const engines =
  /\b(?:compileUserPattern|readUserPattern|substitute|rewriteNumber|priceCall|routeCall|Suppressions|FeeIndex|toLiquidTemplate|compile|fillIn|readTemplate|readProvisioning)\b/;

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
const generic = ["operations", "preferences", "work", "http/multipart.ts", "provisioning", "evaluation"];

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
