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
export function parseBaselineLines(text: string): Map<string, string> {
  return new Map(
    text.split("\n").flatMap((line) => {
      const [, id, said = ""] = /^([^#\s]\S*[^\s:]|[^#\s]\S*: \S+)(?: (.*))?$/.exec(line) ?? [];
      return id === undefined ? [] : [[id, said] as const];
    }),
  );
}

/** `customers/vat_rate:maximum 100 -> 101, says "Must not be above 101"`, `domains: ccare may read, before: look up`. */
export function formatChange({ id, before, after }: BaselineChange): string {
  if (before === undefined) return `added: ${id} ${after}`.trim();
  if (after === undefined) return `removed: ${id} ${before}`.trim();
  if (id.includes(": ")) return `${id} ${after}, before: ${before.replace(/^may /, "")}`;
  const [old, now] = [before, after].map(toBoundAndMessage);
  const says = old?.message === now?.message ? "" : `says ${now?.message}`;
  if (old?.bound !== now?.bound)
    return [`${id} ${old?.bound || "always"} -> ${now?.bound || "always"}`, says].filter(Boolean).join(", ");
  return `${id} ${says}${old?.message ? `, before: ${old.message}` : ""}`;
}

/** The message is what is in quotation marks at the end of a rule's line. */
function toBoundAndMessage(said: string): { readonly bound: string; readonly message: string } {
  const [, bound = said, message = ""] = /^(.*?) ?(".*")$/.exec(said) ?? [];
  return { bound, message };
}

/** A line for each change; one for all that say the same, such as those of one text. */
export function formatChanges(changes: readonly BaselineChange[]): string {
  const same = new Map<string, string[]>();
  for (const change of changes) {
    const text = formatChange(change).replace(change.id, "%");
    same.set(text, [...(same.get(text) ?? []), change.id]);
  }
  return [...same]
    .map(([text, [id = "", ...others]]) =>
      text.replace("%", () => (others.length > 0 ? `${id} and ${others.length} more` : id)),
    )
    .join("\n");
}

/** `3 rules differ from the approved baseline: npm run rules -- diff`. */
export function formatChangeCount({ length }: readonly BaselineChange[]): string {
  const differ = length === 1 ? "1 rule or right differs" : `${length} rules or rights differ`;
  return `${differ} from the approved baseline: npm run rules -- diff`;
}
