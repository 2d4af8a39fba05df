import { basename } from "node:path";
import { type Diagnostic, diagnosticsIn, expectAll, expectOneOf, findNearest } from "./diagnostics.ts";
import type { SourceFile } from "./load.ts";
import type { Model, ResourceModel } from "./model.ts";

/** The file with the preferences of several kinds; those of one kind are in `<kind>.json` of the same folder. */
const SHARED = "definitions";

const DATA_TYPES = ["string", "int", "boolean", "enum", "blob"];

interface Definition {
  readonly attribute?: string;
  readonly data_type?: string;
  readonly kinds?: readonly string[];
  readonly unset?: true | readonly string[];
  readonly only?: Readonly<Record<string, readonly string[]>>;
}

interface DefinitionFile {
  readonly kinds?: Readonly<Record<string, object>>;
  readonly preferences?: readonly Definition[];
}

function definitionsIn({ data }: SourceFile): DefinitionFile {
  // Checked below, as far as the compiler does not check what is made of it.
  return data as DefinitionFile;
}

/** The kind of preferences that a schema declares: `rental` for `rentalpreferences`. */
function kindOf({ x }: Pick<ResourceModel, "x">): string | undefined {
  return x.preferences?.replace(/preferences$/, "");
}

/** Kind of preferences -> the resource whose records have them. */
export function preferenceOwners({ resources }: Pick<Model, "resources">): Readonly<Record<string, string>> {
  return Object.fromEntries(
    resources.flatMap((resource) => {
      const kind = kindOf(resource);
      return kind === undefined ? [] : [[kind, resource.name]];
    }),
  );
}

/** The preferences in files of one kind each, as the shared file has them. */
export function preferencesOfKinds({ preferences }: Pick<Model, "preferences">): readonly object[] {
  return preferences
    .map((source) => [basename(source.file, ".json"), definitionsIn(source)] as const)
    .filter(([name]) => name !== SHARED)
    .flatMap(([kind, file]) => (file.preferences ?? []).map((each) => ({ max_occur: 1, ...each, kinds: [kind] })));
}

/** Kinds of preferences that a file defines. */
export function definedKinds({ preferences }: Pick<Model, "preferences">): string[] {
  return preferences.flatMap((source) => {
    const name = basename(source.file, ".json");
    return name === SHARED ? Object.keys(definitionsIn(source).kinds ?? {}) : [name];
  });
}

/** Finds kinds of preferences that no schema declares or no file defines. */
export function checkPreferences(model: Model): Diagnostic[] {
  const owners = preferenceOwners(model);
  const declared = Object.keys(owners);
  const defined = definedKinds(model);
  const ofSchemas = model.resources.flatMap((resource) =>
    diagnosticsIn(resource.source, (report) => {
      const kind = kindOf(resource);
      const path = ["x-resource", "preferences"];
      if (kind === undefined) return;
      const other = owners[kind];
      if (other !== resource.name) report(path, `"${resource.x.preferences}" are those of ${other}`, "another name");
      const names = defined.map((each) => `${each}preferences`);
      const known = findNearest(resource.x.preferences, names);
      if (!defined.includes(kind))
        report(path, `no file defines "${resource.x.preferences}"`, `schemas/preferences/${kind}.json`, known);
    }),
  );
  const ofFiles = model.preferences.flatMap((source) =>
    diagnosticsIn(source, (report) => {
      const name = basename(source.file, ".json");
      const file = definitionsIn(source);
      const what = 'a kind that a schema declares with "preferences"';
      if (name !== SHARED) expectOneOf(report, [], name, declared, what);
      for (const kind of Object.keys(file.kinds ?? {})) expectOneOf(report, ["kinds", kind], kind, declared, what);
      for (const [index, { attribute, data_type, kinds, unset, only }] of (file.preferences ?? []).entries()) {
        const path = ["preferences", index];
        if (!/^[A-Za-z]\w*$/.test(attribute ?? "")) report(path, `"attribute" is no name`, "letters, digits and _");
        expectOneOf(report, [...path, "data_type"], data_type, DATA_TYPES, "a type of preferences");
        expectAll(report, [...path, "kinds"], kinds, declared, what);
        if (unset !== true) expectAll(report, [...path, "unset"], unset, declared, what);
        for (const [choice, among] of Object.entries(only ?? {}))
          expectAll(report, [...path, "only", choice], among, declared, what);
      }
    }),
  );
  return [...ofSchemas, ...ofFiles];
}
