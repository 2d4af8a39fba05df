import { groupBy } from "../../values/groupBy.ts";
import { type BillingFee, type FeeDirection, type MatchMode, matchModes } from "./billingFee.ts";
import { foldCase, readFeePattern } from "./feePattern.ts";
import { attemptsOf, type FeeLookupAttempt, type FeeQuestion } from "./feeQuestion.ts";

/** The fee that applies, and which attempt found it. */
export interface FeeMatch<Fee extends BillingFee> {
  readonly fee: Fee;
  readonly attempt: FeeLookupAttempt;
}

/** The fees of a billing profile, indexed so that a call is compared with few of them. */
export class FeeIndex<Fee extends BillingFee> {
  readonly #ways: Readonly<Record<FeeDirection, Readonly<Record<MatchMode, Lookup<Fee>>>>>;

  /** If several fees match equally well, the one with the lowest id applies. */
  constructor(
    readonly fees: readonly Fee[],
    /** Setting of the billing profile: fees match the users alone. */
    readonly ignoreDomain = false,
  ) {
    const ordered = [...fees].sort((a, b) => a.id - b.id);
    const ways = (direction: FeeDirection) => {
      const of = (mode: MatchMode) => ordered.filter((fee) => fee.direction === direction && fee.match_mode === mode);
      return {
        exact_destination: byDestination(of("exact_destination")),
        prefix: byPrefix(of("prefix")),
        regex_longest_match: byLongestMatch(of("regex_longest_match")),
        regex_longest_pattern: byLongestPattern(of("regex_longest_pattern")),
      };
    };
    this.#ways = { in: ways("in"), out: ways("out") };
  }

  /** The fee that applies: of the first attempt, and in it of the first mode, that has one. */
  match(question: FeeQuestion): FeeMatch<Fee> | null {
    const ways = this.#ways[question.direction];
    for (const attempt of attemptsOf(question, this.ignoreDomain)) {
      for (const mode of attempt.isExact ? matchModes.slice(0, 1) : matchModes) {
        const fee = ways[mode](attempt.source, attempt.destination);
        if (fee) return { fee, attempt };
      }
    }
    return null;
  }
}

type Lookup<Fee> = (source: string, destination: string) => Fee | undefined;

function byDestination<Fee extends BillingFee>(fees: readonly Fee[]): Lookup<Fee> {
  const found = firstBy(fees, ({ destination }) => foldCase(destination));
  return (_, destination) => found.get(foldCase(destination));
}

/** The longest destination that has a fee for this source, and for it the longest source. */
function byPrefix<Fee extends BillingFee>(fees: readonly Fee[]): Lookup<Fee> {
  const groups = groupBy(fees, ({ destination }) => foldCase(destination));
  const sourcesFor = new TextIndex(
    new Map(
      [...groups].map(([key, group]) => [key, new TextIndex(firstBy(group, ({ source }) => foldCase(source ?? "")))]),
    ),
  );
  return (source, destination) => {
    const from = foldCase(source);
    for (const sources of sourcesFor.startsOf(foldCase(destination))) {
      const [fee] = sources.startsOf(from);
      if (fee) return fee;
    }
    return undefined;
  };
}

interface Pattern<Fee> {
  readonly fee: Fee;
  readonly source: RegExp;
  readonly destination: RegExp;
}

/** Patterns with long texts win, so each group is in that order, and ends at its first match. */
function byLongestPattern<Fee extends BillingFee>(fees: readonly Fee[]): Lookup<Fee> {
  const length = ({ source, destination }: BillingFee) => [destination.length, source?.length ?? 0] as const;
  const ordered = fees
    .map((fee) => ({ fee, length: length(fee) }))
    .sort((a, b) => b.length[0] - a.length[0] || b.length[1] - a.length[1])
    .map(({ fee }) => fee);
  const rank = new Map(ordered.map((fee, index) => [fee, index]));
  const groupsFor = byRequiredText(ordered);
  return (source, destination) => {
    let best: Fee | undefined;
    let bestRank = Number.POSITIVE_INFINITY;
    for (const group of groupsFor(destination)) {
      for (const pattern of group) {
        const patternRank = rank.get(pattern.fee) ?? 0;
        if (patternRank >= bestRank) break;
        if (!pattern.destination.test(destination) || !pattern.source.test(source)) continue;
        best = pattern.fee;
        bestRank = patternRank;
      }
    }
    return best;
  };
}

function byLongestMatch<Fee extends BillingFee>(fees: readonly Fee[]): Lookup<Fee> {
  const groupsFor = byRequiredText(fees);
  return (source, destination) => {
    let best: { readonly fee: Fee; readonly lengths: readonly [number, number] } | undefined;
    for (const group of groupsFor(destination)) {
      for (const pattern of group) {
        const called = pattern.destination.exec(destination)?.[0].length;
        const calling = called === undefined ? undefined : pattern.source.exec(source)?.[0].length;
        if (called === undefined || calling === undefined) continue;
        const ahead = best ? called - best.lengths[0] || calling - best.lengths[1] || best.fee.id - pattern.fee.id : 1;
        if (ahead > 0) best = { fee: pattern.fee, lengths: [called, calling] };
      }
    }
    return best?.fee;
  };
}

/** The groups of patterns that may match a destination, by a text that it contains. */
function byRequiredText<Fee extends BillingFee>(
  fees: readonly Fee[],
): (destination: string) => Set<readonly Pattern<Fee>[]> {
  // Most fees share their source.
  const texts = new Set(fees.map(({ source }) => source ?? ""));
  const sources = new Map([...texts].map((text) => [text, readFeePattern(text)]));
  const patterns = fees.flatMap((fee) => {
    const [source, destination] = [sources.get(fee.source ?? ""), readFeePattern(fee.destination)];
    if (!source || !destination) return [];
    // The length of a match says nothing if the match may differ from Perl's.
    if (fee.match_mode === "regex_longest_match" && (source.doubt || destination.doubt)) return [];
    const [required = ""] = destination.required;
    return [{ fee, source: source.expression, destination: destination.expression, required }];
  });
  const groups = new TextIndex(groupBy(patterns, ({ required }) => foldCase(required)));
  return (destination) => groups.partsOf(foldCase(destination));
}

/** Finds what is stored by parts of a text. */
class TextIndex<Value> {
  /** Lengths of the keys, the longest first. */
  readonly #lengths: readonly number[];

  constructor(readonly values: ReadonlyMap<string, Value>) {
    this.#lengths = [...new Set([...values.keys()].map((key) => key.length))].sort((a, b) => b - a);
  }

  /** The values of all beginnings of a text, the longest first. */
  startsOf(text: string): Value[] {
    const matches: Value[] = [];
    for (const length of this.#lengths) {
      const value = length > text.length ? undefined : this.values.get(text.slice(0, length));
      if (value !== undefined) matches.push(value);
    }
    return matches;
  }

  /** The values of all parts of a text. */
  partsOf(text: string): Set<Value> {
    const matches = new Set<Value>();
    for (const length of this.#lengths) {
      const last = length === 0 ? 0 : text.length - length;
      for (let from = 0; from <= last; from++) {
        const value = this.values.get(text.slice(from, from + length));
        if (value !== undefined) matches.add(value);
      }
    }
    return matches;
  }
}

function firstBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  return new Map([...groupBy(items, keyOf)].flatMap(([key, [first]]) => (first === undefined ? [] : [[key, first]])));
}
