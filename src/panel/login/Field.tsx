import { type ComponentProps, type ReactNode, useId } from "react";

export interface FieldProps extends ComponentProps<"input"> {
  label: string;
  /** What is wrong with the value. */
  error?: string;
  hint?: string;
  isWarning?: boolean;
  /** Stands inside the input's frame, behind the text. */
  end?: ReactNode;
}

/** A labelled input whose hint or error is read out with it. */
export function Field({ label, error, hint, isWarning, end, ...input }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  const tone = error ? " is-error" : isWarning ? " is-warning" : "";
  return (
    <div className="gate-field">
      <label htmlFor={id}>{label}</label>
      <div className="gate-input">
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
        <p id={`${id}-note`} className={`gate-hint${tone}`} aria-live="polite">
          {note}
        </p>
      )}
    </div>
  );
}
