import type { FieldDescriptor, WireRecord } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import { longLists, unsafeTexts } from "../../../src/core/validate.ts";

/** What the platform refuses a body for before it reads any further: it says nothing else of such a body. */
export function refusedFirst(fields: readonly FieldDescriptor[], body: WireRecord): readonly FieldError[] {
  const texts = unsafeTexts(body, "");
  return texts.length > 0 ? texts : longLists(fields, body);
}
