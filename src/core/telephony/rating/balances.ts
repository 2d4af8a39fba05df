import { type Amount, addAmounts, subtractAmounts, timesAmount, zeroAmount } from "../../values/amount.ts";

/** The balance of a contract in one interval. */
export interface Balance {
  /** The first second of the interval; that of the first one does not matter. */
  readonly start: Date;
  readonly cash: Amount;
  /** Seconds. */
  readonly freeTime: number;
}

/** A balance after a call, with what the call used of it. */
export interface BookedBalance extends Balance {
  /** All costs of the call in this interval, whether or not the cash covered them. */
  readonly spent: Amount;
  readonly freeTimeSpent: number;
}

/** Deducts a call's intervals from the balances that it goes through. */
export class Balances {
  readonly #intervals: { start: Date; cash: Amount; freeTime: number; spent: Amount; freeTimeSpent: number }[];
  /** Deductions so far, which later balances repeat: they were carried over. */
  readonly #deducted: { cost: Amount; count: number }[] = [];
  #at = 0;

  constructor(
    balances: readonly Balance[],
    readonly isPrepaid: boolean,
  ) {
    this.#intervals = balances.map((balance) => ({ ...balance, spent: zeroAmount, freeTimeSpent: 0 }));
  }

  /** Moves on to the balance of this second; returns the first second of the next one. */
  enter(second: number): number {
    while (this.#startOf(this.#at + 1) <= second) this.#carryOver();
    return this.#startOf(this.#at + 1);
  }

  /** Seconds of free time that are left. */
  get freeTime(): number {
    return Math.max(0, this.#intervals[this.#at]?.freeTime ?? 0);
  }

  takeFreeTime(seconds: number): void {
    const current = this.#intervals[this.#at];
    if (!current) return;
    current.freeTime -= seconds;
    current.freeTimeSpent += seconds;
  }

  /** Books intervals of the same cost; returns how many of them the cash covered, each one in full. */
  book(cost: Amount, count: number): number {
    const current = this.#intervals[this.#at];
    if (!current) return 0;
    current.spent = addAmounts(current.spent, timesAmount(cost, count));
    if (cost <= 0n && !this.isPrepaid) return 0;
    const covered = this.#deduct(cost, count);
    if (covered > 0) this.#deducted.push({ cost, count: covered });
    return covered;
  }

  /** The balances after the call: what it cost is deducted from those of later intervals, too. */
  close(): BookedBalance[] {
    while (this.#at + 1 < this.#intervals.length) this.#carryOver();
    return this.#intervals;
  }

  #carryOver(): void {
    this.#at++;
    for (const { cost, count } of this.#deducted) this.#deduct(cost, count);
  }

  #deduct(cost: Amount, count: number): number {
    const current = this.#intervals[this.#at];
    if (!current) return 0;
    const covered = cost > 0n ? fitting(cost, current.cash, count) : cost <= current.cash ? count : 0;
    current.cash = subtractAmounts(current.cash, timesAmount(cost, covered));
    return covered;
  }

  /** Second, since 1970. */
  #startOf(index: number): number {
    const start = this.#intervals[index]?.start;
    return start ? Math.floor(start.getTime() / 1000) : Number.POSITIVE_INFINITY;
  }
}

/** Counts how many times a price fits into the cash, up to `count`. */
function fitting(cost: Amount, cash: Amount, count: number): number {
  if (cost > cash) return 0;
  const times = cash / cost;
  return times < BigInt(count) ? Number(times) : count;
}
