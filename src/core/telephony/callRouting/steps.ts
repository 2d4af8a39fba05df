import type { Price } from "../rating/callPrice.ts";
import type { RecordName } from "./data.ts";

/** Stations of a call, in this order; forwards start again at `callee`. */
export const stepKinds = [
  "source",
  "inbound_peer_rules",
  "rewrite",
  "user_number",
  "allowed_clis",
  "user_number_block",
  "anonymity",
  "emergency",
  "emergency_mode",
  "lock",
  "block_out",
  "callee",
  "ncos",
  "ported",
  "block_in",
  "do_not_disturb",
  "forward",
  "group",
  "queue",
  "ring",
  "service",
  "peers",
  "headers",
  "fee",
  "end",
] as const;

export type StepKind = (typeof stepKinds)[number];

/** Why what else was tried does not apply. Reasons are keys of texts. */
export interface Mismatch {
  readonly record: RecordName | null;
  /** For what has no record: a pattern of a list, a number. */
  readonly text?: string;
  readonly reason: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export interface RoutingStep {
  readonly kind: StepKind;
  /** 0: the call; then its forwards. */
  readonly leg: number;
  /** The outcome: a key of texts, of this kind. */
  readonly outcome: string;
  /** Input and output: numbers and names by their role. */
  readonly input: Readonly<Record<string, string | number | null>>;
  readonly output: Readonly<Record<string, string | number | null>>;
  /** The record that decided. */
  readonly record: RecordName | null;
  /** The preference of the record, or the pattern, that decided. */
  readonly preference?: string;
  readonly pattern?: string;
  /** Others that were tried, those that came closest first, and how many more there are. */
  readonly others: readonly Mismatch[];
  readonly more?: number;
  /** Only in steps of kind `fee`. */
  readonly price?: Price;
}

export const endings = ["peer", "subscriber", "group", "queue", "service", "rejected"] as const;
export type CallOutcome = (typeof endings)[number];

export const rejections = [
  "unknown_caller",
  "peer_rule",
  "user_number",
  "user_number_block",
  "emergency_mode",
  "emergency",
  "lock",
  "block_out",
  "unknown_callee",
  "ncos",
  "callee_lock",
  "block_in",
  "anonymous",
  "do_not_disturb",
  "busy",
  "no_answer",
  "offline",
  "declined",
  "no_members",
  "no_peer",
  "loop",
  "too_many_steps",
] as const;
export type Rejection = (typeof rejections)[number];

/** Losses that a step lists. */
export const MAX_LISTED_MISMATCHES = 20;

export function listMismatches(losses: readonly Mismatch[]): Pick<RoutingStep, "others" | "more"> {
  return losses.length > MAX_LISTED_MISMATCHES
    ? { others: losses.slice(0, MAX_LISTED_MISMATCHES), more: losses.length - MAX_LISTED_MISMATCHES }
    : { others: losses };
}

/** The number that a call is routed by, and the routing number that goes along with it. */
export interface RoutedNumber {
  readonly number: string;
  readonly rn: string | null;
}
