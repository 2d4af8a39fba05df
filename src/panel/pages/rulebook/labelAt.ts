import type { useTranslate } from "ra-core";
import { fieldKey } from "../../resource/labels.ts";
import { pathOf } from "../../views/form/problemTexts.ts";

/** "Scheduled billing profiles, Start": the field behind a pointer; what is no field of the record goes by its own name. */
export function labelAt(translate: ReturnType<typeof useTranslate>, resource: string, pointer: string): string {
  const names = pathOf(pointer).split(".");
  return names
    .map((name, at) => translate(fieldKey(resource, names.slice(0, at + 1).join(".")), { _: name }))
    .join(", ");
}
