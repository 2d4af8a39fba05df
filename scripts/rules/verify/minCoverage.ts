import { type Part, parts } from "./outcome.ts";
import type { Coverage } from "./totals.ts";

/** Percent of the rules that each part has to prove. */
export type Minimum = ReadonlyMap<Part, number>;

/** Reads `90`, for every part, or `api=90,form=40`; undefined if it is neither. */
export function readMinimum(text = "0"): Minimum | undefined {
  if (/^\d+$/.test(text)) return new Map(parts.map((part) => [part, Number(text)]));
  const given = text.split(",").map((entry) => /^(\w+)=(\d+)$/.exec(entry));
  const known = given.flatMap((match) => {
    const part = parts.find((one) => one === match?.[1]);
    return part ? [[part, Number(match?.[2])] as const] : [];
  });
  return known.length === given.length ? new Map(known) : undefined;
}

export function isUnder(minimum: Minimum, part: Part, { proved, rules }: Coverage): boolean {
  return proved * 100 < (minimum.get(part) ?? 0) * rules;
}
