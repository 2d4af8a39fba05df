import { useState } from "react";
import { later } from "../../providers/later.ts";
import styles from "./inline.module.css";
import type { Question } from "./SwitchQuestion.tsx";

const SwitchQuestion = later(() => import("./SwitchQuestion.tsx"), "SwitchQuestion");

interface InlineSwitchProps {
  readonly isOn: boolean;
  readonly label: string;
  /** What is asked before it is switched, if anything. */
  readonly question?: (isOn: boolean) => Question | false | undefined;
  readonly onFlip: (isOn: boolean) => Promise<void>;
}

/** A switch that saves on toggle, after asking where a slip would do harm. A native one: a list may show hundreds. */
export function InlineSwitch({ isOn, label, question, onFlip }: InlineSwitchProps) {
  const [isSaving, setIsSaving] = useState(false);
  const [asked, setAsked] = useState<Question | null>(null);
  const flip = async () => {
    // Toggled again before the response, it could end up showing the opposite of what is stored.
    if (isSaving) return;
    setIsSaving(true);
    await onFlip(!isOn).finally(() => setIsSaving(false));
  };
  const ask = () => {
    const asking = question?.(!isOn);
    if (asking) setAsked(asking);
    else void flip();
  };
  return (
    <>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isOn}
        aria-checked={isOn}
        aria-label={label}
        aria-busy={isSaving}
        onChange={ask}
      />
      {asked && (
        <SwitchQuestion
          {...asked}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            void flip();
          }}
        />
      )}
    </>
  );
}
