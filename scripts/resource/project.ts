import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { toModel } from "../../codegen/generate.ts";
import { loadSources, parseSource, type Sources } from "../../codegen/load.ts";
import type { Model, ResourceModel } from "../../codegen/model.ts";
import type { PageKeyword, RolesFile } from "../../codegen/schemaTypes.ts";

/** The project that a new resource is added to. */
export interface Project {
  readonly sources: Sources;
  readonly model: Model;
  readonly formats: readonly string[];
  /** Languages with resource texts, English first. */
  readonly languages: readonly string[];
  readonly pages: readonly PageKeyword[];
}

/** Reads the project below `root`. Throws SchemaErrors if it has errors. */
export function readProject(root: string): Project {
  const sources = loadSources(root);
  const meta = sources.meta.data as {
    readonly $defs: { readonly property: { readonly properties: { readonly format: { readonly enum: string[] } } } };
  };
  const model = toModel(sources);
  const languages = readdirSync(join(root, "i18n")).filter((name) => existsSync(join(root, "i18n", name, "resources")));
  return {
    sources,
    model,
    formats: meta.$defs.property.properties.format.enum,
    languages: ["en", ...languages.filter((name) => name !== "en").sort()],
    pages: model.pages.data.pages,
  };
}

/** The resource as codegen sees it. Throws SchemaErrors if it has errors. */
export function modelWith({ sources }: Project, name: string, schema: unknown): ResourceModel {
  const source = parseSource(JSON.stringify(schema), `schemas/resources/${name}.schema.json`);
  const { legacyResources, ...roles } = sources.roles.data as RolesFile;
  const { [name]: _, ...remaining } = legacyResources;
  const model = toModel({
    ...sources,
    entities: [...sources.entities, source],
    roles: { ...sources.roles, data: { ...roles, legacyResources: remaining } },
  });
  const resource = model.resources.find((candidate) => candidate.name === name);
  if (!resource) throw new Error(`the model lacks ${name}`);
  return resource;
}

export function resourceNames({ model }: Project): string[] {
  return model.resources.map(({ name }) => name);
}
