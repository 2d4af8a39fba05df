import { useTranslate } from "react-admin";
import { toDialled } from "../../core/dialled.ts";
import { showPhone } from "../providers/phoneSlot.ts";
import { PhoneDock } from "./PhoneDock.tsx";
import { PhoneGlyph } from "./PhoneGlyph.tsx";
import { phone } from "./phone.ts";
import { mayDial } from "./phoneState.ts";
import styles from "./webphone.module.css";

const silent = { Dock: PhoneDock, CallButton: null };
const ready = { Dock: PhoneDock, CallButton };

/** Adds the dock and, while a call is possible, the buttons at numbers; takes them away with the phone. */
function update(): void {
  const state = phone.snapshot();
  showPhone(state.owner === null ? null : mayDial(state) ? ready : silent);
}

phone.subscribe(update);

/** Calls a number that a page shows; nothing for a text that is none, such as "anonymous". */
function CallButton({ number }: { readonly number: string }) {
  const translate = useTranslate();
  const dialled = toDialled(number);
  if (dialled === null) return null;
  const label = translate("webphone.callNumber", { number });
  return (
    <button
      type="button"
      className={`icon-button accent ring-inside ${styles.click}`}
      aria-label={label}
      title={label}
      onClick={() => phone.dial(dialled)}
    >
      <PhoneGlyph />
    </button>
  );
}
