import fc from "fast-check";
import { expect, it } from "vitest";
import { fromWeek, isWeekly, toWeek } from "./calendarWeek.ts";
import { isForwardTime } from "./callRouting/times.ts";
import { spanOf, toTime, type WeekTime } from "./weekTimes.ts";

const MONDAY = 0;
const SUNDAY = 6;

it("turns weekdays and hours into times of a week", () => {
  const week = toWeek([{ wday: "2-6", hour: "8-17" }]);
  expect(week.map(({ weekday }) => weekday)).toEqual([0, 1, 2, 3, 4]);
  expect(week[MONDAY]).toEqual({ weekday: MONDAY, start: "08:00:00", stop: "17:59:59" });
});

it("lets hours and weekdays wrap around, and merges what overlaps", () => {
  const week = toWeek([{ hour: "20-6" }, { wday: "1" }]);
  expect(week.filter(({ weekday }) => weekday === MONDAY)).toEqual([
    { weekday: MONDAY, start: "00:00:00", stop: "06:59:59" },
    { weekday: MONDAY, start: "20:00:00", stop: "23:59:59" },
  ]);
  expect(week.filter(({ weekday }) => weekday === SUNDAY)).toEqual([
    { weekday: SUNDAY, start: "00:00:00", stop: "23:59:59" },
  ]);
  expect(toWeek([{ wday: "7-1" }]).map(({ weekday }) => weekday)).toEqual([5, 6]);
});

it("applies minutes within each hour", () => {
  const [first, second, ...others] = toWeek([{ wday: "2", hour: "9-10", minute: "0-29" }]);
  expect([first?.stop, second?.start, others]).toEqual(["09:29:59", "10:00:00", []]);
});

it("knows times that do not hold every week", () => {
  expect([isWeekly({ wday: "2" }), isWeekly({ mday: "1-15" }), isWeekly({ month: "12" })]).toEqual([
    true,
    false,
    false,
  ]);
});

it("ignores what is no range", () => {
  expect(toWeek([{ wday: "x" }, { hour: "30" }])).toEqual([]);
});

it("says times of a week as calendar times, days with the same times together", () => {
  const at = (weekday: number, start: string, stop: string) => ({ weekday, start, stop });
  const office = [0, 1, 2, 3, 4].map((weekday) => at(weekday, "08:00:00", "17:59:59"));
  expect(fromWeek(office)).toEqual([{ wday: "2-6", hour: "8-17" }]);
  expect(fromWeek([at(0, "08:30:00", "10:14:59"), { weekday: 5 }, { weekday: 6 }])).toEqual([
    { wday: "2", hour: "8", minute: "30-59" },
    { wday: "2", hour: "9" },
    { wday: "2", hour: "10", minute: "0-14" },
    { wday: "7-1" },
  ]);
  expect(fromWeek([at(3, "12:15:00", "12:44:59")])).toEqual([{ wday: "5", hour: "12", minute: "15-44" }]);
  expect(fromWeek([])).toEqual([]);
});

it("draws what it says of a week the same again", () => {
  const quarter = fc.integer({ min: 0, max: 95 });
  const times = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), quarter, quarter));
  fc.assert(
    fc.property(times, (all) => {
      const week = all.map(([weekday, one, other]) =>
        toTime(weekday, [Math.min(one, other) * 900, (Math.max(one, other) + 1) * 900]),
      );
      const drawn = toWeek(fromWeek(week));
      const isIn = (where: readonly WeekTime[], weekday: number, second: number) =>
        where.some((time) => {
          const [from, to] = spanOf(time);
          return time.weekday === weekday && from <= second && second < to;
        });
      for (let at = 0; at < 7 * 96; at++) {
        const [weekday, second] = [Math.floor(at / 96), (at % 96) * 900];
        expect([at, isIn(drawn, weekday, second)]).toEqual([at, isIn(week, weekday, second)]);
      }
    }),
  );
});

it("agrees with how calls are routed, at every quarter of an hour of a week", () => {
  const times = [{ wday: "6-2", hour: "22-4", minute: "15-44" }, { wday: "4" }, { hour: "12" }];
  const week = toWeek(times);
  // 2 March 2026 is a Monday.
  for (let quarter = 0; quarter < 7 * 96; quarter++) {
    const [weekday, second] = [Math.floor(quarter / 96), (quarter % 96) * 900];
    const isDrawn = week.some((time) => {
      const [from, to] = spanOf(time);
      return time.weekday === weekday && from <= second && second < to;
    });
    const at = new Date(Date.UTC(2026, 2, 2 + weekday) + second * 1000);
    expect([quarter, isDrawn]).toEqual([quarter, isForwardTime(times, at, "UTC")]);
  }
});
