import { HttpError } from "react-admin";
import type { Json } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { failureKeys } from "../providers/http.ts";
import type { Translate } from "../providers/texts.ts";

/** Returns why a request failed: translated where the panel knows the reason, otherwise in the platform's words. */
export function requestErrorText(translate: Translate, error: unknown): string {
  const message = error instanceof Error && error.message !== "" ? error.message : failureKeys.unknown;
  const body: Json | undefined = error instanceof HttpError ? error.body : undefined;
  const text = translate(message, { _: message });
  if (!isObject(body) || typeof body.key !== "string") return text;
  return translate(body.key, { ...(isObject(body.params) ? body.params : {}), _: text });
}
