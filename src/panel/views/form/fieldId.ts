/** Ids of inputs follow from where their value is in the record, so that a link, or a way back, finds the input. */

const prefix = "field";

/** "/billing_profiles/0/start" is "field-billing_profiles-0-start". */
export function fieldId(pointer: string): string {
  return prefix + pointer.replaceAll("/", "-");
}

/** The pointer that an input's id was made from. */
export function pointerOf(id: string): string {
  return id.slice(prefix.length).replaceAll("-", "/");
}

/** The field of the record that a pointer leads into: "billing_profiles". */
export function topField(pointer: string): string {
  return pointer.split("/")[1] ?? "";
}
