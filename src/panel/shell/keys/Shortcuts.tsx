import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useStore } from "react-admin";
import { useNavigate } from "react-router";
import { later } from "../../providers/later.ts";
import { useMenu } from "../useMenu.ts";
import { controlFor, destinations, hasTooltip, moveRow, openRowMenu, selectRow, takesKeys } from "./keys.ts";

const KeysDialog = later(() => import("./KeysDialog.tsx"), "KeysDialog");

interface ShortcutsProps {
  /** Opens the search for everything. */
  readonly onSearch: () => void;
  /** Escape leads back: not where it ends the full screen. */
  readonly canLeave: boolean;
}

/** Keys that controls may name as theirs. */
const actionKey = /^(?:[a-z]|Delete)$/;

/** After `g` the next key says where to, within this many milliseconds. */
const patience = 1_500;
/** Also for a page that is younger than that. */
const longAgo = Number.NEGATIVE_INFINITY;

/** Single keys for what is done all day, and the dialog that tells them. */
export function Shortcuts({ onSearch, canLeave }: ShortcutsProps): ReactNode {
  const [isOn] = useStore("preferences.keys", true);
  const [isHelpOpen, setIsHelpOpen] = useStore("keysHelp", false);
  const menu = useMenu();
  const navigate = useNavigate();
  const leader = useRef(longAgo);

  /** Whether the key had something to do. */
  const press = useEffectEvent((key: string): boolean => {
    if (performance.now() - leader.current < patience) {
      leader.current = longAgo;
      const name = destinations[key];
      const address =
        name === "dashboard"
          ? "/dashboard"
          : menu.flatMap(({ entries }) => entries).find((entry) => entry.key === name)?.address;
      if (address !== undefined) void navigate(address);
      return address !== undefined;
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
      if (takesKeys(event) && press(event.key)) event.preventDefault();
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
