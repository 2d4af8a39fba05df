import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import type { ReactNode } from "react";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { flatKey } from "../../../core/schema/texts.ts";
import type { Translate } from "../../providers/texts.ts";
import styles from "./controls.module.css";

interface FieldNotesProps {
  readonly error?: string;
  readonly help?: ReactNode;
}

/** Below an input: the error first, then the help text. The input references both as its description. */
export function FieldNotes({ error, help }: FieldNotesProps): ReactNode {
  return (
    <>
      {error && (
        <span className="gap-4 flex top danger">
          <ErrorOutlined aria-hidden className={styles.mark} />
          <span>{error}</span>
        </span>
      )}
      {help && <span className="block quiet">{help}</span>}
    </>
  );
}

/** FieldNotes, or undefined when empty: an empty note would still take up space. */
export function notesOf(error: string | undefined, help: ReactNode): ReactNode | undefined {
  return error || help ? <FieldNotes error={error} help={help} /> : undefined;
}

/** Names the clock of a field's times; undefined if their zone is the viewer's or part of their text. */
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
