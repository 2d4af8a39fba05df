import { useEffect, useRef } from "react";
import type { Json, ReferenceDescriptor } from "../../../core/descriptor.ts";
import { useChoices } from "./choices.ts";
import { useReferenceFilter } from "./useReferenceFilter.ts";

const noSource = { resource: "", search: "id" } as const;

/**
 * Chooses the only record that there is to choose: `value` must be what `onChange` sets. When the choices change, what was
 * chosen this way goes with them. Does nothing without a reference.
 */
export function useOnlyChoice(
  reference: ReferenceDescriptor | undefined,
  value: Json | undefined,
  onChange: (value: Json) => void,
): void {
  const filter = useReferenceFilter(reference ?? {});
  const chosen = useRef<Json>(null);
  const isEmpty = value === null || value === undefined;
  const isOurs = !isEmpty && value === chosen.current;
  const found = useChoices({
    source: reference ?? noSource,
    filter,
    text: "",
    enabled: reference !== undefined && (isEmpty || isOurs),
  });
  const only = found.total === 1 ? (found.choices[0]?.value ?? null) : null;
  const isKnown = reference !== undefined && !found.isLoading && found.error === null;
  /** The choices for which it was chosen: emptied by hand it stays empty. */
  const seen = useRef<string>("");
  const asked = JSON.stringify(filter);
  useEffect(() => {
    if (!isKnown || !(isEmpty || isOurs) || seen.current === asked) return;
    seen.current = asked;
    if (only === (value ?? null)) return;
    chosen.current = only;
    onChange(only);
  });
}
