import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSource, readSource, type SourceFile } from "../../codegen/load.ts";

export interface TextFile {
  /** Relative to the project, with "/" separators. */
  readonly file: string;
  readonly text: string;
}

/** Hand-written files that the resource report reads. */
export interface HandWritten {
  /** `src/panel/resources` with styles, without tests. */
  readonly panel: readonly TextFile[];
  /** `src/platform/entities`, without tests. */
  readonly platform: readonly TextFile[];
  /** All test files. */
  readonly tests: readonly TextFile[];
  /** Resource -> platform field that its schema leaves out -> reason. */
  readonly leftOut: SourceFile;
  /** Rule -> resource -> tests that cover it. */
  readonly businessRules: SourceFile;
}

const TEST = /\.test\.tsx?$/;
const PANEL = "src/panel/resources";
const PLATFORM = "src/platform/entities";
const TEST_FOLDERS = ["codegen", "scripts", "src", "tests"];
const LISTS = { leftOut: "docs/resources-left-out.json", businessRules: "docs/business-rules.json" };

export function loadHandWritten(root: string): HandWritten {
  const load = (file: string) =>
    existsSync(join(root, file)) ? readSource(join(root, file), file) : parseSource("{}", file);
  return {
    panel: textsBelow(root, PANEL, (file) => !TEST.test(file)),
    platform: textsBelow(root, PLATFORM, (file) => !TEST.test(file)),
    tests: TEST_FOLDERS.flatMap((folder) => textsBelow(root, folder, (file) => TEST.test(file))),
    leftOut: load(LISTS.leftOut),
    businessRules: load(LISTS.businessRules),
  };
}

function textsBelow(root: string, folder: string, isWanted: (file: string) => boolean): TextFile[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isWanted(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll("\\", "/").replace(/^\//, ""))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
}
