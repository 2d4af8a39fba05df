import type { World } from "../../../tests/support/world.ts";
import type { toOutcome } from "./outcome.ts";
import { fieldErrorsOf, type Reply, type Requests } from "./requests.ts";

/** A platform that may be filled at will, and the records created in it. */
export interface ApiTarget {
  readonly requests: Requests;
  readonly world: World;
}

/** Reads a response: accepted, field errors, or any other failure. */
export function resultOf(
  reply: Reply,
): Pick<Parameters<typeof toOutcome>[1], "errors" | "failure" | "isForbidden" | "sent"> {
  const { sent } = reply;
  if (reply.status < 300) return { errors: [], sent };
  const errors = fieldErrorsOf(reply);
  if (reply.status === 422 && errors.length > 0) return { errors, sent };
  const failure = `status ${reply.status}: ${String(reply.body?.message ?? reply.text).slice(0, 200)}`;
  return { errors, failure, sent, isForbidden: reply.status === 403 };
}
