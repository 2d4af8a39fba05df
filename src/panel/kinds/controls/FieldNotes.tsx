import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import type { ReactNode } from "react";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { flatKey } from "../../../core/schema/texts.ts";
import type { Translate } from "../../providers/texts.ts";
import styles from "./controls.module.css";

interface FieldNotesProps {
  readonly problem?: string;
  readonly help?: ReactNode;
}

/** Below an input: the error first, then the help text. The input references both as its description. */
export function FieldNotes({ problem, help }: FieldNotesProps): ReactNode {
  return (
    <>
      {problem && (
        <span className="gap-4 flex top danger">
          <ErrorOutlined aria-hidden className={styles.mark} />
          <span>{problem}</span>
        </span>
      )}
      {help && <span className="block quiet">{help}</span>}
    </>
  );
}

/** FieldNotes, or undefined when empty: an empty note would still take up space. */
export function notesOf(problem: string | undefined, help: ReactNode): ReactNode | undefined {
  return problem || help ? <FieldNotes problem={problem} help={help} /> : undefined;
}

/** Whose clock a field's times are on; undefined where their zone is the viewer's or said by themselves. */
export function clockOf(translate: Translate, { clock }: Pick<FieldDescriptor, "clock">): string | undefined {
  return clock && translate(`views.clock.${clock}`);
}

/** A field's help text, after whose clock it is on; undefined where there is neither. */
export function helpOf(
  translate: Translate,
  resource: string,
  path: string,
  field: Pick<FieldDescriptor, "clock"> = {},
): string | undefined {
  const help = translate(`resources.${resource}.help.${flatKey(path)}`, { _: "" });
  return [clockOf(translate, field), help].filter(Boolean).join(" ") || undefined;
}
