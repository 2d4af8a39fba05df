import { useCallback } from "react";
import { useLocale, useTranslate } from "react-admin";

type Counted = (key: string, count: number, params?: Readonly<Record<string, unknown>>) => string;

/** Translates texts with a count: `%{count}` is formatted for the language. */
export function useCounted(): Counted {
  const translate = useTranslate();
  const locale = useLocale();
  return useCallback(
    (key, count, params) =>
      translate(key, { smart_count: count, count: new Intl.NumberFormat(locale).format(count), ...params }),
    [translate, locale],
  );
}
