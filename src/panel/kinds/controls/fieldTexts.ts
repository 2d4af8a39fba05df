import type { useTranslate } from "ra-core";
import { flatName } from "../../resource/labels.ts";

type Translate = ReturnType<typeof useTranslate>;

/** The sentence of help for a field, undefined where none is written. */
export function helpOf(translate: Translate, resource: string, path: string): string | undefined {
  return translate(`resources.${resource}.help.${flatName(path)}`, { _: "" }) || undefined;
}
