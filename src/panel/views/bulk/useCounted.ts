import { useLocale, useTranslate } from "ra-core";
import { useCallback } from "react";

export type Counted = (key: string, count: number, params?: Readonly<Record<string, unknown>>) => string;

/** Translates texts about a number: `%{count}` is written as the language writes numbers. */
export function useCounted(): Counted {
  const translate = useTranslate();
  const locale = useLocale();
  return useCallback(
    (key, count, params) =>
      translate(key, { smart_count: count, count: new Intl.NumberFormat(locale).format(count), ...params }),
    [translate, locale],
  );
}
