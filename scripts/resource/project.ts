import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { toModel } from "../../codegen/generate.ts";
import { loadSources } from "../../codegen/load.ts";
import type { Model } from "../../codegen/model.ts";
import type { PageKeyword } from "../../codegen/schemaTypes.ts";

/** What a new resource has to fit in with. */
export interface Project {
  readonly model: Model;
  readonly formats: readonly string[];
  /** Folders below `i18n` with texts of resources, English first. */
  readonly languages: readonly string[];
  readonly pages: readonly PageKeyword[];
}

/** Reads the project below `root`; throws SchemaProblems where what is there is wrong already. */
export function readProject(root: string): Project {
  const sources = loadSources(root);
  const meta = sources.meta.data as {
    readonly $defs: { readonly property: { readonly properties: { readonly format: { readonly enum: string[] } } } };
  };
  const model = toModel(sources);
  const languages = readdirSync(join(root, "i18n")).filter((name) => existsSync(join(root, "i18n", name, "resources")));
  return {
    model,
    formats: meta.$defs.property.properties.format.enum,
    languages: ["en", ...languages.filter((name) => name !== "en").sort()],
    pages: model.pages.data.pages,
  };
}

export function namesOf({ model }: Project): string[] {
  return model.resources.map(({ name }) => name);
}
