import { parseWireInstant } from "../../core/dateTime.ts";
import { type FieldError, validationFailed } from "../../core/errors.ts";
import { isValid as isAddress, toNormal as toNormalAddress } from "../../core/formats/ip.ts";
import { largestInteger } from "../../core/ids.ts";
import { calleeStates, type RoutingQuestion } from "../../core/routing/walk.ts";
import { fieldError } from "../../core/validate.ts";
import type { Query } from "../http/query.ts";

/** Longest number or address, in characters. */
const LONGEST_PARTY = 255;
/** Longest call, in seconds: 31 days. */
const LONGEST_CALL = 2_678_400;

/** A number, or a user with a domain. */
const party = /^(?:\+?[A-Za-z0-9*#._-]+|(?:sips?:)?[^@\s]+@[^@\s]+)$/;

const ids = [
  "caller_subscriber_id",
  "caller_peer_id",
  "caller_rewrite_id",
  "callee_peer_id",
  "callee_rewrite_id",
  "caller_ncos_level_id",
] as const;

/**
 * The call in `caller`, `callee`, whom it comes from (`caller_subscriber_id`, `caller_peer_id`: a group, or
 * `caller_address`), what overrides the stored data (`caller_rewrite_id`, `caller_ncos_level_id`, `callee_peer_id`,
 * `callee_rewrite_id`), what the callee does (`callee_state`, `response_code`), `start` (now) and `duration` (60 seconds).
 *
 * @throws validation_failed with every error.
 */
export function readQuestion(query: Query, now: Date, zone: string): RoutingQuestion {
  const start = query.get("start");
  const at = start ? parseWireInstant(start, zone) : now;
  const state = query.get("callee_state");
  const address = query.get("caller_address");
  const calleeState = calleeStates.find((one) => one === state) ?? null;
  const errors = [
    ...partyErrors(query, "caller"),
    ...partyErrors(query, "callee"),
    ...ids.flatMap((name) => numberErrors(query, name, 1, largestInteger)),
    ...(address && !isAddress(address) ? [fieldError("/caller_address", "format", { format: "ip" })] : []),
    ...(state && !calleeState ? [fieldError("/callee_state", "enum", { allowedValues: [...calleeStates] })] : []),
    ...numberErrors(query, "response_code", 400, 699),
    ...(at ? [] : [fieldError("/start", "format", { format: "date-time" })]),
    ...numberErrors(query, "duration", 0, LONGEST_CALL),
  ];
  if (!at || errors.length > 0) throw validationFailed(errors);
  const number = (name: string) => (query.get(name) ? Number(query.get(name)) : null);
  return {
    caller: query.get("caller") ?? "",
    callee: query.get("callee") ?? "",
    source: {
      subscriberId: number("caller_subscriber_id"),
      groupId: number("caller_peer_id"),
      address: address ? toNormalAddress(address) : null,
    },
    callerRewriteSetId: number("caller_rewrite_id"),
    calleeRewriteSetId: number("callee_rewrite_id"),
    ncosLevelId: number("caller_ncos_level_id"),
    calleeGroupId: number("callee_peer_id"),
    calleeState,
    responseCode: number("response_code"),
    at,
    zone,
    duration: number("duration") ?? 60,
  };
}

function partyErrors(query: Query, name: string): FieldError[] {
  const text = query.get(name)?.replace(/\s/g, "");
  if (!text) return [fieldError(`/${name}`, "required")];
  if (text.length > LONGEST_PARTY) return [fieldError(`/${name}`, "maxLength", { limit: LONGEST_PARTY })];
  return party.test(text) ? [] : [fieldError(`/${name}`, "format", { format: "sip-uri" })];
}

function numberErrors(query: Query, name: string, lowest: number, highest: number): FieldError[] {
  const text = query.get(name);
  if (!text) return [];
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) return [fieldError(`/${name}`, "type", { type: "integer" })];
  if (value < lowest) return [fieldError(`/${name}`, "minimum", { limit: lowest })];
  return value > highest ? [fieldError(`/${name}`, "maximum", { limit: highest })] : [];
}
