import styles from "./kinds.module.css";

interface ChoicesProps {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  /** Allows several choices. */
  readonly several?: boolean;
  /** Called with the values in the order of `choices`. */
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** A few choices, all visible. */
export function Choices({ id, label, choices, chosen, several = false, onChoose }: ChoicesProps) {
  const toggle = (value: string, isChosen: boolean) => {
    if (!several) return onChoose([value]);
    onChoose(
      choices
        .map((choice) => choice.value)
        .filter((candidate) => (candidate === value ? isChosen : chosen.includes(candidate))),
    );
  };
  return (
    <fieldset className={`stack gap-2 ${styles.filterChoices}`}>
      <legend className="strong below-4">{label}</legend>
      {choices.map((choice, index) => (
        <label key={choice.value} className="line">
          <input
            id={index === 0 ? id : undefined}
            className="tick"
            type={several ? "checkbox" : "radio"}
            name={id}
            checked={chosen.includes(choice.value)}
            onChange={({ target }) => toggle(choice.value, target.checked)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
