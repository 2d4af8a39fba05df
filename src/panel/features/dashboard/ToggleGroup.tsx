import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";

interface ChoiceProps<T extends string> {
  /** Name of the setting, for screen readers. */
  readonly label: string;
  readonly options: readonly T[];
  readonly textOf: (option: T) => string;
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

/** A few options side by side, of which one is on. */
export function ToggleGroup<T extends string>({ label, options, textOf, value, onChoose }: ChoiceProps<T>) {
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={value}
      onChange={(_, chosen: T | null) => chosen && onChoose(chosen)}
      aria-label={label}
    >
      {options.map((option) => (
        <ToggleButton key={option} value={option}>
          {textOf(option)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
