import { type RefObject, useLayoutEffect, useState } from "react";

/** Focuses a step of a flow by its key, once the flow has rendered with it. */
export function useStepFocus(flow: RefObject<HTMLElement | null>): (step: string) => void {
  const [wanted, setWanted] = useState<{ readonly step: string } | null>(null);
  useLayoutEffect(() => {
    if (wanted) flow.current?.querySelector<HTMLElement>(`[data-step="${wanted.step}"]`)?.focus();
  }, [wanted, flow]);
  return (step) => setWanted({ step });
}
