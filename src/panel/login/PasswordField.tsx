import { type KeyboardEvent, useState } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import { loginText } from "./loginText.ts";

/** A password, which can be looked at, with a word when caps lock is on. */
export function PasswordField(props: Pick<FieldProps, "name" | "label" | "autoComplete" | "error" | "onChange">) {
  const [isShown, setIsShown] = useState(false);
  const [hasCapsLock, setHasCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setHasCapsLock(event.getModifierState("CapsLock"));
  return (
    <Field
      {...props}
      type={isShown ? "text" : "password"}
      hint={hasCapsLock ? loginText.capsLock : undefined}
      isWarning={hasCapsLock}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setHasCapsLock(false)}
      end={
        <button
          type="button"
          className="gate-reveal"
          aria-label={isShown ? loginText.hide : loginText.show}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Eye isCrossed={isShown} />
        </button>
      }
    />
  );
}

function Eye({ isCrossed }: { isCrossed: boolean }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7Z" />
      <circle cx="12" cy="12" r="3" />
      {isCrossed && <path d="m4 4 16 16" />}
    </svg>
  );
}
