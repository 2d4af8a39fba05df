/** What the elements at one place of a page look like, and below each look, those of its children. */
interface Looks extends Map<string, Looks> {}

declare global {
  interface Window {
    /** Those marked since the page was loaded. */
    looks?: Looks;
  }
}

export const MARKED = "[data-new-look]";

/**
 * Marks the elements that look unlike all that were marked before, and counts them; runs in the browser. What axe says
 * of an element follows from what it and those around it are: tags, classes (those of Emotion are made from the style,
 * so they stand for it), roles, states, colours of their own, which names and descriptions they have, and whether there
 * is text. Where all of this is equal, the same code has made them, and axe would find the same.
 */
export function markNewLooks({ within, except }: { readonly within: string; readonly except: string }): number {
  const valued = ["class", "role", "type", "scope", "autocomplete", "tabindex", "lang"];
  const named = ["href", "title", "alt", "placeholder", "disabled", "readonly", "checked"];
  const referring = ["for", "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"];
  const partOf = ({ name, value }: Attr) => {
    if (valued.includes(name)) return `${name}=${value}`;
    // Names come from the elements with these ids, where they exist.
    if (referring.includes(name)) return `${name}=${value.split(" ").every((id) => document.getElementById(id))}`;
    if (name === "style") return /colou?r|background|opacity|fill|font/.test(value) ? value : "";
    if (value === "") return "";
    if (name.startsWith("aria-")) return /^(true|false|page|polite|assertive)$/.test(value) ? `${name}=${value}` : name;
    return named.includes(name) ? name : "";
  };
  const lookOf = (element: Element) => {
    const parts = [...element.attributes].map(partOf).filter((part) => part !== "");
    const hasText = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
    const isFilled = element instanceof HTMLInputElement && element.value !== "";
    return [element.tagName, ...parts.sort(), hasText, isFilled].join();
  };
  window.looks ??= new Map();
  let count = 0;
  const mark = (element: Element, around: Looks, isWithin: boolean) => {
    if (except !== "" && element.matches(except)) return;
    const look = lookOf(element);
    let below = around.get(look);
    const isNew = below === undefined;
    below ??= new Map();
    around.set(look, below);
    // What is in a marked element is checked with it.
    if (isNew && !isWithin) {
      element.setAttribute("data-new-look", "");
      count++;
    }
    for (const child of element.children) mark(child, below, isNew || isWithin);
  };
  for (const element of document.querySelectorAll(within)) mark(element, window.looks, false);
  return count;
}

export function unmark(): void {
  for (const element of document.querySelectorAll("[data-new-look]")) element.removeAttribute("data-new-look");
}
