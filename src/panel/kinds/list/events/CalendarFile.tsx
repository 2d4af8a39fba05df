import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import { type ReactNode, useRef, useState } from "react";
import type { Json } from "../../../../core/descriptor.ts";
import { parseCalendar } from "../../../../core/icalendar/parseCalendar.ts";
import { FilePicker } from "../../file/FilePicker.tsx";

interface CalendarFileProps {
  readonly onEvents: (events: Json[]) => void;
}

/** Adds the events of an iCalendar file to those in the form, where one sees them before anything is stored. */
export function CalendarFile({ onEvents }: CalendarFileProps): ReactNode {
  const translate = useTranslate();
  const picker = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<{ readonly isGood: boolean; readonly text: string } | null>(null);
  const take = async (file: File) => {
    const parsed = parseCalendar(await file.text());
    if ("problem" in parsed) {
      const { line, text } = parsed.problem;
      setResult({ isGood: false, text: translate(line > 0 ? "events.file.line" : "events.file.none", { line, text }) });
      return;
    }
    onEvents([...parsed.events]);
    setResult({ isGood: true, text: translate("events.file.added", { smart_count: parsed.events.length }) });
  };
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, alignItems: "center" }}>
      <Button variant="outlined" size="small" onClick={() => picker.current?.click()}>
        {translate("events.file.choose")}
      </Button>
      <FilePicker ref={picker} accept={[".ics", "text/calendar"]} onFile={(file) => void take(file)} />
      {result && (
        <Alert severity={result.isGood ? "success" : "error"} role={result.isGood ? "status" : "alert"} sx={{ py: 0 }}>
          {result.text}
        </Alert>
      )}
    </Box>
  );
}
