import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Json, WireRecord } from "../../../core/descriptor.ts";
import { pointerOf, topField } from "./fieldId.ts";
import { cameBackOf } from "./journey.ts";
import type { ResourceFormState } from "./useResourceForm.ts";
import { withValueAt } from "./values.ts";

/**
 * Takes in what was created on a detour from this form: the field that waited for it has it. Call it after useDraft,
 * which puts back what had been typed before. True when the person comes from a detour.
 */
export function useCameBack({ form }: Pick<ResourceFormState, "form">): boolean {
  const location = useLocation();
  const navigate = useNavigate();
  const [cameBack] = useState(() => cameBackOf(location.state));
  const take = useRef(() => {
    if (!cameBack) return;
    const pointer = pointerOf(cameBack.fieldId);
    if (cameBack.createdId !== undefined) {
      const name = topField(pointer);
      const next = withValueAt(form.getValues() as WireRecord as Json, pointer, cameBack.createdId);
      form.setValue(name, (next as WireRecord)[name], { shouldDirty: true });
    }
    // Once is enough: a reload must not bring it back.
    navigate(location.pathname + location.search, { replace: true, state: null });
    document.getElementById(cameBack.fieldId)?.focus();
  });
  useEffect(() => take.current(), []);
  return cameBack !== undefined;
}
