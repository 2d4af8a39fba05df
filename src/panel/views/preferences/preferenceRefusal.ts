import type { useTranslate } from "ra-core";
import { topField } from "../form/fieldId.ts";
import { serverFieldErrors } from "../form/serverErrors.ts";
import { refusalText } from "../record/refusalText.ts";

type Translate = ReturnType<typeof useTranslate>;

/** Why a preference was not taken, in words. */
export function preferenceRefusal(translate: Translate, refusal: unknown, name: string): string {
  const own = serverFieldErrors(refusal, [name]).find(({ pointer }) => topField(pointer) === name);
  const known = own?.error ? translate(own.error.key, { ...own.error.params, _: "" }) : "";
  return known || own?.text || refusalText(translate, refusal);
}
