import type { FieldDescriptor, Right, WireRecord } from "../../core/descriptor.ts";

/** What somebody asks about: why one may not do this with a record, a field, a resource or a page. */
export type Question =
  | {
      readonly resource: string;
      readonly right: Right;
      readonly record?: WireRecord;
      readonly field?: Pick<FieldDescriptor, "name" | "access" | "requires">;
    }
  | { readonly page: string; readonly right: Right };

/** The question as it travels with the way to the page that answers it. */
export function toRefused(question: Question): { readonly refused: Question } {
  return { refused: question };
}

export function refusedOf(state: unknown): Question | undefined {
  return typeof state === "object" && state !== null && "refused" in state ? (state.refused as Question) : undefined;
}
