import { parseWireInstant } from "../../core/dateTime.ts";
import { type FieldError, validationFailed } from "../../core/errors.ts";
import type { FeeDirection } from "../../core/rating/billingFee.ts";
import type { CallParty } from "../../core/rating/feeQuestion.ts";
import { fieldError } from "../../core/validate.ts";
import type { Query } from "../http/query.ts";

/** Longest number or address, in characters. */
const LONGEST_PARTY = 255;
/** Longest call, in seconds: 31 days. */
const LONGEST_CALL = 2_678_400;
/** More free time than any profile gives, in seconds. */
const MOST_FREE_TIME = 2_147_483_647;

const directions: readonly FeeDirection[] = ["out", "in"];

/** What a query says of a call. */
export interface CallQuery {
  readonly source: CallParty;
  readonly destination: CallParty;
  readonly direction: FeeDirection;
  readonly start: Date;
  readonly duration: number;
  /** Undefined: as much as the profile gives. */
  readonly freeTime: number | undefined;
}

/**
 * The call in `caller`, `callee`, `direction`, `start`, `duration` and `free_time`. `zone`: of a start without an offset.
 *
 * @throws validation_failed with every error.
 */
export function askedCall(query: Query, zone: string): CallQuery {
  const start = parseWireInstant(query.get("start") ?? "", zone);
  const direction = directions.find((one) => one === (query.get("direction") ?? "out"));
  const errors = [
    ...partyErrors(query, "caller"),
    ...partyErrors(query, "callee"),
    ...(direction ? [] : [fieldError("/direction", "enum", { allowedValues: [...directions] })]),
    ...(query.get("start") ? [] : [fieldError("/start", "required")]),
    ...(start || !query.get("start") ? [] : [fieldError("/start", "format", { format: "date-time" })]),
    ...numberErrors(query, "duration", { isNeeded: true, most: LONGEST_CALL }),
    ...numberErrors(query, "free_time", { isNeeded: false, most: MOST_FREE_TIME }),
  ];
  if (!start || !direction || errors.length > 0) throw validationFailed(errors);
  const freeTime = query.get("free_time");
  return {
    source: toParty(query.get("caller") ?? ""),
    destination: toParty(query.get("callee") ?? ""),
    direction,
    start,
    duration: Number(query.get("duration")),
    freeTime: freeTime ? Math.floor(Number(freeTime)) : undefined,
  };
}

function partyErrors(query: Query, name: string): FieldError[] {
  const text = query.get(name)?.trim();
  if (!text) return [fieldError(`/${name}`, "required")];
  return text.length > LONGEST_PARTY ? [fieldError(`/${name}`, "maxLength", { limit: LONGEST_PARTY })] : [];
}

function numberErrors(
  query: Query,
  name: string,
  { isNeeded, most }: { readonly isNeeded: boolean; readonly most: number },
): FieldError[] {
  const text = query.get(name);
  const pointer = `/${name}`;
  if (!text) return isNeeded ? [fieldError(pointer, "required")] : [];
  const value = /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) return [fieldError(pointer, "type", { type: "number" })];
  if (value < 0) return [fieldError(pointer, "minimum", { limit: 0 })];
  return value > most ? [fieldError(pointer, "maximum", { limit: most })] : [];
}

/** `431` or `431@example.org`. */
function toParty(text: string): CallParty {
  const [, user = "", domain] = /^(.*?)(?:@([^@]*))?$/s.exec(text.trim()) ?? [];
  return { user, domain };
}
