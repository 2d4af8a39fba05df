import type { World } from "../../../tests/support/world.ts";
import type { judge } from "./outcome.ts";
import { fieldErrorsOf, type Reply, type Requests } from "./requests.ts";

/** A platform that may be filled at will, and the records made in it so far. */
export interface ApiTarget {
  readonly requests: Requests;
  readonly world: World;
}

/** What an answer says: errors at fields, nothing at all, or something else than either. */
export function judgement(reply: Reply): Pick<Parameters<typeof judge>[1], "errors" | "failure" | "isNotTheirs"> {
  if (reply.status < 300) return { errors: [] };
  const errors = fieldErrorsOf(reply);
  if (reply.status === 422 && errors.length > 0) return { errors };
  const failure = `status ${reply.status}: ${String(reply.body?.message ?? reply.text).slice(0, 200)}`;
  return { errors, failure, isNotTheirs: reply.status === 403 };
}
