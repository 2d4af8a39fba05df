import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SchemaErrors } from "../../../codegen/diagnostics.ts";
import { compareFiles, emitModel, toModel } from "../../../codegen/generate.ts";
import { loadSources } from "../../../codegen/load.ts";
import type { Model } from "../../../codegen/model.ts";
import { byCodePoint } from "../../../src/core/values/byCodePoint.ts";
import { root } from "../../toolchain.mjs";
import { bookedResources, limitedTo } from "../verify/book.ts";
import { type BaselineChange, baselineChanges, formatChange } from "./changes.ts";
import { resourceRightLines, roleRightLines } from "./rightLines.ts";
import { ruleLines } from "./ruleLines.ts";

/** The file with the approved rules and rights, from the root. */
const BASELINE = "docs/rules-baseline.txt";

const HEAD = `# Approved rules and rights: one line each, rules with their bound and condition.
# "npm run rules -- diff" lists what has changed since, "npm run rules -- baseline" writes this file: a change of it is
# for a person to approve, best in a pull request.
`;

/** The rules and rights as they are, as text: a paragraph for each resource, sorted. */
function baselineText(model: Model): string {
  const booked = bookedResources();
  const paragraphs = model.resources.map((resource) => [
    ...(booked.includes(resource.name) ? ruleLines(resource.name) : []),
    ...resourceRightLines(resource, model),
  ]);
  const text = [...paragraphs, roleRightLines(model)].map((lines) => `${lines.sort(byCodePoint).join("\n")}\n`);
  return [HEAD, ...text.filter((paragraph) => paragraph !== "\n")].join("\n");
}

/**
 * Finds changes that are not approved, of all or of these resources; `problem` says why it cannot. Rules and validators come
 * from generated code: if the schemas are newer, they would agree on rules that nobody has asked for any longer.
 */
export function findUnapproved(folder: string, resources = limitedTo): Unapproved | { readonly problem: string } {
  try {
    const model = toModel(loadSources(folder));
    const { written, removed } = compareFiles(join(folder, "src/generated"), emitModel(model));
    const stale = [...written, ...removed].map((name) => `  ${join("src/generated", name)}`);
    if (stale.length > 0) return { problem: ["The schemas say something else: npm run codegen", ...stale].join("\n") };
    const text = baselineText(model);
    const file = join(folder, BASELINE);
    // Nothing was approved yet, if there is none.
    const approved = existsSync(file) ? readFileSync(file, "utf8") : "";
    return { text, changes: baselineChanges(approved, text, resources) };
  } catch (error) {
    if (!(error instanceof SchemaErrors)) throw error;
    return { problem: error.message };
  }
}

interface Unapproved {
  /** The rules and rights as they are. */
  readonly text: string;
  readonly changes: readonly BaselineChange[];
}

/** Writes the rules and rights as they are to the committed file, and prints what is new in it. Returns the exit code. */
export function writeBaseline(): number {
  const unapproved = findUnapproved(root);
  if ("problem" in unapproved) return failWith(unapproved.problem);
  writeFileSync(join(root, BASELINE), unapproved.text);
  console.log([...unapproved.changes.map(formatChange), `wrote ${BASELINE}`].join("\n"));
  return 0;
}

/** Lists what differs from the approved rules and rights. Returns 1 if anything does. */
export function printChanges({ json = false }: { readonly json?: boolean }): number {
  const unapproved = findUnapproved(root);
  if ("problem" in unapproved) return failWith(unapproved.problem);
  const { changes } = unapproved;
  if (json) console.log(JSON.stringify(changes, null, 2));
  else console.log(changes.map(formatChange).join("\n") || "nothing changed");
  return changes.length === 0 ? 0 : 1;
}

function failWith(message: string): number {
  console.error(message);
  return 2;
}
