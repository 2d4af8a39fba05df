import type { Json, WireRecord } from "../../../../core/descriptor.ts";
import { isSameValue } from "../values.ts";

/** Who changed a field: one side alone, both to the same value, or both to different ones. */
export type Outcome = "theirs" | "mine" | "same" | "conflict";
export type Side = "theirs" | "mine";

/** A field that at least one side changed. */
export interface MergedField {
  readonly name: string;
  readonly base: Json;
  readonly theirs: Json;
  readonly mine: Json;
  readonly outcome: Outcome;
}

export interface Versions {
  /** What both sides started from. */
  readonly base: WireRecord;
  /** What is stored now. */
  readonly theirs: WireRecord;
  /** What was typed here. */
  readonly mine: WireRecord;
}

/** Compares three versions of a record field by field, in the order of `names`. Objects and lists count as a whole. */
export function mergeRecords(names: readonly string[], { base, theirs, mine }: Versions): MergedField[] {
  return names.flatMap((name) => {
    const field = { name, base: base[name] ?? null, theirs: theirs[name] ?? null, mine: mine[name] ?? null };
    const outcome = outcomeOf(field);
    return outcome ? [{ ...field, outcome }] : [];
  });
}

function outcomeOf({ base, theirs, mine }: Omit<MergedField, "name" | "outcome">): Outcome | undefined {
  const isTheirs = !isSameValue(theirs, base);
  const isMine = !isSameValue(mine, base);
  if (isTheirs && isMine) return isSameValue(theirs, mine) ? "same" : "conflict";
  if (isTheirs) return "theirs";
  return isMine ? "mine" : undefined;
}

export type Choices = Readonly<Record<string, Side>>;

/** Names of the fields that somebody still has to decide about. */
export function undecided(fields: readonly MergedField[], choices: Choices): string[] {
  return fields.filter(({ name, outcome }) => outcome === "conflict" && !choices[name]).map(({ name }) => name);
}

/** What has to be put on top of their version to get the result. A conflict without a choice keeps what was typed. */
export function changesOnTop(fields: readonly MergedField[], choices: Choices): WireRecord {
  const isKept = ({ name, outcome }: MergedField) =>
    outcome === "mine" || (outcome === "conflict" && choices[name] !== "theirs");
  return Object.fromEntries(fields.filter(isKept).map(({ name, mine }) => [name, mine]));
}
