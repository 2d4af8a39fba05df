import { useMemo } from "react";
import { useLocale } from "react-admin";

/** Microseconds since 1970 on the clock of the browser. */
export interface Clock {
  /** With milliseconds. */
  time(at: number): string;
  /** With date, time and microseconds. */
  whole(at: number): string;
}

export function useClock(): Clock {
  const locale = useLocale();
  return useMemo(() => clockOf(locale), [locale]);
}

const clocks = new Map<string, Clock>();

function clockOf(locale: string): Clock {
  const known = clocks.get(locale);
  if (known) return known;
  const options = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  const time = new Intl.DateTimeFormat(locale, { ...options, fractionalSecondDigits: 3 });
  const date = new Intl.DateTimeFormat(locale, { ...options, year: "numeric", month: "2-digit", day: "2-digit" });
  const clock: Clock = {
    time: (at) => time.format(at / 1000),
    whole: (at) => `${date.format(at / 1000)}.${String(at % 1e6).padStart(6, "0")}`,
  };
  clocks.set(locale, clock);
  return clock;
}

/** `+0.019 s`: the same in all languages, as programs for captures show it. */
export const secondsText = (microseconds: number): string => `+${(microseconds / 1e6).toFixed(3)} s`;
