import type { FieldDescriptor, Right, WireRecord } from "../../../core/schema/descriptor.ts";
import { hasStatus } from "../../providers/errors.ts";

/** A question about a right: an action on a record, a field, a resource or a page. */
export type AccessQuestion =
  | {
      readonly resource: string;
      readonly right: Right;
      readonly record?: WireRecord;
      readonly field?: Pick<FieldDescriptor, "name" | "access" | "accessFlags">;
    }
  | { readonly page: string; readonly right: Right };

/** The question as navigation state for the page that answers it. */
export function toRefusedState(question: AccessQuestion): { readonly refused: AccessQuestion } {
  return { refused: question };
}

export function findRefusedQuestion(state: unknown): AccessQuestion | undefined {
  const isRefused = typeof state === "object" && state !== null && "refused" in state;
  // Only toRefused puts one there.
  return isRefused ? (state.refused as AccessQuestion) : undefined;
}

/** Notification option that offers the explanation of a 403. */
export function explainForbidden(error: unknown, question: AccessQuestion): { readonly why?: AccessQuestion } {
  return hasStatus(error, 403) ? { why: question } : {};
}
