import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { messageKeysOf } from "../../codegen/messageKeys.ts";
import { type ResourceDraft, TO_TRANSLATE, toSchema, toTexts, toTranslate } from "./draft.ts";
import { modelWith, type Project } from "./project.ts";
import { makeSamples } from "./samples.ts";

/** Writes all files of a new resource, runs codegen and prints the next steps. */
export async function writeResource(root: string, draft: ResourceDraft, project: Project): Promise<void> {
  const { name } = draft;
  const schema = toSchema(draft);
  const texts = toTexts(draft, messageKeysOf(modelWith(project, name, schema)));
  const samples = await makeSamples(draft, project.model);
  const files: [path: string, data: unknown][] = [
    [`schemas/resources/${name}.schema.json`, schema],
    ...project.languages.map((language): [string, unknown] => [
      `i18n/${language}/resources/${name}.json`,
      language === "en" ? texts : toTranslate(texts),
    ]),
    ...(samples ? [[`schemas/demonstration/${name}.json`, samples] as [string, unknown]] : []),
  ];
  for (const [path, data] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(data));
  }
  const isReleased = project.model.roles.data.legacyResources[name] !== undefined;
  if (isReleased) removeLegacyRights(root, name);
  formatFiles(
    root,
    files.map(([path]) => path),
  );
  for (const [path] of files) console.log(`wrote ${path}`);
  if (isReleased)
    console.log(`removed ${name} from "legacyResources" in schemas/roles.json: its rights are in its schema now`);

  const { status } = spawnSync(process.execPath, ["codegen/run.mjs"], { cwd: root, stdio: "inherit" });
  console.log(nextSteps(draft, project, samples !== undefined));
  if (status !== 0) process.exitCode = 1;
}

/** Formats the files so that they pass `npm run check`. */
function formatFiles(root: string, paths: readonly string[]): void {
  const biome = createRequire(join(root, "package.json")).resolve("@biomejs/biome/bin/biome");
  spawnSync(process.execPath, [biome, "format", "--write", ...paths], { cwd: root, stdio: "ignore" });
}

/** Removes the interim rights of a resource that now has a schema. */
function removeLegacyRights(root: string, name: string): void {
  const path = join(root, "schemas/roles.json");
  const text = readFileSync(path, "utf8");
  const edits = modify(text, ["legacyResources", name], undefined, {});
  writeFileSync(path, applyEdits(text, edits));
}

function nextSteps({ name, route, parent }: ResourceDraft, { languages }: Project, hasSamples: boolean): string {
  const translated = languages.filter((language) => language !== "en");
  const steps = [
    `review schemas/resources/${name}.schema.json: bounds, "unique", "groups"; see docs/reference/schema-vocabulary.md`,
    `review i18n/en/resources/${name}.json; add "help" where a name is not enough`,
    ...(translated.length > 0
      ? [`translate texts that begin with "${TO_TRANSLATE}" in ${translated.map((each) => `i18n/${each}`).join(", ")}`]
      : []),
    hasSamples
      ? `review schemas/demonstration/${name}.json: a new platform starts with these records`
      : `write schemas/demonstration/${name}.json if you want demo records: they cannot be generated`,
    "npm run rules -- approve adds its rules and rights to the approved ones; again after each change",
    `npm run dev, then open ${parent ? `a page of ${parent.resource}` : `#${route}`}`,
  ];
  return ["", "Next:", ...steps.map((step, index) => `  ${index + 1}. ${step}`)].join("\n");
}
