import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useStore } from "react-admin";
import { useNavigate } from "react-router";
import { lazyPart } from "../../providers/lazyComponent.ts";
import { useMenu } from "../useMenu.ts";

const KeysDialog = lazyPart(() => import("./KeysDialog.tsx"), "KeysDialog");

interface ShortcutsProps {
  /** Opens the search for everything. */
  readonly onSearch: () => void;
  /** Escape leads back: not where it ends the full screen. */
  readonly canLeave: boolean;
}

/** Keys that controls may name as theirs. */
const actionKey = /^(?:[a-z]|Delete)$/;

/** After `g` the next key says where to, within this many milliseconds. */
const KEY_SEQUENCE_TIMEOUT_MS = 1_500;
/** Also for a page that is younger than that. */
const longAgo = Number.NEGATIVE_INFINITY;

/** Single keys for frequent actions, and the dialog that lists them. */
export function Shortcuts({ onSearch, canLeave }: ShortcutsProps): ReactNode {
  const [isOn] = useStore("preferences.keys", true);
  const [isHelpOpen, setIsHelpOpen] = useStore("keysHelp", false);
  const menu = useMenu();
  const navigate = useNavigate();
  const leader = useRef(longAgo);

  /** Whether the key had something to do. */
  const press = useEffectEvent((key: string): boolean => {
    if (performance.now() - leader.current < KEY_SEQUENCE_TIMEOUT_MS) {
      leader.current = longAgo;
      const name = destinations[key];
      const path =
        name === "dashboard"
          ? "/dashboard"
          : menu.flatMap(({ entries }) => entries).find((entry) => entry.key === name)?.path;
      if (path !== undefined) void navigate(path);
      return path !== undefined;
    }
    switch (key) {
      case "?":
        setIsHelpOpen(true);
        return true;
      case "/": {
        const box = controlFor("/");
        if (box) box.focus();
        else onSearch();
        return true;
      }
      case "j":
        return moveRow(1);
      case "k":
        return moveRow(-1);
      case "x":
        return selectRow();
      case "g":
        leader.current = performance.now();
        return true;
      case "Escape":
        if (!canLeave || hasTooltip()) return false;
        return click("Escape");
      case "c":
        return click(key);
      case "m":
        return openRowMenu();
      default:
        // Whatever on the page has this key.
        return actionKey.test(key) && click(key);
    }
  });
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (acceptsKeys(event) && press(event.key)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isOn]);
  return isHelpOpen && <KeysDialog destinations={destinations} onClose={() => setIsHelpOpen(false)} />;
}

function click(key: string): boolean {
  const control = controlFor(key);
  control?.click();
  return control !== null;
}

/** After `g`: the letter and the menu entry that it leads to. */
const destinations: Readonly<Record<string, string>> = {
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

/** Controls for typing, which keep their keys. */
const typingSelector =
  "input, select, textarea, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]";
/** Layers in front of the page, which have the keys. */
const overlaySelector = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** Whether the page takes single keys now. */
function acceptsKeys(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  // A checkbox is no text: the list goes on from a row that was just selected.
  if (target?.matches("input[type=checkbox]") !== true && target?.closest(typingSelector)) return false;
  // The menu of narrow screens stays in the page while it is closed.
  const isShown = (element: Element) =>
    !("checkVisibility" in element) || element.checkVisibility({ visibilityProperty: true });
  return ![...document.querySelectorAll(overlaySelector)].some(isShown);
}

/** Whether a tooltip shows, which Escape hides. */
const hasTooltip = () => document.querySelector("[role=tooltip]") !== null;

/** The control of the page that this key is for. */
function controlFor(key: string): HTMLElement | null {
  const row = document.activeElement?.closest("tr[data-id]");
  const selector = `[aria-keyshortcuts="${key}"]`;
  return row?.querySelector<HTMLElement>(selector) ?? document.querySelector<HTMLElement>(`#main ${selector}`);
}

/** Moves the focus to the next or the previous row of the list, or to its first. */
function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("#main tr[data-id]")];
  const index = rows.findIndex((row) => row.contains(document.activeElement));
  const row = index < 0 ? rows[0] : rows[index + step];
  const target = row?.querySelector<HTMLElement>("th[scope=row] a, a, button");
  target?.focus();
  return target !== undefined && target !== null;
}

/** Opens the menu with the actions of the row with the focus. */
function openRowMenu(): boolean {
  const button = document.activeElement
    ?.closest("tr[data-id]")
    ?.querySelector<HTMLElement>("td:last-child [aria-haspopup=menu]");
  button?.click();
  return button !== undefined && button !== null;
}

/** Selects the row with the focus, or takes it out of the selection. */
function selectRow(): boolean {
  const box = document.activeElement
    ?.closest("tr[data-id]")
    ?.querySelector<HTMLInputElement>("td:first-child > label > input[type=checkbox]");
  box?.click();
  return box !== undefined && box !== null;
}
