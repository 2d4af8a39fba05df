import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  findNodeAtLocation,
  getNodePath,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { Messages } from "../src/core/schema/texts.ts";
import { byCodePoint } from "../src/core/values/byCodePoint.ts";
import { type Diagnostic, diagnosticAt, type Path, SchemaErrors, type SourceLocation } from "./diagnostics.ts";
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
  /** Whether it is JSON; of a file that is not, `data` is what can be read of it. */
  readonly isJson: boolean;
  /** Errors in its JSON: its syntax, and keys that an object has twice, of which JSON keeps the last. */
  readonly diagnostics: readonly Diagnostic[];
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
  /** Texts in the demonstration that steps build; undefined for schemas without a platform. */
  readonly seeded: readonly string[] | undefined;
  /** Resources with hooks; undefined for schemas without a platform. */
  readonly hooks: readonly string[] | undefined;
  /** Definitions of preferences. */
  readonly preferences: readonly SourceFile[];
  /** Locale -> the texts of resources, from `i18n/<locale>/resources/<name>.json`. */
  readonly texts: ReadonlyMap<string, ReadonlyMap<string, TextFile>>;
  /** Error code -> its English text, from `i18n/en/errors.json`. */
  readonly errorTexts: Readonly<Record<string, string>>;
  /** Locale -> English term -> its translation, from `i18n/glossary`; for English its definition. */
  readonly glossary: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Locale -> English term -> words that texts must not use for it, from `i18n/glossary/avoided`. */
  readonly avoided: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>;
  /** Errors in the JSON of texts, and files of another kind in the folders of schemas. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A file of texts. */
export interface TextFile extends SourceFile {
  readonly data: Messages;
}

/**
 * Reads everything codegen depends on, in code-point order of file names, so output never depends on the file system. Throws
 * SchemaErrors if a file that the others are read with is not JSON.
 */
export function loadSources(root: string): Sources {
  const texts: SourceFile[] = [];
  const loadText = (path: string, file: string) => {
    const source = parseText(readFileSync(path, "utf8"), file);
    texts.push(source);
    return source;
  };
  const sources = loadAll(root, readSource, loadText);
  const { meta, rolesMeta, pagesMeta, formats, preferences } = sources;
  const broken = [meta, rolesMeta, pagesMeta, formats, ...preferences].filter(({ isJson }) => !isJson);
  if (broken.length > 0) throw new SchemaErrors(broken.flatMap(({ diagnostics }) => diagnostics));
  return { ...sources, diagnostics: [...texts.flatMap(({ diagnostics }) => diagnostics), ...strayFiles(root)] };
}

/** The names and contents of files in the folders of schemas. */
const FOLDERS: Readonly<Record<string, readonly [name: RegExp, what: string]>> = {
  "schemas/resources": [/^[a-z][a-z0-9]*\.schema\.json$/, "a schema in JSON, named <resource>.schema.json"],
  "schemas/shared": [/^[a-z][a-z-]*\.schema\.json$/, "a shared definition in JSON, named <name>.schema.json"],
  "schemas/demonstration": [/^[a-z][a-z0-9]*\.json$/, "records in JSON, named <resource>.json"],
  "schemas/preferences": [/^[a-z][a-z0-9]*\.json$/, "definitions in JSON, named <name>.json"],
};

/** Files that nothing would read. Hidden ones belong to editors. */
function strayFiles(root: string): Diagnostic[] {
  return Object.entries(FOLDERS).flatMap(([folder, [pattern, expected]]) =>
    filesWithEnding(join(root, folder), "")
      .filter((name) => !name.startsWith(".") && !pattern.test(name))
      .map((name) =>
        diagnosticAt({ file: `${folder}/${name}`, line: 1, pointer: "" }, [`"${name}" is read by nothing`, expected]),
      ),
  );
}

function keyCount(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const members = Object.values(value);
  return members.reduce((count, member) => count + keyCount(member), Array.isArray(value) ? 0 : members.length);
}

/** Loads a JSON file: the path it has, and the one that errors name. */
type FileLoader<Loaded> = (path: string, file: string) => Loaded;

function loadAll(
  root: string,
  loadFile: FileLoader<SourceFile>,
  loadText: FileLoader<TextFile>,
): Omit<Sources, "diagnostics"> {
  const schemas = join(root, "schemas");
  const loadFolder = (folder: string) =>
    jsonFiles(join(schemas, folder)).map((name) => loadFile(join(schemas, folder, name), `schemas/${folder}/${name}`));
  const shared = new Map(
    jsonFiles(join(schemas, "shared")).map((name) => [
      `../shared/${name}`,
      loadFile(join(schemas, "shared", name), `schemas/shared/${name}`),
    ]),
  );
  return {
    meta: loadFile(join(schemas, "meta.schema.json"), "schemas/meta.schema.json"),
    entities: loadFolder("resources"),
    shared,
    roles: loadFile(join(schemas, "roles.json"), "schemas/roles.json"),
    rolesMeta: loadFile(join(schemas, "roles.schema.json"), "schemas/roles.schema.json"),
    pages: loadFile(join(schemas, "pages.json"), "schemas/pages.json"),
    pagesMeta: loadFile(join(schemas, "pages.schema.json"), "schemas/pages.schema.json"),
    formats: loadFile(join(schemas, "formats.json"), "schemas/formats.json"),
    pictures: filesWithEnding(join(root, "docs/screenshots/kinds"), ".png").map((name) => basename(name, ".png")),
    demonstration: loadFolder("demonstration"),
    preferences: loadFolder("preferences"),
    seeded: existsSync(join(root, SEED_FOLDER)) ? seededTexts(root) : undefined,
    hooks: existsSync(join(root, HOOKS_FOLDER)) ? [...hooksByFile(root).values()].flat() : undefined,
    texts: loadTexts(root, loadText),
    errorTexts: loadText(join(root, "i18n/en/errors.json"), "i18n/en/errors.json").data as Record<string, string>,
    glossary: loadWords(root, "i18n/glossary", loadText),
    avoided: loadWords(root, "i18n/glossary/avoided", loadText),
  };
}

const SEED_FOLDER = "src/platform/seed/demonstration";

function seededTexts(root: string): string[] {
  const folder = join(root, SEED_FOLDER);
  return jsonFiles(folder).flatMap((name) => textsIn(JSON.parse(readFileSync(join(folder, name), "utf8"))));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap((entry) => entry.flatMap(textsIn))
    : [];
}

function loadWords<Word>(
  root: string,
  folder: string,
  load: FileLoader<TextFile>,
): Map<string, Readonly<Record<string, Word>>> {
  const read = (name: string) => load(join(root, folder, name), `${folder}/${name}`).data as Record<string, Word>;
  return new Map(jsonFiles(join(root, folder)).map((name) => [basename(name, ".json"), read(name)]));
}

function loadTexts(root: string, load: FileLoader<TextFile>): Map<string, Map<string, TextFile>> {
  // The glossary is next to the languages.
  const folders = filesWithEnding(join(root, "i18n"), "").map(
    (locale) => [locale, `i18n/${locale}/resources`] as const,
  );
  const read = (folder: string) =>
    jsonFiles(join(root, folder)).map(
      (name) => [basename(name, ".json"), load(join(root, folder, name), `${folder}/${name}`)] as const,
    );
  return new Map(
    folders
      .filter(([, folder]) => existsSync(join(root, folder)))
      .map(([locale, folder]) => [locale, new Map(read(folder))] as const),
  );
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

export function readSource(path: string, file: string): SourceFile {
  return parseSource(readFileSync(path, "utf8"), file);
}

export function parseText(text: string, file: string): TextFile {
  return parseSource(text, file) as TextFile;
}

const parseCached = memoizeByText<SourceFile>();

export function parseSource(text: string, file: string): SourceFile {
  return parseCached(`${file}\n${text}`, () => parse(text, file));
}

/** Lines are only sought for errors: the tree that has them takes far longer than the data. */
function parse(text: string, file: string): SourceFile {
  let parsed: Node | undefined;
  const tree = () => {
    parsed ??= parseTree(text) ?? EMPTY;
    return parsed;
  };
  const source = {
    file,
    text,
    at: (path: Path) => ({
      file,
      line: lineAt(text, nodeAt(tree(), path).offset),
      pointer: path.map(toSegment).join(""),
    }),
    has: (path: Path) => findNodeAtLocation(tree(), [...path]) !== undefined,
  };
  try {
    const data: unknown = JSON.parse(text);
    const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon).length;
    const diagnostics = written > keyCount(data) ? doubledDiagnostics(text, file, tree()) : [];
    return { ...source, data, isJson: true, diagnostics };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ...source, data: getNodeValue(tree()), isJson: false, diagnostics: syntaxDiagnostics(text, file) };
  }
}

const EMPTY: Node = { type: "object", offset: 0, length: 0, children: [] };

/** Errors in the syntax of JSON, in words. */
const SYNTAX: Readonly<Record<string, readonly [what: string, expected: string]>> = {
  CommaExpected: ["a comma is missing before this line's value", "a comma between two members"],
  PropertyNameExpected: ["a name of a member is missing", "a name in quotes, and no comma before a closing bracket"],
  ValueExpected: ["a value is missing", "a value, and no comma before a closing bracket"],
  ColonExpected: ["a colon is missing", "a colon between name and value"],
  CloseBraceExpected: ["a closing brace is missing", '"}"'],
  CloseBracketExpected: ["a closing bracket is missing", '"]"'],
  EndOfFileExpected: ["there is more behind the end", "one object"],
  InvalidCommentToken: ["JSON has no comments", '"$comment", or nothing'],
  UnexpectedEndOfString: ["a text does not end", "a closing quote"],
  InvalidSymbol: ["a word is not in quotes", "texts in double quotes, or a quote at the end of the text before it"],
};

const OTHER_SYNTAX: readonly [what: string, expected: string] = [
  "there is a character that JSON does not have here",
  "texts in double quotes, plain numbers",
];

/** One mistake is often several errors of the parser: the first of a line counts. */
function syntaxDiagnostics(text: string, file: string): Diagnostic[] {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const byLine = new Map<number, Diagnostic>();
  for (const { error, offset } of errors) {
    const line = lineAt(text, offset);
    const [what, expected] = SYNTAX[printParseErrorCode(error)] ?? OTHER_SYNTAX;
    if (!byLine.has(line))
      byLine.set(line, diagnosticAt({ file, line, pointer: "" }, [`invalid JSON: ${what}`, expected]));
  }
  if (byLine.size > 0) return [...byLine.values()];
  const [what, expected] = OTHER_SYNTAX;
  return [diagnosticAt({ file, line: 1, pointer: "" }, [`invalid JSON: ${what}`, expected])];
}

function doubledDiagnostics(text: string, file: string, tree: Node): Diagnostic[] {
  return doubledKeys(tree).map(({ path, first, second }) =>
    diagnosticAt({ file, line: lineAt(text, second), pointer: path.map(toSegment).join("") }, [
      `"${path.at(-1)}" is written twice`,
      `it once, as in line ${lineAt(text, first)}`,
    ]),
  );
}

interface DoubledKey {
  readonly path: Path;
  readonly first: number;
  readonly second: number;
}

function doubledKeys(node: Node): DoubledKey[] {
  const offsets = new Map<string, number>();
  return (node.children ?? []).flatMap((child) => {
    if (node.type !== "object") return doubledKeys(child);
    const [key, value] = child.children ?? [];
    const name = String(key?.value);
    const first = offsets.get(name);
    offsets.set(name, first ?? child.offset);
    const below = value ? doubledKeys(value) : [];
    return first === undefined
      ? below
      : [{ path: [...getNodePath(node), name], first, second: child.offset }, ...below];
  });
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
