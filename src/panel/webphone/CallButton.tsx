import { useTranslate } from "react-admin";
import { toDialled } from "../../core/dialled.ts";
import { PhoneGlyph } from "./PhoneGlyph.tsx";
import { phone } from "./phone.ts";
import styles from "./webphone.module.css";

/** Calls a number that a page shows; nothing for a text that is none, such as "anonymous". */
export function CallButton({ number }: { readonly number: string }) {
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
