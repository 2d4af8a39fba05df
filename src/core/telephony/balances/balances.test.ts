import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Amount,
  addAmounts,
  amountFromCents,
  amountToCents,
  subtractAmounts,
  zeroAmount,
} from "../../values/amount.ts";
import {
  type BalanceContract,
  type BalanceRow,
  type BalanceState,
  carryOverModes,
  intervalUnits,
  lastRow,
  lockLevels,
  type ProfilePackage,
  startModes,
  toPackage,
} from "./balance.ts";
import { catchUp } from "./catchUp.ts";
import { balanceChanges } from "./changes.ts";
import { packageSentences } from "./describePackage.ts";
import { changePackage, charge, setBalance, topUp } from "./events.ts";
import { simulateIntervals, simulatePackage } from "./simulation.ts";
import { lockLevelOf } from "./underruns.ts";
import { discardExpiry, freeCash, timelyRange } from "./values.ts";

const created = new Date("2024-01-30T12:00:00Z");
const free = { 1: 0, 2: 1000, 3: 250.5 };
/** Of all profiles but number 1, which gives nothing. */
const contract: BalanceContract = {
  created,
  zone: "America/New_York",
  serverZone: "Europe/Vienna",
  profileOf: (id) => ({ id, interval_free_cash: free[id === 2 || id === 3 ? id : 1], interval_free_time: 600 }),
};

const plain: ProfilePackage = {
  id: 1,
  initial_balance: 0,
  service_charge: 0,
  balance_interval_unit: "month",
  balance_interval_value: 1,
  balance_interval_start_mode: "1st",
  carry_over_mode: "carry_over",
  initial_profiles: [{ profile_id: 1 }],
  topup_profiles: [],
  underrun_profiles: [],
};

function stateWith(held: ProfilePackage | null, profile_id = 1): BalanceState {
  const mapping = { profile_id, network_id: null, start: null, stop: null, effective: created };
  return { package: held, rows: [], mappings: [mapping], lock_level: null };
}

const DAY_MS = 86_400_000;
const daysOn = (days: number) => new Date(created.getTime() + days * DAY_MS);

const packageOf = (id: number, profileId: fc.Arbitrary<number>): fc.Arbitrary<ProfilePackage> => {
  const list = fc.array(
    profileId.map((profile_id) => ({ profile_id })),
    { maxLength: 1 },
  );
  const threshold = fc.option(fc.integer({ min: -500, max: 3000 }));
  return fc.record({
    id: fc.constant(id),
    initial_balance: fc.integer({ min: 0, max: 2000 }),
    service_charge: fc.constantFrom(0, 0, 200),
    balance_interval_unit: fc.constantFrom(...intervalUnits.filter((unit) => unit !== "minute" && unit !== "hour")),
    balance_interval_value: fc.integer({ min: 3, max: 40 }),
    balance_interval_start_mode: fc.constantFrom(...startModes),
    carry_over_mode: fc.constantFrom(...carryOverModes),
    timely_duration_unit: fc.constantFrom("day", "week"),
    timely_duration_value: fc.integer({ min: 1, max: 20 }),
    notopup_discard_intervals: fc.option(fc.integer({ min: 1, max: 20 })),
    underrun_lock_threshold: threshold,
    underrun_lock_level: fc.option(fc.constantFrom(...lockLevels)),
    underrun_profile_threshold: threshold,
    topup_lock_level: fc.option(fc.constantFrom(...lockLevels)),
    initial_profiles: profileId.map((profile_id) => [{ profile_id }]),
    topup_profiles: list,
    underrun_profiles: list,
  });
};

/** Seconds after creation, and what happens. */
const events = fc
  .array(
    fc.record({
      second: fc.integer({ min: 0, max: 400 * 86_400 }),
      kind: fc.constantFrom("check", "topUp", "voucher", "package", "none", "balance", "call"),
      cents: fc.integer({ min: -500, max: 5000 }).map((tenths) => tenths / 10),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.toSorted((a, b) => a.second - b.second));
type Happening = (typeof events extends fc.Arbitrary<infer List> ? List : never)[number];

const momentOf = ({ second }: Pick<Happening, "second">) => new Date(created.getTime() + second * 1000);

function happen(state: BalanceState, other: ProfilePackage, { second, kind, cents }: Happening): BalanceState {
  const now = momentOf({ second });
  const amount = amountFromCents(cents);
  switch (kind) {
    case "topUp":
      return topUp(contract, state, now, { amount, package: null }).state;
    case "voucher":
      return topUp(contract, state, now, { amount, package: other }).state;
    case "package":
      return changePackage(contract, state, now, other);
    case "none":
      return changePackage(contract, state, now, null);
    case "balance":
      return setBalance(contract, state, now, { cash_balance: amount }).state;
    case "call":
      return charge(contract, state, now, { cost: amount, covered: amount, free_time: 1 });
    default:
      return catchUp(contract, state, now);
  }
}

const anyProfile = fc.constantFrom(1, 2, 3);
const end = daysOn(420);

describe("catching up", () => {
  it("makes the same of a balance in one step or in many", () => {
    fc.assert(
      fc.property(
        packageOf(1, anyProfile),
        packageOf(2, anyProfile),
        events,
        fc.array(fc.integer({ min: 0, max: 420 * 86_400 }), { maxLength: 6 }),
        (held, other, happenings, seconds) => {
          const checks = seconds.map((second) => ({ second, kind: "check", cents: 0 }) as const);
          const often = [...happenings, ...checks].toSorted((a, b) => a.second - b.second);
          const [seldom, checked] = [happenings, often].map((list) =>
            list.reduce((state, happening) => happen(state, other, happening), stateWith(held, 2)),
          ) as [BalanceState, BalanceState];
          expect(catchUp(contract, checked, end)).toEqual(catchUp(contract, seldom, end));
        },
      ),
      { numRuns: 100 },
    );
  });

  it("needs no more of a long history than three rows", () => {
    fc.assert(
      fc.property(packageOf(1, anyProfile), packageOf(2, anyProfile), events, (held, other, happenings) => {
        const state = happenings.reduce((before, event) => happen(before, other, event), stateWith(held));
        const full = catchUp(contract, state, daysOn(401));
        const topped = full.rows.findLastIndex(({ topup_count }) => topup_count > 0);
        const anchor = Math.max(topped, 0);
        const needed = full.rows.filter(
          (row, place) => place === anchor || place === anchor + 1 || row === lastRow(full),
        );
        const short = { ...full, rows: needed };
        const [long, cut] = [full, short].map((from) => balanceChanges(from, catchUp(contract, from, daysOn(500))));
        expect(cut).toEqual(long);
      }),
      { numRuns: 100 },
    );
  });

  it("leaves no gap between rows, and no row without a second", () => {
    fc.assert(
      fc.property(packageOf(1, anyProfile), packageOf(2, anyProfile), events, (held, other, happenings) => {
        const { rows } = happenings.reduce((before, event) => happen(before, other, event), stateWith(held));
        const broken = rows.filter((row, place) => {
          const next = rows[place + 1];
          return (
            (row.end && row.end < row.start) || (next && next.start.getTime() !== (row.end?.getTime() ?? 0) + 1000)
          );
        });
        expect(broken).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it.each(startModes)("knows whole seconds only, in mode %s", (mode) => {
    const late = { ...contract, created: new Date(created.getTime() + 700) };
    const state = stateWith({ ...plain, balance_interval_start_mode: mode }, 2);
    const now = new Date(created.getTime() + DAY_MS + 300);
    const event = { amount: amountFromCents(100), package: null };
    expect(topUp(late, state, now, event).state).toEqual(topUp(contract, state, daysOn(1), event).state);
  });

  it("changes nothing before its last row", () => {
    const late = catchUp(contract, stateWith(plain), daysOn(100));
    expect(catchUp(contract, late, daysOn(50))).toEqual(late);
  });
});

it("refuses intervals of no length", () => {
  const held = { ...plain, balance_interval_value: 0 };
  expect(() => catchUp(contract, stateWith(held), created)).toThrow("Not an interval: 0 month");
});

describe("sums", () => {
  const steady = packageOf(1, anyProfile).map((held) => ({
    ...held,
    carry_over_mode: "carry_over" as const,
    notopup_discard_intervals: null,
  }));
  /** With free cash as if profile 2 were in force all the time. */
  const givenIn = (row: BalanceRow) => freeCash(contract, contract.profileOf(2), row);
  const sum = (amounts: readonly Amount[]) => addAmounts(zeroAmount, ...amounts);
  const unspentIn = (row: BalanceRow): Amount => {
    const unspent = subtractAmounts(givenIn(row), row.cash_balance_interval);
    return unspent > 0n ? unspent : zeroAmount;
  };
  // All profiles give the same, so that none of them changes what a row was given.
  const alike = <Held extends ProfilePackage>(held: Held): Held => ({
    ...held,
    initial_profiles: [{ profile_id: 2 }],
    topup_profiles: [{ profile_id: 2 }],
    underrun_profiles: [{ profile_id: 2 }],
  });

  it("of what was before, net top-ups, costs, settings and free cash are what is left", () => {
    fc.assert(
      fc.property(steady.map(alike), steady.map(alike), events, (held, second, happenings) => {
        const other = { ...second, id: 2 };
        let state: BalanceState = stateWith(held, 2);
        const changes: Amount[] = [amountFromCents(held.initial_balance)];
        for (const happening of happenings) {
          const before = lastRow(catchUp(contract, state, momentOf(happening))).cash_balance;
          state = happen(state, other, happening);
          const amount = amountFromCents(happening.cents);
          const charged = amountFromCents(state.package?.service_charge ?? 0);
          if (happening.kind === "topUp" || happening.kind === "voucher")
            changes.push(subtractAmounts(amount, charged));
          if (happening.kind === "call") changes.push(subtractAmounts(zeroAmount, amount));
          if (happening.kind === "balance") changes.push(subtractAmounts(amount, before));
        }
        const { rows } = state.rows.length > 0 ? state : catchUp(contract, state, created);
        const given = sum(rows.map(givenIn));
        const lost = sum(rows.slice(0, -1).map(unspentIn));
        expect(rows.at(-1)?.cash_balance).toBe(subtractAmounts(addAmounts(sum(changes), given), lost));
      }),
      { numRuns: 100 },
    );
  });

  it("of a row go on to the next one as a whole, or not at all", () => {
    fc.assert(
      fc.property(packageOf(1, anyProfile), packageOf(2, anyProfile), events, (held, other, happenings) => {
        const state = happenings.reduce(
          (before, happening) => happen(before, alike(other), happening),
          stateWith(alike(held), 2),
        );
        const { rows } = catchUp(contract, state, end);
        const broken = rows.slice(0, -1).filter((row, place) => {
          const next = rows[place + 1] ?? row;
          // The row of the creation is given more or less when it is resized, after its initial values were stored.
          if (next.start <= created) return false;
          const kept = subtractAmounts(next.initial_cash_balance, givenIn(next));
          return kept !== zeroAmount && kept !== subtractAmounts(row.cash_balance, unspentIn(row));
        });
        expect(broken).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("the log of a change", () => {
  const first = { ...plain, initial_balance: 100, topup_profiles: [{ profile_id: 4 }] };
  const second = { ...first, id: 2, topup_profiles: [{ profile_id: 5 }] };

  it("has both sides of each top-up", () => {
    const logs = [];
    let state = stateWith(first);
    for (const [cents, held] of [
      [50, null],
      [1000, null],
      [3000, second],
    ] as const) {
      const step = topUp(contract, state, daysOn(logs.length), { amount: amountFromCents(cents), package: held });
      logs.push({ ...step.log });
      state = step.state;
    }
    const [before, after] = ["cash_balance_before", "cash_balance_after"] as const;
    expect(logs.map((log) => [log[before], log[after]].map(amountToCents))).toEqual([
      [100, 150],
      [150, 1150],
      [1150, 4150],
    ]);
    expect(logs.map((log) => [log.profile_before_id, log.profile_after_id])).toEqual([
      [1, 4],
      [4, 4],
      [4, 5],
    ]);
    expect(logs.map((log) => [log.package_before_id, log.package_after_id])).toEqual([
      [1, 1],
      [1, 1],
      [1, 2],
    ]);
  });

  it("has the net amount, and the rows before and after", () => {
    const held = { ...plain, balance_interval_start_mode: "topup" as const, service_charge: 200 };
    const { log } = topUp(contract, stateWith(held), daysOn(1), { amount: amountFromCents(150), package: null });
    expect(log).toMatchObject({ amount: amountFromCents(-50), row_before: 0, row_after: 1 });
  });

  it("has the difference when the balance is set by hand, none for free time alone", () => {
    const set = setBalance(contract, stateWith(first), created, { cash_balance: amountFromCents(30) });
    expect(set.log).toMatchObject({ amount: amountFromCents(-70), row_before: 0, row_after: 0 });
    const timed = setBalance(contract, stateWith(first), created, { free_time_balance: 60 });
    expect(timed.log.amount).toBe(0n);
    expect(lastRow(timed.state)).toMatchObject({ free_time_balance: 60, cash_balance: amountFromCents(100) });
  });
});

describe("a top-up", () => {
  const amount = amountFromCents(100);
  const timely: ProfilePackage = {
    ...plain,
    carry_over_mode: "carry_over_timely",
    timely_duration_unit: "day",
    timely_duration_value: 3,
  };
  const counts = (state: BalanceState) => state.rows.map((row) => [row.topup_count, row.timely_topup_count]);

  it("is timely in the last days of an interval only", () => {
    const early = topUp(contract, stateWith(timely), new Date("2024-01-30T13:00:00Z"), { amount, package: null });
    expect(counts(early.state)).toEqual([[1, 1]]);
    const state = catchUp(contract, stateWith(timely), daysOn(3));
    const late = topUp(contract, state, daysOn(3), { amount, package: null });
    expect(counts(late.state)).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(lastRow(catchUp(contract, late.state, daysOn(40))).cash_balance).toBe(zeroAmount);
  });

  it("is as timely as the one in the same second that ended the row", () => {
    const open = { ...timely, balance_interval_start_mode: "topup" as const };
    const first = topUp(contract, stateWith(open), daysOn(2), { amount, package: null }).state;
    const second = topUp(contract, first, daysOn(2), { amount, package: null }).state;
    expect(counts(second)).toEqual([
      [2, 0],
      [0, 0],
    ]);
  });

  it("keeps cash by the rule of the package before", () => {
    const keeping = { ...plain, initial_balance: 500, balance_interval_start_mode: "topup" as const };
    const discarding = { ...keeping, id: 2, carry_over_mode: "discard" as const };
    const cashAfter = (held: ProfilePackage, next: ProfilePackage) =>
      amountToCents(lastRow(topUp(contract, stateWith(held), daysOn(1), { amount, package: next }).state).cash_balance);
    expect([cashAfter(keeping, discarding), cashAfter(discarding, keeping)]).toEqual([600, 100]);
  });
});

describe("a change of package", () => {
  const endAfter = (state: BalanceState, now: Date, held: ProfilePackage) =>
    lastRow(changePackage(contract, state, now, held)).end?.toISOString();

  it("ends a row by the calendar of the contract's zone, also in the same mode", () => {
    const long = { ...plain, balance_interval_start_mode: "create_tz" as const, balance_interval_value: 3 };
    const short = { ...long, id: 2, balance_interval_value: 1 };
    expect(endAfter(stateWith(long), daysOn(40), short)).toBe("2024-03-30T03:59:59.000Z");
    const local = { ...long, balance_interval_start_mode: "create" as const };
    const kept = { ...local, id: 2, balance_interval_value: 1 };
    expect(endAfter(stateWith(local), daysOn(40), kept)).toBe("2024-04-29T21:59:59.000Z");
  });

  it("leaves the row that a top-up has opened in the same second a month", () => {
    const now = new Date("2024-03-31T21:59:59Z");
    const state = stateWith({ ...plain, balance_interval_start_mode: "topup" });
    const opened = topUp(contract, state, now, { amount: amountFromCents(100), package: null }).state;
    expect(endAfter(opened, now, { ...plain, id: 2 })).toBe("2024-04-30T21:59:59.000Z");
  });
});

describe("what is to be stored", () => {
  it("are new rows, changed ones, profiles, lock level and package", () => {
    const held = { ...plain, balance_interval_start_mode: "topup" as const };
    const other = { ...held, id: 2, topup_lock_level: 0 as const, topup_profiles: [{ profile_id: 3 }] };
    const before = catchUp(contract, stateWith(held), created);
    const after = topUp(contract, before, daysOn(1), { amount: amountFromCents(100), package: other }).state;
    expect(balanceChanges(before, after)).toEqual({
      updated: [after.rows[0]],
      added: [after.rows[1]],
      mappings: [{ profile_id: 3, network_id: null, start: daysOn(1), stop: null, effective: daysOn(1) }],
      lock_level: 0,
      package_id: 2,
    });
  });

  it("are only the differences", () => {
    const before = { ...catchUp(contract, stateWith(plain), created), lock_level: 4 as const };
    expect(balanceChanges(before, catchUp(contract, before, daysOn(1)))).toEqual({
      updated: [],
      added: [],
      mappings: [],
      lock_level: null,
      package_id: undefined,
    });
  });
});

describe("underruns", () => {
  const held: ProfilePackage = {
    ...plain,
    initial_balance: 500,
    underrun_lock_threshold: 300,
    underrun_lock_level: 4,
    underrun_profile_threshold: 200,
    underrun_profiles: [{ profile_id: 3 }],
  };
  const call = (state: BalanceState, cents: number, day: number) => {
    const cost = amountFromCents(cents);
    return charge(contract, state, daysOn(day), { cost, covered: cost, free_time: 0 });
  };

  it("follow the call that crosses a threshold, and say when", () => {
    const locked = call(stateWith(held), 200.1, 0);
    expect(locked).toMatchObject({ lock_level: 4, mappings: [{ profile_id: 1 }] });
    expect(lastRow(locked)).toMatchObject({ underrun_lock: daysOn(0), underrun_profiles: null });
    const changed = call(locked, 100, 1);
    expect(changed.mappings.map(({ profile_id }) => profile_id)).toEqual([1, 3]);
    expect(lastRow(changed)).toMatchObject({ underrun_lock: daysOn(0), underrun_profiles: daysOn(1) });
  });

  it("need a balance below the threshold, and one that was not", () => {
    expect(call(stateWith(held), 200, 0).lock_level).toBeNull();
    const unlocked = { ...call(stateWith(held), 400, 0), lock_level: null };
    expect(call(unlocked, 50, 1)).toMatchObject({ lock_level: null, mappings: [{}, {}] });
  });

  it("are not found again by a package with the same threshold, nor one that is in force already", () => {
    const unlocked = { ...call(stateWith(held), 201, 0), lock_level: null };
    expect(changePackage(contract, unlocked, daysOn(1), { ...held, id: 2 }).lock_level).toBeNull();
    expect(changePackage(contract, unlocked, daysOn(1), held)).toEqual(unlocked);
  });

  it("begin with a top-up that opens a row with less than the one before had", () => {
    const spender = { ...held, balance_interval_start_mode: "topup" as const, carry_over_mode: "discard" as const };
    const event = { amount: amountFromCents(100), package: null };
    expect(topUp(contract, stateWith(spender), daysOn(1), event).state.lock_level).toBe(4);
  });

  it("lock subscribers that are created later", () => {
    expect(lockLevelOf(call(stateWith(held), 200, 0))).toBeNull();
    expect(lockLevelOf(call(stateWith(held), 201, 0))).toBe(4);
    expect(lockLevelOf(catchUp(contract, stateWith(plain), created))).toBeNull();
  });

  it("are looked for again when a package with a higher threshold comes", () => {
    const state = catchUp(contract, stateWith(held), created);
    const higher = { ...held, id: 2, underrun_lock_threshold: 501, underrun_lock_level: 2 as const };
    expect(changePackage(contract, state, daysOn(1), higher).lock_level).toBe(2);
    expect(changePackage(contract, state, daysOn(1), { ...held, id: 2 }).lock_level).toBeNull();
  });

  it("are judged by what a row has after it was resized", () => {
    const longer = { ...held, id: 2, balance_interval_start_mode: "create" as const, underrun_lock_threshold: 600 };
    const states = [500, 100].map((initial_balance) => stateWith({ ...plain, initial_balance }, 2));
    const changed = states.map((state) => changePackage(contract, state, created, longer));
    expect(changed.map((state) => amountToCents(lastRow(state).cash_balance))).toEqual([1008.4746, 608.4746]);
    expect(changed.map(({ lock_level }) => lock_level)).toEqual([null, null]);
  });

  it("change the profile of the row in which they begin, and what it gives for free", () => {
    const state = catchUp(contract, stateWith({ ...held, carry_over_mode: "discard" }), daysOn(3));
    expect(state.rows.map((row) => amountToCents(row.cash_balance))).toEqual([500, 250.5]);
    expect(lastRow(state)).toMatchObject({
      underrun_profiles: lastRow(state).start,
      underrun_lock: lastRow(state).start,
    });
  });
});

describe("ranges in the API", () => {
  it("have the timely part of a row, of open-ended ones too", () => {
    const timely = { ...plain, timely_duration_unit: "day" as const, timely_duration_value: 3 };
    const start = new Date("2024-01-31T23:00:00Z");
    const row = { start, end: new Date("2024-02-29T22:59:59Z") };
    const range = { start: new Date("2024-02-26T23:00:00Z"), end: row.end };
    expect(timelyRange(contract, timely, row)).toEqual(range);
    expect(timelyRange(contract, timely, { start, end: null })).toEqual(range);
    expect(timelyRange(contract, { ...timely, timely_duration_value: 60 }, row)).toEqual({ ...range, start });
    expect(timelyRange(contract, plain, row)).toBeNull();
  });

  it("have the expiry of what is not topped up", () => {
    const held = { ...plain, notopup_discard_intervals: 2 };
    const { rows } = catchUp(contract, stateWith(held), daysOn(100));
    expect(discardExpiry(contract, { rows }, held)).toEqual(new Date("2024-03-31T22:00:00Z"));
    expect(discardExpiry(contract, { rows }, plain)).toBeNull();
  });
});

describe("playing intervals", () => {
  const cash = (state: BalanceState) => state.rows.map((row) => amountToCents(row.cash_balance));

  it("spends in each one what there is", () => {
    const state = stateWith({ ...plain, initial_balance: 250 });
    const habit = { spending: amountFromCents(100), topUp: zeroAmount };
    expect(cash(simulateIntervals(contract, state, daysOn(5), habit, 4))).toEqual([250, 150, 50, 0, 0, 0]);
  });

  it("tops up", () => {
    const state = stateWith({ ...plain, balance_interval_start_mode: "topup_interval" });
    const habit = { spending: amountFromCents(100), topUp: amountFromCents(120) };
    const played = simulateIntervals(contract, state, daysOn(5), habit, 3);
    expect(cash(played)).toEqual([0, 140, 160, 160]);
    expect(played.rows[0]?.end).toEqual(new Date("2024-03-04T11:59:59Z"));
  });

  it("of a new contract begins with the package, in its first interval", () => {
    const habit = { spending: amountFromCents(100), topUp: zeroAmount };
    const rows = simulatePackage(
      contract,
      toPackage({ ...plain, initial_balance: 250, topup_profiles: null }),
      habit,
      4,
    );
    expect(
      rows.map(({ initial_cash_balance, cash_balance }) => [initial_cash_balance, cash_balance].map(amountToCents)),
    ).toEqual([
      [250, 150],
      [150, 50],
      [50, 0],
      [0, 0],
    ]);
    expect(rows[0]?.start).toEqual(new Date("2023-12-31T23:00:00Z"));
  });
});

describe("a package in sentences", () => {
  it("has one for each thing that it does", () => {
    const held: ProfilePackage = {
      ...plain,
      balance_interval_start_mode: "create",
      initial_balance: 1000,
      carry_over_mode: "carry_over_timely",
      timely_duration_unit: "week",
      timely_duration_value: 2,
      notopup_discard_intervals: 3,
      underrun_lock_threshold: 0,
      underrun_lock_level: 4,
      underrun_profile_threshold: 100,
      underrun_profiles: [{ profile_id: 3 }],
      service_charge: 50,
      topup_profiles: [{ profile_id: 2, network_id: 7 }],
      topup_lock_level: 0,
    };
    expect(packageSentences(held, contract.profileOf(2))).toEqual([
      { key: "create", unit: "month", value: 1 },
      { key: "initialBalance", cents: 1000 },
      { key: "free", cents: 1000, seconds: 600 },
      { key: "carry_over_timely", unit: "week", value: 2 },
      { key: "discardWithoutTopUp", unit: "month", value: 3 },
      { key: "underrunLock", cents: 0, level: 4 },
      { key: "underrunProfiles", cents: 100, profiles: [{ profile_id: 3 }] },
      { key: "serviceCharge", cents: 50 },
      { key: "topUpProfiles", profiles: [{ profile_id: 2, network_id: 7 }] },
      { key: "topUpUnlock" },
    ]);
  });

  it("leaves out what it does not do", () => {
    const held = { ...plain, ...({ balance_interval_start_mode: "topup", topup_lock_level: 2 } as const) };
    expect(packageSentences(held, null).map(({ key }) => key)).toEqual(["topup", "carry_over", "topUpLock"]);
  });
});
