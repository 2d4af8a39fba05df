type Unit = "day" | "hour" | "minute" | "second";
const secondsOf: Readonly<Record<Unit, number>> = { day: 86_400, hour: 3_600, minute: 60, second: 1 };
const units: readonly Unit[] = ["day", "hour", "minute", "second"];
/** Understood in every language, in addition to its own unit names. */
const symbols: Readonly<Record<string, Unit>> = { d: "day", h: "hour", min: "minute", m: "minute", s: "second" };

/** Whole seconds in words of the locale, zero parts omitted: 5400 is "1 hr 30 min" in English. */
export function formatDuration(seconds: number, locale: string): string {
  let remaining = Math.abs(seconds);
  const parts: string[] = [];
  for (const unit of units) {
    const count = Math.floor(remaining / secondsOf[unit]);
    remaining -= count * secondsOf[unit];
    if (count > 0) parts.push(unitFormat(locale, unit, "short").format(count));
  }
  if (parts.length === 0) return unitFormat(locale, "second", "short").format(0);
  return (seconds < 0 ? "-" : "") + parts.join(" ");
}

/** Seconds as a clock, hours unbounded: 5400 is "1:30:00", and a fraction adds three digits, "0:00:01.500". */
export function formatClock(seconds: number): string {
  const thousandths = Math.round(Math.abs(seconds) * 1000);
  const wholeSeconds = Math.floor(thousandths / 1000);
  const fraction = thousandths % 1000;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  return `${seconds < 0 ? "-" : ""}${Math.floor(wholeSeconds / 3600)}:${two((wholeSeconds % 3600) / 60)}:${two(wholeSeconds % 60)}${fraction > 0 ? `.${String(fraction).padStart(3, "0")}` : ""}`;
}

/**
 * Parses a typed duration into seconds: "1 h 30 min", "1.5 h", "1:30:00" or a bare number of seconds. Null for anything
 * else; also for "1:30", which could mean hours or minutes.
 */
export function parseDuration(text: string, locale: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > 100) return null;
  if (/^\d+$/.test(trimmed)) return exact(Number(trimmed));
  const clock = /^(\d+):([0-5]\d):([0-5]\d)$/.exec(trimmed);
  if (clock !== null) return exact(Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3]));
  return parseParts(trimmed, unitNames(locale));
}

function parseParts(text: string, names: ReadonlyMap<string, Unit>): number | null {
  const part = /(\d+)(?:[.,](\d{1,3}))?\s*([^\d\s.,]+)[.,]?\s*/y;
  let thousandths = 0;
  let previous = Number.POSITIVE_INFINITY;
  while (part.lastIndex < text.length) {
    const [, integer, fraction = "", name = ""] = part.exec(text) ?? [];
    const unit = names.get(normal(name));
    // Units go from large to small and each occurs once, which catches most typos.
    if (integer === undefined || unit === undefined || secondsOf[unit] >= previous) return null;
    previous = secondsOf[unit];
    thousandths += Number(integer + fraction.padEnd(3, "0")) * secondsOf[unit];
  }
  return thousandths % 1000 === 0 && text !== "" ? exact(thousandths / 1000) : null;
}

function exact(seconds: number): number | null {
  return Number.isSafeInteger(seconds) ? seconds : null;
}

/** All names of a unit in the locale: the plural forms for one, two, five and a half. */
function unitNames(locale: string): ReadonlyMap<string, Unit> {
  const names = new Map<string, Unit>(Object.entries(symbols));
  for (const unit of units) {
    for (const display of ["narrow", "short", "long"] as const) {
      const format = unitFormat(locale, unit, display);
      for (const count of [1, 2, 5, 1.5]) {
        const name = format.formatToParts(count).find((part) => part.type === "unit")?.value;
        if (name !== undefined && !names.has(normal(name))) names.set(normal(name), unit);
      }
    }
  }
  return names;
}

/** The sign of a unit of time: "s", "min". */
export function unitSign(unit: "minute" | "second", locale: string): string {
  const parts = unitFormat(locale, unit, unit === "minute" ? "short" : "narrow").formatToParts(1);
  return parts.find(({ type }) => type === "unit")?.value ?? unit;
}

function unitFormat(locale: string, unit: Unit, unitDisplay: "narrow" | "short" | "long"): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay });
}

function normal(name: string): string {
  return name.trim().replace(/\.$/, "").toLowerCase();
}
