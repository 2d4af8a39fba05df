import { useLocale, useTranslate } from "react-admin";
import { useResource } from "../../providers/resources.ts";
import type { ErrorMessageContext } from "./errorMessages.ts";

/** The context for a resource's error messages. */
export function useErrorMessageContext(resource: string): ErrorMessageContext {
  const translate = useTranslate();
  const locale = useLocale();
  const { descriptor } = useResource(resource);
  return { translate, locale, resource, fields: descriptor.fields };
}
