import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { emitCode, toModel } from "../../codegen/generate.ts";
import { loadSources, parseSource } from "../../codegen/load.ts";
import { openPrepared } from "../../tests/support/prepared.ts";
import type { ResourceModule } from "../core/schema/resourceModule.ts";
import { preferenceKinds, toPreferenceKind } from "../core/telephony/preferenceKind.ts";
import { about } from "../generated/about.gen.ts";
import { resources } from "../generated/all.gen.ts";
import { loaders, summaries } from "../generated/index.gen.ts";
import { storage, tables } from "../generated/tables.gen.ts";
import { migrate } from "../platform/db/migrate.ts";
import type { AnyHooks } from "../platform/resourceHooks.ts";
import { hooks } from "../platform/resources/index.gen.ts";
import { openTestPlatform, type TestPlatform } from "./platform.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A schema that the product does not have. */
export type MadeSchema = { readonly $id: string } & Readonly<Record<string, unknown>>;

/** Resources of schemas, in all that codegen makes and the platform reads. */
export interface MadeResources {
  readonly modules: Readonly<Record<string, ResourceModule>>;
  /** Forgets them. */
  remove(): Promise<void>;
}

/**
 * Runs codegen over the product's schemas and these, and adds what it makes of these to what it has made of those, until they
 * are removed. `preferences` has a file of definitions by kind. Throws SchemaErrors where codegen refuses.
 */
export async function addSchemas(
  schemas: readonly MadeSchema[],
  preferences: Readonly<Record<string, object>> = {},
  madeHooks: Readonly<Record<string, AnyHooks>> = {},
): Promise<MadeResources> {
  const sources = loadSources(root);
  const hookNames = [...(sources.hooks ?? []), ...Object.keys(madeHooks)];
  const made = schemas.map((schema) =>
    parseSource(JSON.stringify(schema, null, 2), `schemas/resources/${schema.$id}.schema.json`),
  );
  const definitions = Object.entries(preferences).map(([kind, file]) =>
    parseSource(JSON.stringify(file, null, 2), `schemas/preferences/${kind}.json`),
  );
  const model = toModel({
    ...sources,
    entities: [...sources.entities, ...made],
    preferences: [...sources.preferences, ...definitions],
    hooks: hookNames,
  });
  const files = emitCode(model);
  const folder = await mkdtemp(join(tmpdir(), "patchbay-schemas-"));
  const load = async (name: string) => {
    const text = files.get(name) ?? "";
    const path = join(folder, basename(name));
    // Its imports lead to the files of the project.
    await writeFile(
      path,
      text.replaceAll(/"(?:\.\.\/)+(core|panel)\//g, `"${root}src/$1/`).replace('"../validators/', '"./'),
    );
    return import(/* @vite-ignore */ pathToFileURL(path).href);
  };
  const names = schemas.map(({ $id }) => $id);
  const registries: (readonly [object, object])[] = [
    [about, (await load("about.gen.ts")).about],
    [summaries, (await load("index.gen.ts")).summaries],
  ];
  const added: { readonly tables: typeof tables; readonly storage: typeof storage } = await load("tables.gen.ts");
  registries.push([storage, added.storage]);
  const modules: Record<string, ResourceModule> = {};
  for (const name of names) {
    await load(`validators/${name}.gen.js`);
    modules[name] = await load(`descriptors/${name}.gen.ts`);
  }
  registries.push([resources, modules], [hooks, madeHooks]);
  registries.push([loaders, Object.fromEntries(names.map((name) => [name, async () => modules[name]]))]);
  for (const [registry, all] of registries)
    for (const name of names) Object.assign(registry, { [name]: Reflect.get(all, name) });
  const count = tables.length;
  const newTables = added.tables.filter(({ name }) => !tables.some((table) => table.name === name));
  Object.assign(tables, Object.fromEntries(newTables.map((table, index) => [count + index, table])));
  const known = preferenceKinds.length;
  const { preferenceOwners, preferencesOfKinds } = await load("preferenceKinds.gen.ts");
  const kinds = Object.keys(preferences).map((kind) =>
    toPreferenceKind(kind, preferenceOwners[kind], preferencesOfKinds),
  );
  Object.assign(preferenceKinds, Object.fromEntries(kinds.map((kind, index) => [known + index, kind])));
  const remove = async () => {
    Reflect.set(preferenceKinds, "length", known);
    for (const [registry] of registries) for (const name of names) Reflect.deleteProperty(registry, name);
    Reflect.set(tables, "length", count);
    await rm(folder, { recursive: true });
  };
  return { modules, remove };
}

/** A platform in memory that has the resources of these schemas, too; closing it forgets them. */
export async function openSchemaPlatform(
  ...parts: Parameters<typeof addSchemas>
): Promise<TestPlatform & MadeResources> {
  const made = await addSchemas(...parts);
  const database = await openPrepared("tables");
  await migrate(database.kysely, tables, []);
  const platform = await openTestPlatform({}, undefined, database);
  const close = async () => {
    await platform.close();
    await made.remove();
  };
  return { ...platform, ...made, close };
}
