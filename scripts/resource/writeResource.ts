import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { messageKeysOf } from "../../codegen/emit/descriptors.ts";
import { type ResourceDraft, TO_TRANSLATE, toSchema, toTexts, toTranslate } from "./draft.ts";
import { printJson } from "./printJson.ts";
import { modelWith, type Project } from "./project.ts";
import { makeSamples } from "./samples.ts";

/** Writes all files of a new resource, runs codegen, and says what to do next. */
export async function writeResource(root: string, draft: ResourceDraft, project: Project): Promise<void> {
  const { name } = draft;
  const schema = toSchema(draft);
  const texts = toTexts(draft, messageKeysOf(modelWith(project, name, schema)));
  const samples = await makeSamples(draft, project.model);
  const files: [path: string, data: unknown][] = [
    [`schemas/entities/${name}.schema.json`, schema],
    ...project.languages.map((language): [string, unknown] => [
      `i18n/${language}/resources/${name}.json`,
      language === "en" ? texts : toTranslate(texts),
    ]),
    ...(samples ? [[`schemas/demonstration/${name}.json`, samples] as [string, unknown]] : []),
  ];
  for (const [path, data] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), printJson(data));
  }
  const isReleased = project.model.roles.data.pending[name] !== undefined;
  if (isReleased) leavePending(root, name);
  formatFiles(
    root,
    files.map(([path]) => path),
  );
  for (const [path] of files) console.log(`wrote ${path}`);
  if (isReleased) console.log(`took ${name} out of "pending" in schemas/roles.json: its schema says its rights now`);

  const { status } = spawnSync(process.execPath, ["codegen/run.mjs"], { cwd: root, stdio: "inherit" });
  console.log(nextSteps(draft, project, samples !== undefined));
  if (status !== 0) process.exitCode = 1;
}

/** As `npm run check` wants them. */
function formatFiles(root: string, paths: readonly string[]): void {
  const biome = createRequire(join(root, "package.json")).resolve("@biomejs/biome/bin/biome");
  spawnSync(process.execPath, [biome, "format", "--write", ...paths], { cwd: root, stdio: "ignore" });
}

/** The rights of a resource without a schema move into its schema. */
function leavePending(root: string, name: string): void {
  const path = join(root, "schemas/roles.json");
  const text = readFileSync(path, "utf8");
  const edits = modify(text, ["pending", name], undefined, {});
  writeFileSync(path, applyEdits(text, edits));
}

function nextSteps({ name, route, parent }: ResourceDraft, { languages }: Project, hasSamples: boolean): string {
  const others = languages.filter((language) => language !== "en");
  const steps = [
    `read schemas/entities/${name}.schema.json: bounds, "unique", "groups"; docs/schema-vocabulary.md has every word`,
    `read i18n/en/resources/${name}.json, add "help" where a name alone does not tell`,
    ...(others.length > 0
      ? [`translate what begins with "${TO_TRANSLATE}" in ${others.map((each) => `i18n/${each}`).join(", ")}`]
      : []),
    hasSamples
      ? `read schemas/demonstration/${name}.json: an empty platform starts with these records`
      : `write schemas/demonstration/${name}.json if it should be demonstrated: its records can not be made up`,
    `npm run dev, then open ${parent ? `a page of ${parent.resource}` : `#${route}`}`,
  ];
  return ["", "Next:", ...steps.map((step, index) => `  ${index + 1}. ${step}`)].join("\n");
}
