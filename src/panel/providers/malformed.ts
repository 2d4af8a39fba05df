import { HttpError } from "ra-core";

/** Message key of an answer that is not what the platform's interface says. */
export const malformedKey = "errors.malformed";

/**
 * What becomes of an answer that nobody can read: a web page in place of data, half a document. `detail` says for
 * developers what was expected.
 */
export function malformed(detail: string, status = 200): HttpError {
  return new HttpError(malformedKey, status, { detail });
}
