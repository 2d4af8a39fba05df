import { byCodePoint } from "../../../src/core/values/byCodePoint.ts";
import { businessBook } from "../verify/book.ts";

/** A line that differs from the approved one with the same id. */
export interface BaselineChange {
  /** Id of a rule, `customers/vat_rate:maximum`, or of the right of a role, `domains: ccare`. */
  readonly id: string;
  /** Absent: added. */
  readonly before?: string;
  /** Absent: removed. */
  readonly after?: string;
}

/** Lines that were added, removed or changed, in the order of the files. `resources`: only theirs; all if absent. */
export function baselineChanges(before: string, after: string, resources?: readonly string[]): BaselineChange[] {
  const [old, now] = [parseBaselineLines(before), parseBaselineLines(after)];
  const selected =
    resources && new Set([...resources, ...resources.flatMap(businessBook).map(({ resource }) => resource)]);
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((id) => old.get(id) !== now.get(id))
    .filter((id) => selected?.has(id.split(/[/:]/)[0] ?? "") ?? true)
    .sort(byCodePoint)
    .map((id) => ({ id, before: old.get(id), after: now.get(id) }));
}

/** Id -> the rest of its line. An id is a word, for a right with its role: `domains: ccare`. */
function parseBaselineLines(text: string): Map<string, string> {
  return new Map(
    text.split("\n").flatMap((line) => {
      const [, id, said = ""] = /^([^#\s]\S*[^\s:]|[^#\s]\S*: \S+)(?: (.*))?$/.exec(line) ?? [];
      return id === undefined ? [] : [[id, said] as const];
    }),
  );
}

/** `customers/vat_rate:maximum 100 -> 101`, `domains: ccare may read, before: look up`. */
export function formatChange({ id, before, after }: BaselineChange): string {
  if (before === undefined) return `added: ${id} ${after}`.trim();
  if (after === undefined) return `removed: ${id} ${before}`.trim();
  return id.includes(": ")
    ? `${id} ${after}, before: ${before.replace(/^may /, "")}`
    : `${id} ${before || "always"} -> ${after || "always"}`;
}

/** `3 rules differ from the approved baseline: npm run rules -- diff`. */
export function formatChangeCount({ length }: readonly BaselineChange[]): string {
  const differ = length === 1 ? "1 rule or right differs" : `${length} rules or rights differ`;
  return `${differ} from the approved baseline: npm run rules -- diff`;
}
