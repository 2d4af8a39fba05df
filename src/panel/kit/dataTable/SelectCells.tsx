import type { ReactNode } from "react";
import styles from "./table.module.css";

interface SelectProps {
  readonly label: string;
  readonly isSelected: boolean;
}

/** Selects a row; with Shift, all rows since the last one clicked. A native checkbox: a list may show a hundred. */
export function SelectRow({
  label,
  isSelected,
  onToggle,
}: SelectProps & { readonly onToggle: (isRange: boolean) => void }): ReactNode {
  return (
    <td className={styles.check}>
      <label>
        <input
          type="checkbox"
          className="tick"
          aria-label={label}
          checked={isSelected}
          onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </label>
    </td>
  );
}

/** Selects all rows of the page. */
export function SelectPage({
  label,
  isSelected,
  isPartly,
  onToggle,
}: SelectProps & { readonly isPartly: boolean; readonly onToggle: () => void }): ReactNode {
  return (
    <th scope="col" className={styles.check}>
      <label>
        <input
          type="checkbox"
          className="tick"
          aria-label={label}
          checked={isSelected}
          ref={(box) => {
            if (box) box.indeterminate = isPartly;
          }}
          onChange={onToggle}
        />
      </label>
    </th>
  );
}
