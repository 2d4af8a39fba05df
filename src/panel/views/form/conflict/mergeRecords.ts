import type { Identifier } from "react-admin";
import type { FieldDescriptor, Json, ResourceDescriptor, WireRecord } from "../../../../core/schema/descriptor.ts";
import type { SaveIntent } from "../../../kit/SaveBar.tsx";
import type { PanelRecord } from "../../../providers/rest.ts";
import { isSameValue } from "../values.ts";

/** A conflict: what was typed, and how to go on with what is stored. */
export interface ConflictProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: Identifier;
  /** The base values, and the typed ones. */
  readonly base: WireRecord;
  readonly mine: WireRecord;
  /** The platform has reported that the record no longer exists. */
  readonly isGone: boolean;
  /** The intent of the failed save. */
  readonly intent: SaveIntent;
  /** Continues from their version with these changes on top, and saves if `save` gives an intent. */
  readonly onGoOn: (theirs: PanelRecord, changes: WireRecord, save?: SaveIntent) => void;
  /** Leaves the form: nothing is left to edit. */
  readonly onLeave: () => void;
}

/** The sides that changed a field: only one, both to the same value, or both to different ones. */
export type MergeOutcome = "theirs" | "mine" | "same" | "conflict";
export type MergeSide = "theirs" | "mine";

/** A field that at least one side changed. */
export interface MergedField {
  readonly name: string;
  readonly base: Json;
  readonly theirs: Json;
  readonly mine: Json;
  readonly outcome: MergeOutcome;
}

export interface RecordVersions {
  /** The common base. */
  readonly base: WireRecord;
  /** The stored value. */
  readonly theirs: WireRecord;
  /** The value typed here. */
  readonly mine: WireRecord;
}

/** Compares three versions of a record field by field, in the order of `names`. Objects and lists count as a whole. */
export function mergeRecords(names: readonly string[], { base, theirs, mine }: RecordVersions): MergedField[] {
  return names.flatMap((name) => {
    const field = { name, base: base[name] ?? null, theirs: theirs[name] ?? null, mine: mine[name] ?? null };
    const outcome = mergeOutcome(field);
    return outcome ? [{ ...field, outcome }] : [];
  });
}

function mergeOutcome({ base, theirs, mine }: Omit<MergedField, "name" | "outcome">): MergeOutcome | undefined {
  const isTheirs = !isSameValue(theirs, base);
  const isMine = !isSameValue(mine, base);
  if (isTheirs && isMine) return isSameValue(theirs, mine) ? "same" : "conflict";
  if (isTheirs) return "theirs";
  return isMine ? "mine" : undefined;
}

export type MergeChoices = Readonly<Record<string, MergeSide>>;

/** Names of the unresolved fields. */
export function undecidedFields(fields: readonly MergedField[], choices: MergeChoices): string[] {
  return fields.filter(({ name, outcome }) => outcome === "conflict" && !choices[name]).map(({ name }) => name);
}

/** The changes to apply over their version. An unresolved conflict keeps what was typed. */
export function changesOnTop(fields: readonly MergedField[], choices: MergeChoices): WireRecord {
  const isKept = ({ name, outcome }: MergedField) =>
    outcome === "mine" || (outcome === "conflict" && choices[name] !== "theirs");
  return Object.fromEntries(fields.filter(isKept).map(({ name, mine }) => [name, mine]));
}

/** The fields that users change, in form order; leaves out those that the platform maintains. */
export function comparedFields({ fields, groups }: Pick<ResourceDescriptor, "fields" | "groups">): FieldDescriptor[] {
  const order = groups.flatMap((group) => group.fields);
  const positionOf = ({ name }: FieldDescriptor) => (order.includes(name) ? order.indexOf(name) : order.length);
  return fields
    .filter(({ internal, readOnly }) => !internal && !readOnly)
    .sort((a, b) => positionOf(a) - positionOf(b));
}
