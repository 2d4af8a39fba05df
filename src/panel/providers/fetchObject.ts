import { isObject } from "../../core/schema/isObject.ts";
import { malformedError } from "./errors.ts";
import { type HttpRequest, send } from "./http.ts";

type Kind = "array" | "number" | "object";

/** The members without which nothing could be shown. */
type RequiredMembers<T> = Readonly<Partial<Record<keyof NoInfer<T>, Kind>>>;

/**
 * Sends a request that is answered by one object, whose type the panel shares with the server. Rejects with an
 * HttpError, also when one of the `needed` members is missing.
 */
export async function fetchObject<T extends object>(request: HttpRequest, needed: RequiredMembers<T>): Promise<T> {
  return requireMembers(request.path, (await send(request)).body, needed);
}

/** The answer of a path, if it is an object with the `needed` members; throws an HttpError otherwise. */
export function requireMembers<T extends object>(path: string, body: unknown, needed: RequiredMembers<T>): T {
  const kinds = Object.entries<Kind | undefined>(needed);
  // Panel and server share the type; only what nothing could be shown without is checked.
  if (isObject(body) && kinds.every(([name, kind]) => kindIn(body, name) === kind)) return body as T;
  throw malformedError(`${path}: an object with ${Object.keys(needed).join(", ")} was expected`);
}

function kindIn(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (Array.isArray(value)) return "array";
  return value === null ? "null" : typeof value;
}
