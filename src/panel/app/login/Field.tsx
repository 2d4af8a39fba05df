import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { loginText } from "../../providers/loginText.ts";
import styles from "../../ui/login.module.css";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  /** The value's error. */
  error?: string;
  hint?: string;
  isWarning?: boolean;
  /** Inside the input's frame, after the text. */
  end?: ReactNode;
}

/** A labelled input described by its hint or error. */
export function Field({ label, error, hint, isWarning, end, ...input }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  const tone = error ? "danger" : isWarning ? "warning" : "";
  return (
    <div className="below-16">
      <label htmlFor={id} className="block below-4 strong">
        {label}
      </label>
      <div className={`relative ${styles.input}`}>
        <input
          {...input}
          id={id}
          required
          aria-invalid={error !== undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        {end}
      </div>
      {note && (
        <p id={`${id}-note`} className={`note tight above-4 ${tone}`} aria-live="polite">
          {note}
        </p>
      )}
    </div>
  );
}

/** A password input with a visibility toggle and a caps lock warning. */
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
          className={`icon-button absolute ${styles.reveal}`}
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

/** The code of the second factor. */
export function OtpField() {
  return (
    <Field name="otp" label={loginText.otp} hint={loginText.otpHelp} autoComplete="one-time-code" inputMode="numeric" />
  );
}
