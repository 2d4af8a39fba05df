import { useState } from "react";
import styles from "./inline.module.css";

interface InlineSwitchProps {
  readonly isOn: boolean;
  readonly label: string;
  readonly onFlip: (isOn: boolean) => Promise<void>;
}

/** A switch that saves on toggle. A native one: a list may show hundreds. */
export function InlineSwitch({ isOn, label, onFlip }: InlineSwitchProps) {
  const [isSaving, setIsSaving] = useState(false);
  const flip = async () => {
    // Toggled again before the response, it could end up showing the opposite of what is stored.
    if (isSaving) return;
    setIsSaving(true);
    await onFlip(!isOn).finally(() => setIsSaving(false));
  };
  return (
    <input
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={isOn}
      aria-checked={isOn}
      aria-label={label}
      aria-busy={isSaving}
      onChange={flip}
    />
  );
}
