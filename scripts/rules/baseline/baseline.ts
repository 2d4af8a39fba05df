import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Model } from "../../../codegen/model.ts";
import { byCodePoint } from "../../../src/core/byCodePoint.ts";
import { bookedResources, limitedTo } from "../verify/book.ts";
import { type Change, changesBetween } from "./changes.ts";
import { type Differing, readGenerated } from "./generatedCode.ts";
import { resourceRightLines, roleRightLines } from "./rightLines.ts";
import { ruleLines } from "./ruleLines.ts";

/** The file with the approved rules and rights, from the root. */
export const BASELINE = "docs/rules-baseline.txt";

const HEAD = `# Approved rules and rights: one line each, rules with their bound and condition.
# "npm run rules -- diff" lists what has changed since, "npm run rules -- baseline" writes this file: a change of it is
# for a person to approve, best in a pull request.
`;

/** The rules and rights as they are, as text: a paragraph for each resource, sorted. */
export function baselineText(model: Model): string {
  const booked = bookedResources();
  const paragraphs = model.resources.map((resource) => [
    ...(booked.includes(resource.name) ? ruleLines(resource.name) : []),
    ...resourceRightLines(resource, model),
  ]);
  const text = [...paragraphs, roleRightLines(model)].map((lines) => `${lines.sort(byCodePoint).join("\n")}\n`);
  return [HEAD, ...text.filter((paragraph) => paragraph !== "\n")].join("\n");
}

/** The approved text; empty if nothing was approved yet. */
export function readBaseline(root: string): string {
  const file = join(root, BASELINE);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** What is not approved, of all or of these resources; or why that cannot be told. */
export function unapprovedIn(root: string, resources = limitedTo): Unapproved | { readonly problem: string } {
  const generated = readGenerated(root);
  if ("problem" in generated) return generated;
  const { model, differing } = generated;
  const text = baselineText(model);
  return { differing, text, changes: changesBetween(readBaseline(root), text, resources) };
}

interface Unapproved {
  /** The rules and rights as they are. */
  readonly text: string;
  readonly changes: readonly Change[];
  readonly differing: Differing;
}
