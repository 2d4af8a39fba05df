import { HttpError } from "ra-core";
import type { Question } from "./question.ts";

/** Option of a notice that offers the explanation, where the platform has said that it is not allowed. */
export function whyNot(refusal: unknown, question: Question): { readonly why?: Question } {
  return refusal instanceof HttpError && refusal.status === 403 ? { why: question } : {};
}
