import { useEffect } from "react";
import { createPortal } from "react-dom";
import type { KeyFace } from "./KeyPicture.tsx";
import styles from "./keyEditor.module.css";

interface LabelSheetProps {
  readonly title: string;
  readonly faces: readonly KeyFace[];
  readonly onPrinted: () => void;
}

/** The labels of all keys by group. Prints as soon as it is there, in place of the page, and is not seen on the screen. */
export function LabelSheet({ title, faces, onPrinted }: LabelSheetProps) {
  useEffect(() => {
    // Some browsers return at once and print later.
    window.addEventListener("afterprint", onPrinted);
    window.print();
    return () => window.removeEventListener("afterprint", onPrinted);
  }, [onPrinted]);
  const groups = [...new Set(faces.map(({ group }) => group))];
  return createPortal(
    <section className={styles.sheet}>
      <h1 className="text-16">{title}</h1>
      {groups.map((group) => (
        <table key={group}>
          <caption className="strong">{group}</caption>
          <tbody>
            {faces
              .filter((face) => face.group === group)
              .map(({ key, label }) => (
                <tr key={key.index}>
                  <th scope="row">{key.index + 1}</th>
                  <td>{label}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </section>,
    document.body,
  );
}
