import Alert from "@mui/material/Alert";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";

interface LineFaultsProps {
  readonly title: string;
  readonly faults: readonly {
    readonly rule: string;
    readonly line: number;
    readonly params: Readonly<Record<string, Json>>;
  }[];
  readonly severity?: "error" | "warning";
  /** Leads to a line of the text; absent: there is none to lead to. */
  readonly onGoTo?: (line: number) => void;
}

/** Lists the errors of a text by line. Renders nothing if there are none. */
export function LineFaults({ title, faults, severity = "error", onGoTo }: LineFaultsProps): ReactNode {
  const translate = useTranslate();
  if (faults.length === 0) return null;
  return (
    <Alert severity={severity} role={onGoTo ? "status" : "alert"}>
      {title}
      <ul className="bullets">
        {faults.map(({ rule, line, params }) => {
          const text = translate(`rules.business.${rule}`, { line, ...params });
          return (
            <li key={`${rule} ${line} ${JSON.stringify(params)}`}>
              {onGoTo ? (
                <button type="button" className="flat text-start underlined" onClick={() => onGoTo(line)}>
                  {text}
                </button>
              ) : (
                text
              )}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}
