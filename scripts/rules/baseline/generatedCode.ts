import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { emitModel, toModel } from "../../../codegen/generate.ts";
import { loadSources } from "../../../codegen/load.ts";
import type { Model } from "../../../codegen/model.ts";
import { SchemaProblems } from "../../../codegen/problems.ts";
import { compare } from "../../../codegen/write.ts";

/** Generated files that are not what codegen would write. */
export type Differing = readonly string[];

export interface GeneratedCode {
  readonly model: Model;
  readonly differing: Differing;
}

/**
 * Reads the schemas, and what codegen made of them; or says why nothing can be tried. Rules and validators come from
 * generated code: if the schemas are newer, they would agree on rules that nobody has asked for any longer. Files changed
 * after the schemas are somebody's experiment, which verify is there to judge.
 */
export function readGenerated(root: string): GeneratedCode | { readonly problem: string } {
  const folder = join(root, "src/generated");
  try {
    const model = toModel(loadSources(root));
    const { written, removed } = compare(folder, emitModel(model));
    const differing = [...written, ...removed];
    const newest = lastChange(join(root, "schemas"));
    const stale = differing.filter((name) => changedAt(join(folder, name)) < newest);
    if (stale.length === 0) return { model, differing: differing.map((name) => join("src/generated", name)) };
    const names = stale.map((name) => `  ${join("src/generated", name)}`).join("\n");
    return { problem: `The schemas are newer than the code generated from them: npm run codegen\n${names}` };
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    return { problem: error.message };
  }
}

/** 0 for a file that is still to be generated. */
function changedAt(path: string): number {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

function lastChange(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(...files.map((entry) => changedAt(join(entry.parentPath, entry.name))));
}

/** For the console: that something else than codegen's output is looked at. */
export function differingText(differing: Differing): string {
  return `not what codegen writes, and taken as it is: ${differing.join(", ")}`;
}
