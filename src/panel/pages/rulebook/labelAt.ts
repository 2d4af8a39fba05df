import type { useTranslate } from "ra-core";
import { fieldKey } from "../../resource/labels.ts";
import { pathOf } from "../../views/form/problemTexts.ts";

/** "Scheduled billing profiles, Start": the field behind a pointer. */
export function labelAt(translate: ReturnType<typeof useTranslate>, resource: string, pointer: string): string {
  const names = pathOf(pointer).split(".");
  return names.map((_, at) => translate(fieldKey(resource, names.slice(0, at + 1).join(".")))).join(", ");
}
