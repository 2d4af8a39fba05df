import { expect, it } from "vitest";
import { type Row, tablesOf } from "../../../testing/documentTables.ts";
import { amountFromCents, amountToCents, zeroAmount } from "../../values/amount.ts";
import { parseWireInstant, toPlatformTime } from "../../values/dateTime.ts";
import {
  type BalanceContract,
  type BalanceRow,
  type BalanceState,
  type CarryOverMode,
  carryOverModes,
  type IntervalUnit,
  intervalUnits,
  lastRow,
  lockLevels,
  type PackageProfile,
  type ProfilePackage,
  profileAt,
  type StartMode,
  startModes,
} from "./balance.ts";
import { catchUp } from "./catchUp.ts";
import { changePackage, charge, setBalance, topUp } from "./events.ts";

const SERVER_ZONE = "Europe/Vienna";
const tableOf = tablesOf("balances.md");

const profiles = tableOf("Profiles").map((row, index) => ({
  name: row.profile ?? "",
  id: index + 1,
  interval_free_cash: cents(row["free cash"]),
  interval_free_time: Number(row["free time"]),
}));
const profileNamed = (name = "") => found(profiles, (profile) => profile.name === name, name);
const packages = new Map(tableOf("Packages").map((row, index) => [row.package ?? "", readPackage(row, index + 1)]));
const rowsOfCases = tableOf("Cases");

function readPackage(row: Row, id: number): ProfilePackage {
  const [, value = "", unit] = /^(\d+) (\w+)$/.exec(row.interval ?? "") ?? [];
  const [mode, timelyValue, timelyUnit] = (row["carry over"] ?? "").split(" ");
  const other = row.other ?? "";
  const amount = (pattern: RegExp) => cents(pattern.exec(other)?.[1] ?? "0");
  const optional = (pattern: RegExp) => (pattern.test(other) ? amount(pattern) : null);
  const count = (pattern: RegExp) => (pattern.test(other) ? Number(pattern.exec(other)?.[1]) : null);
  const level = (pattern: RegExp) => lockLevels.find((known) => known === count(pattern)) ?? null;
  return {
    id,
    initial_balance: amount(/balance (\S+?)(?:,|$)/),
    service_charge: amount(/charge (\S+?)(?:,|$)/),
    balance_interval_unit: unitOf(unit),
    balance_interval_value: Number(value),
    balance_interval_start_mode: found<StartMode>(startModes, (known) => known === row.starts, row.starts),
    carry_over_mode: found<CarryOverMode>(carryOverModes, (known) => known === mode, mode),
    timely_duration_unit: timelyUnit ? unitOf(timelyUnit) : null,
    timely_duration_value: timelyValue ? Number(timelyValue) : null,
    notopup_discard_intervals: count(/discard after (\d+)/),
    underrun_lock_threshold: optional(/lock \d below (\S+?)(?:,|$)/),
    underrun_lock_level: level(/lock (\d) below/),
    underrun_profile_threshold: optional(/profiles below (\S+?)(?:,|$)/),
    topup_lock_level: level(/top-up lock (\d)/),
    initial_profiles: profilesOf(row.initial),
    topup_profiles: profilesOf(row["top-up"]),
    underrun_profiles: profilesOf(row.underrun),
  };
}

function profilesOf(cell = ""): PackageProfile[] {
  return cell.split(" ").flatMap((entry) => {
    const [name, network] = entry.split("@");
    return name ? [{ profile_id: profileNamed(name).id, network_id: network ? Number(network) : null }] : [];
  });
}

function unitOf(name?: string): IntervalUnit {
  return found<IntervalUnit>(intervalUnits, (known) => known === name, name);
}

function found<Item>(items: readonly Item[], test: (item: Item) => boolean, what = ""): Item {
  const item = items.find(test);
  if (item === undefined) throw new Error(`docs/balances.md: ${what} is unknown`);
  return item;
}

/** Cents of an amount in units of currency, `-1.25`. */
function cents(units = ""): number {
  const value = Math.round(Number(units) * 1_000_000) / 10_000;
  if (units === "" || Number.isNaN(value)) throw new Error(`docs/balances.md: ${units} is no amount`);
  return value;
}

function instant(written: string): Date {
  const parsed = parseWireInstant(written, SERVER_ZONE);
  if (!parsed) throw new Error(`docs/balances.md: ${written} is no time`);
  return parsed;
}

interface CaseEvent {
  readonly at: Date;
  readonly verb: string;
}

/** Events in order of time; those of another case first. */
function eventsOf(row: Row): CaseEvent[] {
  return (row.events ?? "").split("<br>").flatMap((line): CaseEvent[] => {
    const other = /^as (\d+)$/.exec(line)?.[1];
    if (other) return eventsOf(found(rowsOfCases, (known) => known["#"] === other, line));
    const [, at = "", verb = ""] = /^(\S+ \S+) (.+)$/.exec(line) ?? [];
    return [{ at: instant(at), verb }];
  });
}

function apply(contract: BalanceContract, state: BalanceState, { at, verb }: CaseEvent): BalanceState {
  const [, what = "", amount = "0", name = ""] = /^(topped up|balance|package|call|created|checked) ?(\S*) ?(.*)$/.exec(
    verb,
  ) ?? ["", ""];
  switch (what) {
    case "topped up":
      return topUp(contract, state, at, {
        amount: amountFromCents(cents(amount)),
        package: packages.get(name) ?? null,
      }).state;
    case "balance":
      return setBalance(contract, state, at, { cash_balance: amountFromCents(cents(amount)) }).state;
    case "package":
      return changePackage(contract, state, at, packages.get(amount) ?? null);
    case "call": {
      const cost = amountFromCents(cents(amount));
      const covered = cost > lastRow(catchUp(contract, state, at)).cash_balance ? zeroAmount : cost;
      return charge(contract, state, at, { cost, covered, free_time: 0 });
    }
    case "created":
    case "checked":
      return catchUp(contract, state, at);
    default:
      throw new Error(`docs/balances.md: ${verb} is unknown`);
  }
}

function readCase(row: Row) {
  const events = eventsOf(row);
  const [created] = events;
  if (!created) throw new Error("A case begins with a creation");
  const contract: BalanceContract = {
    created: created.at,
    zone: / in (\S+)$/.exec(created.verb)?.[1] ?? SERVER_ZONE,
    serverZone: SERVER_ZONE,
    profileOf: (id) => found(profiles, (profile) => profile.id === id),
  };
  const held = packages.get(row.package ?? "") ?? null;
  const given = held?.initial_profiles ?? profilesOf("initial");
  const mappings = given.map(({ profile_id, network_id = null }) => ({
    profile_id,
    network_id,
    start: null,
    stop: null,
    effective: created.at,
  }));
  const state: BalanceState = { package: held, rows: [], mappings, lock_level: null };
  return { contract, events, state };
}

/** A row as it is documented, with what the document mentions of it. */
function documented(contract: BalanceContract, state: BalanceState, row: BalanceRow, written: string): string {
  const [start, end] = [row.start, row.end].map((at) => (at ? toPlatformTime(at, SERVER_ZONE) : "open"));
  const show = (time = "", whole = "") => (written.includes(time) ? time : time.replace(` ${whole}`, ""));
  const parts = [
    `${show(start, "00:00:00")} to ${show(end, "23:59:59")}: ${units(row)}`,
    ...(/ s(?:,|$)/.test(written) ? [`${row.free_time_balance} s`] : []),
    ...(/top-up/.test(written) ? [`${row.topup_count} top-up${row.topup_count === 1 ? "" : "s"}`] : []),
    ...(/timely/.test(written) ? [`${row.timely_topup_count} timely`] : []),
    ...(/profile/.test(written) ? [`profile ${nameAt(contract, state, row.start)}`] : []),
  ];
  return parts.join(", ");
}

function units({ cash_balance }: BalanceRow): string {
  const decimal = amountToCents(cash_balance) / 100;
  return decimal.toFixed(6).replace(/0{1,4}$/, "");
}

function nameAt(contract: BalanceContract, state: BalanceState, at: Date): string {
  const { id } = profileAt(contract, state, at);
  return found(profiles, (profile) => profile.id === id).name;
}

const run = (contract: BalanceContract, state: BalanceState, events: readonly CaseEvent[]) =>
  events.reduce((current, event) => apply(contract, current, event), state);

it.each(rowsOfCases.map((row) => [row["#"] ?? "", row] as const))("docs/balances.md case %s", (_number, row) => {
  const { contract, events, state } = readCase(row);
  const after = run(contract, state, events);
  const last = events.at(-1)?.at ?? contract.created;
  const written = (row.rows ?? "").split("<br>");
  expect(after.rows.map((made, index) => documented(contract, after, made, written[index] ?? ""))).toEqual(written);
  for (const fact of (row.afterwards ?? "").split(", ").filter((part) => part !== "")) {
    const isLock = fact.startsWith("lock");
    expect(isLock ? `lock ${after.lock_level ?? "none"}` : `profile ${nameAt(contract, after, last)}`).toBe(fact);
  }
  for (const share of [0, 0.2, 0.45, 0.7, 0.95]) {
    const frozen = new Date(contract.created.getTime() + share * (last.getTime() - contract.created.getTime()));
    const [past, future] = [events.filter(({ at }) => at <= frozen), events.filter(({ at }) => at > frozen)];
    const early = catchUp(contract, run(contract, state, past), frozen);
    expect(run(contract, early, future)).toEqual(after);
    const ended = early.rows.slice(0, -1);
    expect(ended).toEqual(after.rows.slice(0, ended.length));
    expect(early.rows.at(-1)?.start).toEqual(after.rows[ended.length]?.start);
    expect(early.rows.at(-1)?.end?.getTime() ?? Infinity).toBeGreaterThanOrEqual(Math.floor(frozen.getTime() / 1000));
  }
});
