/** After `g`: the letter and the menu entry that it leads to. */
export const destinations: Readonly<Record<string, string>> = {
  d: "dashboard",
  r: "resellers",
  c: "customers",
  s: "subscribers",
  l: "calls",
  b: "billingprofiles",
  i: "invoices",
  p: "peeringgroups",
  v: "pbxdevices",
  a: "admins",
};

/** What is being typed into keeps its keys. */
const typing =
  "input, select, textarea, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]";
/** What is in front of the page has the keys. */
const inFront = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** Whether the page takes single keys now. */
export function takesKeys(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  // A checkbox is no text: the list goes on from a row that was just selected.
  if (target?.matches("input[type=checkbox]") !== true && target?.closest(typing)) return false;
  // The menu of narrow screens stays in the page while it is closed.
  const isShown = (one: Element) => !("checkVisibility" in one) || one.checkVisibility({ visibilityProperty: true });
  return ![...document.querySelectorAll(inFront)].some(isShown);
}

/** Whether a tooltip shows, which Escape hides. */
export const hasTooltip = () => document.querySelector("[role=tooltip]") !== null;

/** The control of the page that this key is for. */
export function controlFor(key: string): HTMLElement | null {
  const row = document.activeElement?.closest("tr[data-id]");
  const selector = `[aria-keyshortcuts="${key}"]`;
  return row?.querySelector<HTMLElement>(selector) ?? document.querySelector<HTMLElement>(`#main ${selector}`);
}

/** Moves the focus to the next or the previous row of the list, or to its first. */
export function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("#main tr[data-id]")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = at < 0 ? rows[0] : rows[at + step];
  const target = row?.querySelector<HTMLElement>("th[scope=row] a, a, button");
  target?.focus();
  return target !== undefined && target !== null;
}

/** Opens the menu with the actions of the row with the focus. */
export function openRowMenu(): boolean {
  const button = document.activeElement
    ?.closest("tr[data-id]")
    ?.querySelector<HTMLElement>("td:last-child [aria-haspopup=menu]");
  button?.click();
  return button !== undefined && button !== null;
}

/** Selects the row with the focus, or takes it out of the selection. */
export function selectRow(): boolean {
  const box = document.activeElement
    ?.closest("tr[data-id]")
    ?.querySelector<HTMLInputElement>("td:first-child > label > input[type=checkbox]");
  box?.click();
  return box !== undefined && box !== null;
}
