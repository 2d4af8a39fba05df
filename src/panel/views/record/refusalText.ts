import { HttpError, type useTranslate } from "ra-core";
import type { Json } from "../../../core/descriptor.ts";
import { isObject } from "../../../core/prepare.ts";
import { failureKeys } from "../../providers/http.ts";

type Translate = ReturnType<typeof useTranslate>;

/** Why a request was refused: in the reader's language where the panel knows the reason, else as the platform says it. */
export function refusalText(translate: Translate, refusal: unknown): string {
  const message = refusal instanceof Error && refusal.message !== "" ? refusal.message : failureKeys.unknown;
  const body: Json | undefined = refusal instanceof HttpError ? refusal.body : undefined;
  const text = translate(message, { _: message });
  if (!isObject(body) || typeof body.key !== "string") return text;
  return translate(body.key, { ...(isObject(body.params) ? body.params : {}), _: text });
}
