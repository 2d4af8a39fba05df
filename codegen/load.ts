import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { byCodePoint } from "../src/core/values/byCodePoint.ts";
import { type Diagnostic, type Path, SchemaErrors, type SourceLocation } from "./diagnostics.ts";
import { HOOKS_FOLDER, hooksByFile } from "./hookFiles.ts";
import { memoizeByText } from "./memoizeByText.ts";

/** A JSON file with the line of every value in it. */
export interface SourceFile {
  /** Path in errors: `schemas/resources/domains.schema.json`. */
  readonly file: string;
  readonly text: string;
  readonly data: unknown;
  /** Location of the value at this path; if there is none, the line of its nearest ancestor. */
  readonly at: (path: Path) => SourceLocation;
  /** Whether a value exists at this path. */
  readonly has: (path: Path) => boolean;
}

export interface Sources {
  readonly meta: SourceFile;
  readonly entities: readonly SourceFile[];
  readonly shared: ReadonlyMap<string, SourceFile>;
  readonly roles: SourceFile;
  readonly rolesMeta: SourceFile;
  readonly pages: SourceFile;
  readonly pagesMeta: SourceFile;
  readonly formats: SourceFile;
  /** Field kinds with a screenshot in `docs/screenshots/kinds`. */
  readonly pictures: readonly string[];
  /** Demonstration records, one file per resource. */
  readonly demonstration: readonly SourceFile[];
  /** Resources with hooks; undefined for schemas without a platform. */
  readonly hooks: readonly string[] | undefined;
  /** Locale -> the plural names of resources, from `i18n/<locale>/resources/<name>.json`. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Error code -> its English text, from `i18n/en/errors.json`. */
  readonly errorTexts: Readonly<Record<string, string>>;
  /** Locale -> English term -> its translation, from `i18n/glossary`; for English its definition. */
  readonly glossary: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Locale -> English term -> words that texts must not use for it, from `i18n/glossary/avoided`. */
  readonly avoided: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>;
}

/**
 * Reads everything codegen depends on, in code-point order of file names, so output never depends on the file system.
 * Throws SchemaErrors for every file that is not valid JSON.
 */
export function loadSources(root: string): Sources {
  const diagnostics: Diagnostic[] = [];
  const loadFile = (path: string, file: string) => {
    try {
      return readSource(path, file);
    } catch (error) {
      if (!(error instanceof SchemaErrors)) throw error;
      diagnostics.push(...error.diagnostics);
      return parseSource("{}", file);
    }
  };
  /** Far faster; for texts, the lines of whose values are not needed. */
  const loadData = (path: string, file: string): unknown => {
    try {
      return JSON.parse(readFileSync(path, "utf8"));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return loadFile(path, file).data;
    }
  };
  const sources = loadAll(root, loadFile, loadData);
  if (diagnostics.length > 0) throw new SchemaErrors(diagnostics);
  return sources;
}

/** Loads a JSON file: the path it has, and the one that errors name. */
type FileLoader<Result> = (path: string, file: string) => Result;

function loadAll(root: string, loadFile: FileLoader<SourceFile>, loadData: FileLoader<unknown>): Sources {
  const schemas = join(root, "schemas");
  const shared = new Map(
    jsonFiles(join(schemas, "shared")).map((name) => [
      `../shared/${name}`,
      loadFile(join(schemas, "shared", name), `schemas/shared/${name}`),
    ]),
  );
  return {
    meta: loadFile(join(schemas, "meta.schema.json"), "schemas/meta.schema.json"),
    entities: jsonFiles(join(schemas, "resources")).map((name) =>
      loadFile(join(schemas, "resources", name), `schemas/resources/${name}`),
    ),
    shared,
    roles: loadFile(join(schemas, "roles.json"), "schemas/roles.json"),
    rolesMeta: loadFile(join(schemas, "roles.schema.json"), "schemas/roles.schema.json"),
    pages: loadFile(join(schemas, "pages.json"), "schemas/pages.json"),
    pagesMeta: loadFile(join(schemas, "pages.schema.json"), "schemas/pages.schema.json"),
    formats: loadFile(join(schemas, "formats.json"), "schemas/formats.json"),
    pictures: filesWithEnding(join(root, "docs/screenshots/kinds"), ".png").map((name) => basename(name, ".png")),
    demonstration: jsonFiles(join(schemas, "demonstration")).map((name) =>
      loadFile(join(schemas, "demonstration", name), `schemas/demonstration/${name}`),
    ),
    hooks: existsSync(join(root, HOOKS_FOLDER)) ? [...hooksByFile(root).values()].flat() : undefined,
    names: loadNames(root, loadData),
    errorTexts: loadData(join(root, "i18n/en/errors.json"), "i18n/en/errors.json") as Record<string, string>,
    glossary: loadWords(root, "i18n/glossary", loadData),
    avoided: loadWords(root, "i18n/glossary/avoided", loadData),
  };
}

function loadWords<Word>(
  root: string,
  folder: string,
  load: FileLoader<unknown>,
): Map<string, Readonly<Record<string, Word>>> {
  const read = (name: string) => load(join(root, folder, name), `${folder}/${name}`) as Record<string, Word>;
  return new Map(jsonFiles(join(root, folder)).map((name) => [basename(name, ".json"), read(name)]));
}

function loadNames(root: string, load: FileLoader<unknown>): Map<string, Map<string, string>> {
  // The glossary is next to the languages.
  const locales = readdirSync(join(root, "i18n"))
    .filter((name) => existsSync(join(root, "i18n", name, "resources")))
    .sort(byCodePoint);
  return new Map(locales.map((locale) => [locale, readNames(root, `i18n/${locale}/resources`, load)]));
}

function readNames(root: string, folder: string, load: FileLoader<unknown>): Map<string, string> {
  const names = new Map<string, string>();
  for (const name of jsonFiles(join(root, folder))) {
    const data = load(join(root, folder, name), `${folder}/${name}`) as { name?: string };
    if (data.name) names.set(basename(name, ".json"), data.name);
  }
  return names;
}

function jsonFiles(folder: string): string[] {
  return filesWithEnding(folder, ".json");
}

function filesWithEnding(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort(byCodePoint);
}

/** Throws SchemaErrors if the file is not valid JSON. */
export function readSource(path: string, file: string): SourceFile {
  return parseSource(readFileSync(path, "utf8"), file);
}

const parseCached = memoizeByText<SourceFile>();

export function parseSource(text: string, file: string): SourceFile {
  return parseCached(`${file}\n${text}`, () => parse(text, file));
}

function parse(text: string, file: string): SourceFile {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors.length > 0 || !tree) {
    const diagnostics: Diagnostic[] = errors.map(({ error, offset }) => ({
      file,
      line: lineAt(text, offset),
      pointer: "",
      message: `invalid JSON: ${printParseErrorCode(error)}`,
      expected: "JSON without comments and trailing commas",
      nearest: undefined,
    }));
    throw new SchemaErrors(diagnostics);
  }
  return {
    file,
    text,
    data: JSON.parse(text),
    at: (path) => ({ file, line: lineAt(text, nodeAt(tree, path).offset), pointer: path.map(toSegment).join("") }),
    has: (path) => findNodeAtLocation(tree, [...path]) !== undefined,
  };
}

function toSegment(name: string | number): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function nodeAt(tree: Node, path: Path): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node;
  }
  return tree;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
