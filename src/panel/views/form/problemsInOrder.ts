import type { FieldErrors, FieldValues } from "react-hook-form";
import type { FieldProblem } from "./ErrorSummary.tsx";
import type { PlannedGroup } from "./formPlan.ts";
import { problemsOf } from "./resolver.ts";

/** What is wrong with the fields, in the order in which the form shows them. */
export function problemsInOrder(groups: readonly PlannedGroup[], errors: FieldErrors<FieldValues>): FieldProblem[] {
  return groups.flatMap(({ fields }) =>
    fields.flatMap(({ field }) =>
      Object.entries(problemsOf(errors, field.name)).map(([below, text]) => ({
        pointer: `/${field.name}${below}`,
        text,
      })),
    ),
  );
}
