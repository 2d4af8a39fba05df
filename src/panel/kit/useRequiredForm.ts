import { useFormContext } from "react-hook-form";
import { requireContext } from "../providers/requireContext.ts";

/** The form that a component of the kit is within. Apart from other contexts: no list loads a library of forms. */
export const useRequiredForm = (user: string) =>
  requireContext(user, "a form: SimpleForm, TabbedForm or Form", useFormContext());
