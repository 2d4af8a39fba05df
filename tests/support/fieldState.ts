import type { Locator } from "playwright";

/** The displayed value: option of a select, "on" or "off" of a switch, or text. */
export function shownValue(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label ?? "";
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return element.textContent;
    if (element.type === "checkbox") return (element as HTMLInputElement).checked ? "on" : "off";
    return element.value;
  });
}

/** The accessible error message of an invalid field; empty if it is valid. */
export function problemAt(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    const group = element.closest("fieldset");
    if (element.getAttribute("aria-invalid") !== "true" && !group) return "";
    const ids = [element, group].flatMap((each) => each?.getAttribute("aria-describedby")?.split(" ") ?? []);
    return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  });
}
