import { compileUserPattern } from "../userPattern.ts";
import type { Line, NcosLevel, NcosPattern, PortedNumber, RecordName } from "./data.ts";
import type { Loss } from "./steps.ts";
import { isWithin } from "./times.ts";

/** A call to be judged by levels. */
export interface NcosCall {
  readonly caller: Line;
  /** All digits, as rewritten. */
  readonly number: string;
  /** Whether caller and callee belong to one customer with a PBX. */
  readonly isIntraPbx: boolean;
  readonly ported: PortedNumber | null;
  readonly at: Date;
}

export interface NcosJudgement {
  readonly isAllowed: boolean;
  readonly level: RecordName;
  /** `pattern`, `local_ac`, `carrier`: what matched; `none`: nothing did; otherwise why the level does not apply. */
  readonly outcome: "pattern" | "local_ac" | "carrier" | "none" | "time" | "intra_pbx";
  readonly record: RecordName | null;
  readonly pattern: string | null;
  readonly losses: readonly Loss[];
}

/** Judges a call by one level. Compares with patterns of users: limit the time. */
export function judgeByLevel(level: NcosLevel, call: NcosCall): NcosJudgement {
  const name: RecordName = { resource: "ncoslevels", id: level.id, title: level.level };
  const judged = (
    outcome: NcosJudgement["outcome"],
    isAllowed: boolean,
    record: RecordName | null = null,
    pattern: string | null = null,
    losses: readonly Loss[] = [],
  ): NcosJudgement => ({ isAllowed, level: name, outcome, record, pattern, losses });
  if (level.time_set && isWithin(level.time_set, call.at, call.caller.zone) === level.time_set_invert)
    return judged("time", true, { resource: "timesets", id: level.time_set.id, title: level.time_set.name });
  if (call.isIntraPbx && !level.intra_pbx) return judged("intra_pbx", true);
  const isWhitelist = level.mode === "whitelist";
  const { matched, losses } = firstMatch(level.patterns, call.number, "ncospatterns", level.id);
  if (matched) return judged("pattern", isWhitelist, matched, matched.title, losses);
  const carrier = level.carriers.find(({ carrier_id }) => carrier_id === call.ported?.carrier.id);
  if (carrier) {
    const own = firstMatch(carrier.patterns, call.number, "ncoslnppatterns", carrier.id);
    const record: RecordName = {
      resource: "ncoslnpcarriers",
      id: carrier.id,
      title: call.ported?.carrier.name ?? "",
      parentId: level.id,
    };
    // A carrier without patterns stands for all numbers ported to it.
    if (carrier.patterns.length === 0) return judged("carrier", isWhitelist, record, null, losses);
    if (own.matched) return judged("carrier", isWhitelist, own.matched, own.matched.title, losses);
    losses.push(...own.losses);
  }
  const local = level.local_ac ? localPrefix(call.caller) : null;
  if (local !== null && call.number.startsWith(local)) return judged("local_ac", isWhitelist, name, local, losses);
  return judged("none", !isWhitelist, null, null, losses);
}

/** The caller's country and area code. */
function localPrefix({ primary, preferences }: Line): string | null {
  const [cc, ac] = [preferences.cc?.value ?? primary?.cc, preferences.ac?.value ?? primary?.ac];
  return cc && ac ? `${cc}${ac}` : null;
}

function firstMatch(patterns: readonly NcosPattern[], number: string, resource: string, parentId: number) {
  const losses: Loss[] = [];
  for (const { id, pattern } of patterns) {
    const record: RecordName = { resource, id, title: pattern, parentId };
    const expression = compileUserPattern(pattern);
    if (expression?.test(number)) return { matched: record, losses };
    losses.push({ record, reason: expression ? "no_match" : "pattern" });
  }
  return { matched: null, losses };
}
