import { useEffect, useRef } from "react";
import type { PanelRecord } from "../../providers/rest.ts";
import type { ResourceFormState } from "./useResourceForm.ts";

/**
 * Takes in a later version of the record while nothing is typed. Once something is, the form stays on the version
 * it was typed over, and saving tells when there is a later one.
 */
export function useFresherRecord(given: PanelRecord | undefined, state: ResourceFormState): void {
  const latest = useRef(state);
  latest.current = state;
  const taken = useRef(given);
  useEffect(() => {
    if (given === undefined || given === taken.current) return;
    taken.current = given;
    if (latest.current.changed().length === 0) latest.current.restart(given);
  }, [given]);
}
