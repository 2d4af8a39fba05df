import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findNearest, SchemaErrors } from "../../../codegen/diagnostics.ts";
import { compareFiles, emitModel, toModel } from "../../../codegen/generate.ts";
import { loadSources } from "../../../codegen/load.ts";
import type { Model } from "../../../codegen/model.ts";
import { byCodePoint } from "../../../src/core/values/byCodePoint.ts";
import { root } from "../../toolchain.mjs";
import { bookedPreferences, bookedResources, limitedTo } from "../verify/book.ts";
import { approveLines, withReasons } from "./approveLines.ts";
import { type BaselineChange, baselineChanges, formatChanges, parseBaselineLines } from "./changes.ts";
import { resourceRightLines, roleRightLines } from "./rightLines.ts";
import { ruleLines } from "./ruleLines.ts";

/** The file with the approved rules and rights, from the root. */
const BASELINE = "docs/rules-baseline.txt";

const HEAD = `# Approved rules and rights: one line each, rules with their bound, condition and message, and why some are as they are.
# "npm run rules -- diff" lists what has changed since, "npm run rules -- approve" writes it here: a change of this file is
# for a person to approve, best in a pull request.
`;

/** The rules and rights as they are, as text: a paragraph for each resource, sorted. */
function baselineText(model: Model): string {
  const booked = bookedResources();
  const preferences = bookedPreferences().map(ruleLines);
  const paragraphs = model.resources.map((resource) => [
    ...(booked.includes(resource.name) ? ruleLines(resource.name) : []),
    ...resourceRightLines(resource, model),
  ]);
  const text = [...paragraphs, ...preferences, roleRightLines(model)].map(
    (lines) => `${lines.sort(byCodePoint).join("\n")}\n`,
  );
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
    return { text, approved, changes: baselineChanges(approved, text, resources) };
  } catch (error) {
    if (!(error instanceof SchemaErrors)) throw error;
    return { problem: error.message };
  }
}

interface Unapproved {
  /** The rules and rights as they are. */
  readonly text: string;
  /** The committed file. */
  readonly approved: string;
  readonly changes: readonly BaselineChange[];
}

interface Approval {
  /** The changes to approve; absent: all. */
  readonly ids?: readonly string[];
  readonly why?: string;
}

/** Writes what differs to the committed file, all of it or these rules and rights, and prints it. Returns the exit code. */
export function approve({ ids = [], why }: Approval, folder = root): number {
  const unapproved = findUnapproved(folder);
  if ("problem" in unapproved) return failWith(unapproved.problem);
  const { changes, text, approved } = unapproved;
  const known = changes.map(({ id }) => id);
  const problems = ids.filter((id) => !known.includes(id)).map((id) => problemOf(id, known, text));
  if (ids.length > 0 && !why) problems.push('say why: --why "..."');
  if (problems.length > 0) return failWith(problems.join("\n"));
  const chosen = changes.filter(({ id }) => ids.length === 0 || ids.includes(id));
  const withRules = ids.length === 0 ? text : approveLines(approved, text, chosen);
  writeFileSync(join(folder, BASELINE), withReasons(withRules, approved, why ? chosen.map(({ id }) => id) : [], why));
  console.log([formatChanges(chosen), `wrote ${BASELINE}`].filter(Boolean).join("\n"));
  return 0;
}

function problemOf(id: string, known: readonly string[], text: string): string {
  const ids = [...parseBaselineLines(text).keys()];
  if (ids.includes(id)) return `${id} is as approved`;
  const near = findNearest(id, known) ?? findNearest(id, ids);
  return `there is no rule or right ${id}${near ? `; did you mean ${near}?` : ""}`;
}

/** Lists what differs from the approved rules and rights. Returns 1 if anything does. */
export function printChanges({ json = false }: { readonly json?: boolean }): number {
  const unapproved = findUnapproved(root);
  if ("problem" in unapproved) return failWith(unapproved.problem);
  const { changes } = unapproved;
  if (json) console.log(JSON.stringify(changes, null, 2));
  else console.log(formatChanges(changes) || "nothing changed");
  return changes.length === 0 ? 0 : 1;
}

function failWith(message: string): number {
  console.error(message);
  return 2;
}
