/** Input ids are derived from the value's pointer, so that links and the way back find the input. */

const prefix = "field";

/** "/billing_profiles/0/start" becomes "field-billing_profiles-0-start". */
export function fieldId(pointer: string): string {
  return prefix + pointer.replaceAll("/", "-");
}

/** The inverse of fieldId. */
export function pointerOf(id: string): string {
  return id.slice(prefix.length).replaceAll("-", "/");
}

/** The field that a pointer leads into: "billing_profiles". */
export function topField(pointer: string): string {
  return pointer.split("/")[1] ?? "";
}
