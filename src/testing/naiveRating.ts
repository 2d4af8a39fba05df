import { type BillingFee, matchModes } from "../core/telephony/rating/billingFee.ts";
import type { OffPeakWindows } from "../core/telephony/rating/offPeak.ts";
import { wallTime } from "../core/values/dateTime.ts";

/**
 * Rating without an index, without runs of intervals and without exact amounts, to compare ours with: rates of at most
 * four decimals are whole ten-thousandths of a cent, which a double holds exactly.
 */
export interface NaiveCall {
  readonly source: string;
  readonly destination: string;
  readonly domain: string;
  readonly direction: "in" | "out";
  readonly carrierId: number | null;
  readonly start: number;
  readonly milliseconds: number;
}

export interface NaiveBalance {
  readonly start: number;
  cash: number;
  freeTime: number;
}

const ticks = (cents: number | null | undefined) => Math.round((cents ?? 0) * 10_000);

const patterns = new Map<string, RegExp>();

function found(pattern: string, text: string): string | undefined {
  const known = patterns.get(pattern) ?? new RegExp(pattern, "i");
  patterns.set(pattern, known);
  return known.exec(text)?.[0];
}

export function naiveFee(fees: readonly BillingFee[], call: NaiveCall, ignoreDomain: boolean): BillingFee | undefined {
  const own = fees.filter(({ direction }) => direction === call.direction);
  const exact = (text: string) =>
    own.find((fee) => fee.match_mode === "exact_destination" && fee.destination.toLowerCase() === text.toLowerCase());
  const attempt = (source: string, destination: string): BillingFee | undefined => {
    for (const mode of matchModes) {
      const scored = own.flatMap((fee) => {
        if (fee.match_mode !== mode) return [];
        if (mode === "exact_destination") return exact(destination) === fee ? [{ fee, scores: [0, 0] }] : [];
        const from = fee.source ?? "";
        if (mode === "prefix") {
          const fits = destination.startsWith(fee.destination) && source.startsWith(from);
          return fits ? [{ fee, scores: [fee.destination.length, from.length] }] : [];
        }
        const [called, calling] = [found(fee.destination, destination), found(from, source)];
        if (called === undefined || calling === undefined) return [];
        const isByMatch = mode === "regex_longest_match";
        return [{ fee, scores: isByMatch ? [called.length, calling.length] : [fee.destination.length, from.length] }];
      });
      const [d, s] = [0, 1].map(
        (at) => (a: { scores: number[] }, b: { scores: number[] }) => (b.scores[at] ?? 0) - (a.scores[at] ?? 0),
      );
      const [best] = scored.sort((a, b) => d?.(a, b) || s?.(a, b) || a.fee.id - b.fee.id);
      if (best) return best.fee;
    }
    return undefined;
  };
  if (ignoreDomain) return attempt(call.source, call.destination);
  const isPorted = call.carrierId !== null && /^\d+$/.test(call.destination);
  return (
    (isPorted ? exact(`lnp:${call.carrierId}`) : undefined) ??
    attempt(`${call.source}@${call.domain}`, `${call.destination}@${call.domain}`) ??
    attempt(call.source, call.destination)
  );
}

/** Wall clock of a minute: calls are many, minutes few. */
const minutes = new Map<number, { date: string; time: string; weekday: number }>();

export function naiveOffPeak(second: number, windows: OffPeakWindows, zone: string): boolean {
  const minute = Math.floor(second / 60);
  let wall = minutes.get(minute);
  if (!wall) {
    const { year, month, day, hour, minute: past } = wallTime(new Date(minute * 60_000), zone);
    const two = (value: number) => String(value).padStart(2, "0");
    const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
    wall = { date: `${year}-${two(month)}-${two(day)}`, time: `${two(hour)}:${two(past)}`, weekday };
    minutes.set(minute, wall);
  }
  const time = `${wall.time}:${String(second % 60).padStart(2, "0")}`;
  const at = `${wall.date} ${time}`;
  const { weekday } = wall;
  return (
    (windows.peaktime_weekdays ?? []).some(
      (window) =>
        window.weekday === weekday && (window.start ?? "00:00:00") <= time && time <= (window.stop ?? "23:59:59"),
    ) || (windows.peaktime_special ?? []).some(({ start, stop }) => start <= at && at <= stop)
  );
}

/** Changes the balances; amounts are ten-thousandths of a cent. */
export function naiveCost(
  call: NaiveCall,
  fee: BillingFee,
  isOffPeak: (second: number) => boolean,
  balances: NaiveBalance[],
  isPrepaid: boolean,
) {
  const start = Math.floor(call.start / 1000);
  const startsAt = isOffPeak(start) ? "offpeak" : "onpeak";
  const usesFreeTime = fee[`${startsAt}_use_free_time`] ?? false;
  let extra = fee.destination.startsWith("lnp:") ? null : (fee[`${startsAt}_extra_second`] ?? null);
  let [clock, left, cost, uncovered, freeTime, intervals, charged] = [0, call.milliseconds, 0, 0, 0, 0, 0];
  let at = 0;
  const deducted: number[] = [];
  const enterNext = () => {
    at++;
    const balance = balances[at];
    for (const price of deducted) if (balance && price <= balance.cash) balance.cash -= price;
  };
  for (; left > 0; intervals++) {
    const peak = isOffPeak(start + clock) ? "offpeak" : "onpeak";
    const phase = intervals === 0 ? "init" : "follow";
    const seconds = fee[`${peak}_${phase}_interval`];
    while ((balances[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= (start + clock) * 1000) enterNext();
    const balance = balances[at];
    charged += seconds;
    const free = usesFreeTime ? Math.min(balance?.freeTime ?? 0, seconds) : 0;
    if (balance) balance.freeTime -= free;
    freeTime += free;
    left -= free * 1000;
    const paid = seconds - free;
    if (paid === 0) continue;
    let price = ticks(fee[`${peak}_${phase}_rate`]) * paid;
    const isReached =
      extra !== null && extra >= clock && extra < clock + paid && clock + Math.floor(left / 1000) >= extra;
    if (isReached) {
      price += ticks(fee[`${startsAt}_extra_rate`]);
      extra = null;
    }
    cost += price;
    if (balance && (price > 0 || isPrepaid) && price <= balance.cash) {
      balance.cash -= price;
      deducted.push(price);
    } else uncovered += price;
    left -= paid * 1000;
    clock += paid;
  }
  while (at + 1 < balances.length) enterNext();
  return { cost, uncovered, freeTime, intervals, charged };
}
