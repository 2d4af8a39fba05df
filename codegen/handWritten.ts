import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "./load.ts";
import { kept } from "./remember.ts";

export interface TextFile {
  /** Relative to the project, with "/" separators. */
  readonly file: string;
  readonly text: string;
}

/** What people wrote beside the schemas: read as texts, for the list of resources, never run. */
export interface HandWritten {
  /** `src/panel/resources`, styles included, tests not. */
  readonly panel: readonly TextFile[];
  /** `src/platform/entities`, without tests. */
  readonly platform: readonly TextFile[];
  /** Every test file of the project. */
  readonly tests: readonly TextFile[];
  /** The book of rules about other records. */
  readonly businessBook: string;
  /** Resource -> field of the platform that it leaves out -> why. */
  readonly leftOut: SourceFile;
  /** Rule -> the tests that break it. */
  readonly businessRules: SourceFile;
}

const TEST = /\.test\.tsx?$/;
const PANEL = "src/panel/resources";
const PLATFORM = "src/platform/entities";
/** Folders with tests. */
const TESTED = ["codegen", "scripts", "src", "tests"];
const BOOK = "src/core/rulebook/businessBook.ts";
const LISTS = { leftOut: "docs/resources-left-out.json", businessRules: "docs/business-rules.json" };

const unlessChanged = kept<HandWritten>();

/** `load`: reads a JSON file by its place in the project; what is not there is empty. */
export function loadHandWritten(root: string, load: (file: string) => SourceFile): HandWritten {
  const book = join(root, BOOK);
  return unlessChanged({
    panel: textsBelow(root, PANEL, (file) => !TEST.test(file)),
    platform: textsBelow(root, PLATFORM, (file) => !TEST.test(file)),
    tests: TESTED.flatMap((folder) => textsBelow(root, folder, (file) => TEST.test(file))),
    businessBook: existsSync(book) ? readFileSync(book, "utf8") : "",
    leftOut: load(LISTS.leftOut),
    businessRules: load(LISTS.businessRules),
  });
}

function textsBelow(root: string, folder: string, isWanted: (file: string) => boolean): TextFile[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isWanted(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll("\\", "/").replace(/^\//, ""))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
}
