import { expect, it } from "vitest";
import { type Row, tablesOf } from "../../../testing/documentTables.ts";
import { amountToText, parseAmount, zeroAmount } from "../../values/amount.ts";
import { parseWireInstant } from "../../values/dateTime.ts";
import type { BillingFee, FeeDirection, MatchMode } from "./billingFee.ts";
import type { CallParty } from "./feeQuestion.ts";
import type { RatedStep } from "./rateCall.ts";
import { Tariff } from "./tariff.ts";

const tableUnder = tablesOf("rating.md");
const ZONE = "Europe/Vienna";

/** `0.5/30`: cents per second, seconds. */
const rate = (cell: string) => cell.split("/").map(Number) as [number, number];

function toFee(row: Row): BillingFee {
  const [init, follow] = [rate(row.init ?? ""), rate(row.follow ?? "")];
  const [offInit, offFollow] = [
    rate(row["off-peak init"] || (row.init ?? "")),
    rate(row["off-peak follow"] || (row.follow ?? "")),
  ];
  const [, second, extra, offSecond, offExtra] = /^(\d+): (\d+)(?:, off (\d+): (\d+))?$/.exec(row.extra ?? "") ?? [];
  return {
    id: Number(row.id),
    match_mode: row.mode as MatchMode,
    direction: row.direction as FeeDirection,
    source: row.source ?? "",
    destination: row.destination ?? "",
    onpeak_init_rate: init[0],
    onpeak_init_interval: init[1],
    onpeak_follow_rate: follow[0],
    onpeak_follow_interval: follow[1],
    offpeak_init_rate: offInit[0],
    offpeak_init_interval: offInit[1],
    offpeak_follow_rate: offFollow[0],
    offpeak_follow_interval: offFollow[1],
    onpeak_use_free_time: row["free time"] === "on",
    offpeak_use_free_time: row["free time"] === "off",
    onpeak_extra_second: second === undefined ? null : Number(second),
    onpeak_extra_rate: Number(extra ?? 0),
    offpeak_extra_second: offSecond === undefined ? null : Number(offSecond),
    offpeak_extra_rate: Number(offExtra ?? 0),
  };
}

/** `0-4 20:00-23:59:59; 5-6`: days, and the times on each. */
function toWeekdays(cell: string) {
  return (cell ? cell.split("; ") : []).flatMap((text) => {
    const [, from, to, start, stop] = /^(\d)(?:-(\d))?(?: (\S+)-(\S+))?$/.exec(text) ?? [];
    const days = Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, index) => Number(from) + index);
    return days.map((weekday) => ({ weekday, ...(start ? { start, stop } : {}) }));
  });
}

const fees = tableUnder("Fees");
const tariffs = new Map(
  tableUnder("Profiles").map((row) => {
    const [start, stop] = (row["special off-peak"] ?? "").split(" to ");
    const profile = {
      peaktime_weekdays: toWeekdays(row["weekly off-peak"] ?? ""),
      peaktime_special: start && stop ? [{ start, stop }] : [],
      prepaid: row.prepaid === "yes",
      ignore_domain: row["ignores domains"] === "yes",
    };
    return [row.profile, new Tariff(profile, fees.filter((fee) => fee.profile === row.profile).map(toFee), ZONE)];
  }),
);

function toParty(cell = ""): CallParty {
  const [user = "", domain] = cell.split("@");
  return { user, domain };
}

function describeStep({ count, seconds, isOffPeak, freeTime, cost, extra, isFromBalance }: RatedStep): string {
  const price = freeTime === seconds ? "free" : `${isOffPeak ? "off" : "on"} ${amountToText(cost)}`;
  const parts = [
    `${count > 1 ? `${count} x ` : ""}${seconds} s ${price}`,
    ...(extra === 0n ? [] : [`(+${amountToText(extra)})`]),
    ...(freeTime > 0 && freeTime < seconds ? [`(${freeTime} free)`] : []),
    ...(isFromBalance ? ["cash"] : []),
  ];
  return parts.join(" ");
}

const calls = tableUnder("Calls");

it.each(calls)("call $call: $shows", (row) => {
  const [carrierId, numberType] = (row.ported ?? "").split(" ");
  const start = parseWireInstant(row.start ?? "", ZONE);
  const cash = parseAmount(row.cash ?? "");
  const freeTime = Number(row["free time"]);
  const found = tariffs.get(row.profile ?? "")?.rate(
    {
      start: start ?? new Date(Number.NaN),
      duration: Number(row.duration),
      direction: row.direction as FeeDirection,
      source: toParty(row.caller),
      destination: toParty(row.callee),
      ported: carrierId ? { carrierId: Number(carrierId), numberType } : null,
    },
    [{ start: new Date(0), cash: cash ?? zeroAmount, freeTime }],
  );
  const rated = found?.rating;
  const left = rated?.balances[0]?.cash;
  expect({
    fee: found ? String(found.match.fee.id) : "none",
    intervals: rated?.steps.map(describeStep).join(", ") ?? "",
    cost: rated ? amountToText(rated.cost) : "",
    uncovered: rated ? amountToText(rated.uncovered) : "",
    left: left === undefined || cash === null ? "" : amountToText(left),
  }).toEqual({
    fee: row.fee,
    intervals: row.intervals,
    cost: row.cost,
    uncovered: row["not covered"],
    left: row["cash left"],
  });
});
