import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { createTextMemory, writeTexts } from "./completeTexts.ts";
import { type ResourceDraft, toSchema } from "./draft.ts";
import { modelWith, type Project } from "./project.ts";
import { runCodegen, writeJson } from "./projectFiles.ts";
import { makeSamples } from "./samples.ts";

/** Writes all files of a new resource, runs codegen and prints the next steps. */
export async function writeResource(root: string, draft: ResourceDraft, project: Project): Promise<void> {
  const { name } = draft;
  const schema = toSchema(draft);
  const resource = modelWith(project, name, schema);
  const samples = await makeSamples(draft, project.model);
  const files: [path: string, data: unknown][] = [
    [`schemas/resources/${name}.schema.json`, schema],
    ...(samples ? [[`schemas/demonstration/${name}.json`, samples] as [string, unknown]] : []),
  ];
  writeJson(root, files);
  for (const [path] of files) console.log(`wrote ${path}`);
  for (const line of writeTexts(root, resource, project, createTextMemory(project), draft.title)) console.log(line);
  if (project.model.roles.data.legacyResources[name] !== undefined) {
    removeLegacyRights(root, name);
    console.log(`removed ${name} from "legacyResources" in schemas/roles.json: its rights are in its schema now`);
  }
  runCodegen(root);
  console.log(nextSteps(draft, samples !== undefined));
}

/** Removes the interim rights of a resource that now has a schema. */
function removeLegacyRights(root: string, name: string): void {
  const path = join(root, "schemas/roles.json");
  const text = readFileSync(path, "utf8");
  const edits = modify(text, ["legacyResources", name], undefined, {});
  writeFileSync(path, applyEdits(text, edits));
}

function nextSteps({ name, route, parent }: ResourceDraft, hasSamples: boolean): string {
  const steps = [
    `review schemas/resources/${name}.schema.json: bounds, "unique", "groups"; see docs/reference/schema-vocabulary.md`,
    `review i18n/<language>/resources/${name}.json and add what is missing there; "help" where a name is not enough`,
    hasSamples
      ? `review schemas/demonstration/${name}.json: a new platform starts with these records`
      : `write schemas/demonstration/${name}.json if you want demo records: they cannot be generated`,
    "npm run rules -- approve adds its rules and rights to the approved ones; again after each change",
    `npm run dev, then open ${parent ? `a page of ${parent.resource}` : `#${route}`}`,
  ];
  return ["", "Next:", ...steps.map((step, index) => `  ${index + 1}. ${step}`)].join("\n");
}
