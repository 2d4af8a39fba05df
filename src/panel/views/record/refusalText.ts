import { HttpError, type useTranslate } from "ra-core";
import type { Json } from "../../../core/descriptor.ts";
import { isObject } from "../../../core/prepare.ts";
import { failureKeys } from "../../providers/http.ts";

type Translate = ReturnType<typeof useTranslate>;

/**
 * Why a request was refused, in one or two sentences: what is wrong with each field where the answer says so, else
 * what the platform says, in the reader's language where its message is known.
 */
export function refusalText(translate: Translate, refusal: unknown): string {
  const message = refusal instanceof Error && refusal.message !== "" ? refusal.message : failureKeys.unknown;
  const body: Json | undefined = refusal instanceof HttpError ? refusal.body : undefined;
  if (!isObject(body)) return translate(message, { _: message });
  const fieldTexts = (Array.isArray(body.errors) ? body.errors : []).map((error) => textOf(translate, error));
  if (fieldTexts.length > 0 && fieldTexts.every(Boolean)) return fieldTexts.join(". ");
  return textOf(translate, body) || translate(message, { _: message });
}

/** The text of a message key with its values; "" when the panel has none. */
function textOf(translate: Translate, entry: Json): string {
  if (!isObject(entry) || typeof entry.key !== "string") return "";
  return translate(entry.key, { ...(isObject(entry.params) ? entry.params : {}), _: "" });
}
