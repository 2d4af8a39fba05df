import Close from "@mui/icons-material/Close";
import FolderOpen from "@mui/icons-material/FolderOpenOutlined";
import Button from "@mui/material/Button";
import { type ReactNode, useRef, useState } from "react";
import { useNotify, useTranslate } from "react-admin";
import { parseRun, type RuleRun } from "../../../core/rulebook/ruleTable.ts";
import { formatDateTime } from "../../../core/values/dateTime.ts";
import { FilePicker } from "../../kinds/file/FilePicker.tsx";
import { browserZone } from "../../kinds/time/browserZone.ts";

/** A run of verify, as the tester has opened its file. */
interface OpenRun {
  readonly verdicts: RuleRun;
  readonly date: Date;
}

// The page is left for the forms that it is about: the run stays open until the panel is loaded again.
let last: OpenRun | undefined;

export function useRunFile() {
  const [run, setRun] = useState(last);
  const store = (next: OpenRun | undefined) => {
    last = next;
    setRun(next);
  };
  return [run, store] as const;
}

interface RunFileProps {
  readonly run: OpenRun | undefined;
  readonly onRun: (run: OpenRun | undefined) => void;
}

/** Opens the results of the last run of verify, which are a file on the tester's computer and nowhere else. */
export function RunFile({ run, onRun }: RunFileProps): ReactNode {
  const translate = useTranslate();
  const notify = useNotify();
  const picker = useRef<HTMLInputElement>(null);
  const onFile = async (file: File) => {
    const verdicts = parseRun(await file.text());
    if (verdicts) onRun({ verdicts, date: new Date(file.lastModified) });
    else notify("rulebook.run.wrong", { type: "error", messageArgs: { name: file.name } });
  };
  return (
    <div className="row middle outdent gap-4 across-8 below-8">
      <FilePicker ref={picker} accept={[".json"]} onFile={onFile} />
      <Button size="small" startIcon={<FolderOpen />} onClick={() => picker.current?.click()}>
        {translate("rulebook.run.open")}
      </Button>
      {run ? (
        <>
          <span className="quiet text-13">
            {translate("rulebook.run.of", { date: formatDateTime(run.date, browserZone()) })}
          </span>
          <Button size="small" startIcon={<Close />} onClick={() => onRun(undefined)}>
            {translate("rulebook.run.close")}
          </Button>
        </>
      ) : (
        <span className="quiet text-13">{translate("rulebook.run.file")}</span>
      )}
    </div>
  );
}
