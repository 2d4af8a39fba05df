import { useLocale, useTranslate } from "ra-core";
import { useResource } from "../../providers/resources.ts";
import type { ProblemContext } from "./problemTexts.ts";

/** What texts of broken rules of a resource are made with. */
export function useProblemContext(resource: string): ProblemContext {
  const translate = useTranslate();
  const locale = useLocale();
  const { descriptor } = useResource(resource);
  return { translate, locale, resource, fields: descriptor.fields };
}
