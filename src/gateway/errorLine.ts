import { PlatformError } from "../core/validation/errors.ts";
import { englishTexts } from "../platform/http/language/serverTexts.ts";
import { messageOf } from "./exitWithMessage.ts";

/** One line for the operator; errors of fields are reported with their field. */
export function errorLine(error: unknown): string {
  if (!(error instanceof PlatformError)) return messageOf(error);
  const fields = error.fieldErrors.map(
    ({ pointer, key, params }) => `${pointer.slice(1)}: ${englishTexts(key, params)}`,
  );
  return fields.length > 0 ? fields.join(" ") : englishTexts(error.key, error.params);
}
