import { byCodePoint } from "../../../src/core/values/byCodePoint.ts";
import type { BaselineChange } from "./changes.ts";

/** The approved text with these changes alone: a line is replaced, taken out, or put where `text` has it. */
export function approveLines(approved: string, text: string, changes: readonly BaselineChange[]): string {
  const lines = approved.split("\n");
  const current = text.split("\n");
  for (const { id, before, after } of changes) {
    const line = after === undefined ? [] : [`${id} ${after}`.trim()];
    const at = before === undefined ? -1 : lines.indexOf(`${id} ${before}`.trim());
    if (at >= 0) lines.splice(at, 1, ...line);
    else lines.splice(placeFor(lines, current.slice(0, current.indexOf(line[0] ?? ""))), 0, ...line);
  }
  return lines.join("\n");
}

/** Behind the nearest of the lines that stand before it. */
function placeFor(lines: readonly string[], before: readonly string[]): number {
  const nearest = before.findLast((line) => line !== "" && lines.includes(line));
  return nearest === undefined ? lines.length : lines.indexOf(nearest) + 1;
}

const REASON = /^# why (.+?): (.*)$/;

/** The text with the reasons of the approved one behind it, and this one for the ids. */
export function withReasons(text: string, approved: string, ids: readonly string[], why = ""): string {
  const reasons = new Map(
    approved.split("\n").flatMap((line) => {
      const [, id, reason = ""] = REASON.exec(line) ?? [];
      return id === undefined ? [] : [[id, reason] as const];
    }),
  );
  for (const id of ids) reasons.set(id, why.replaceAll(/\s+/g, " ").trim());
  const rules = text.split("\n").filter((line) => !REASON.test(line));
  const lines = [...reasons].map(([id, reason]) => `# why ${id}: ${reason}`).sort(byCodePoint);
  return lines.length === 0 ? text : `${rules.join("\n").trimEnd()}\n\n${lines.join("\n")}\n`;
}
