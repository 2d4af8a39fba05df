import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import type { Query } from "../../providers/http.ts";

export interface Place {
  /** The record below the owner whose preferences are shown; null: the owner's own. */
  readonly id: number | null;
  /** What names it in requests. */
  readonly query: Query;
  readonly choose: (id: number | null) => void;
}

/** Whose preferences are shown stands in the address: `?location_id=4`. */
export function usePlace({ preferencesBy }: ResourceDescriptor): Place {
  const [parameters, setParameters] = useSearchParams();
  const name = preferencesBy?.parameter ?? "";
  const text = name === "" ? null : parameters.get(name);
  const id = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
  return {
    id,
    query: useMemo((): Query => (id === null ? {} : { [name]: id }), [name, id]),
    choose: (next) =>
      setParameters(
        (known) => {
          const changed = new URLSearchParams(known);
          if (next === null) changed.delete(name);
          else changed.set(name, String(next));
          return changed;
        },
        { replace: true },
      ),
  };
}
