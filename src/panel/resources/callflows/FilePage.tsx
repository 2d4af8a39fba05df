import "./callflow.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { type DragEvent, useMemo, useRef, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import {
  type CaptureFile,
  callOf,
  type FileRefusal,
  LARGEST_FILE,
  readCaptureFile,
} from "../../../core/sip/captureFile.ts";
import { FilePicker } from "../../kinds/file/FilePicker.tsx";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { useDocumentTitle } from "../../page/useDocumentTitle.ts";
import { Choice, Flow, type FlowCall, fileNameOf } from "./Flow.tsx";

const SIZE = LARGEST_FILE / 2 ** 20;

interface Chosen {
  readonly name: string;
  readonly content: CaptureFile;
}

/** `/callflow/file`: the ladder of a capture that a person has. The browser reads it, nothing is sent or stored. */
export function FilePage() {
  const translate = useTranslate();
  const locale = useLocale();
  const title = translate("callflow.file.title");
  useDocumentTitle([title]);
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [refusal, setRefusal] = useState<FileRefusal | "unreadable" | null>(null);
  const [pasted, setPasted] = useState("");
  const read = (name: string, data: Uint8Array) => {
    const content = readCaptureFile(data, browserZone());
    setRefusal("refusal" in content ? content.refusal : null);
    setChosen("refusal" in content ? null : { name, content });
  };
  const readFile = async (file: File) => {
    if (file.size > LARGEST_FILE) {
      setChosen(null);
      setRefusal("large");
      return;
    }
    try {
      read(file.name.replace(/\.\w+$/, ""), new Uint8Array(await file.arrayBuffer()));
    } catch {
      // It was moved or deleted after it was chosen.
      setRefusal("unreadable");
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) void readFile(file);
  };
  return (
    <>
      <h1 className="flow-page-title">{title}</h1>
      <section
        className="flow-file"
        aria-label={translate("callflow.file.choose")}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <p>{translate("callflow.file.intro", { size: SIZE.toLocaleString(locale) })}</p>
        <div className="flow-file-ways">
          <Button variant="contained" onClick={() => picker.current?.click()}>
            {translate("callflow.file.choose")}
          </Button>
          <FilePicker ref={picker} onFile={(file) => void readFile(file)} />
          {chosen && <span>{chosen.name}</span>}
        </div>
        <details>
          <summary>{translate("callflow.file.paste")}</summary>
          <TextField
            multiline
            fullWidth
            minRows={4}
            maxRows={12}
            label={translate("callflow.file.text")}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
          <Button disabled={pasted.trim() === ""} onClick={() => read("capture", new TextEncoder().encode(pasted))}>
            {translate("callflow.file.draw")}
          </Button>
        </details>
      </section>
      {refusal && (
        <Alert severity="error">
          {translate(`callflow.file.refusals.${refusal}`, { size: SIZE.toLocaleString(locale) })}
        </Alert>
      )}
      {chosen && <FileFlow key={chosen.name} chosen={chosen} />}
    </>
  );
}

/** The calls of a file: all in one ladder, or one of them, or two side by side. */
function FileFlow({ chosen: { name, content } }: { readonly chosen: Chosen }) {
  const translate = useTranslate();
  const { calls: ids, messages, isTimed, isCutOff } = content;
  const [shown, setShown] = useState("");
  const [other, setOther] = useState("");
  const calls = useMemo((): readonly FlowCall[] => {
    const toCall = (callId: string): FlowCall => ({
      title: callId === "" ? name : callId,
      fileName: callId === "" ? name : fileNameOf(callId),
      messages: callId === "" ? messages : messages.filter((message) => callOf(message) === callId),
    });
    return shown !== "" && other !== "" ? [toCall(shown), toCall(other)] : [toCall(shown)];
  }, [name, messages, shown, other]);
  const options = ids.map((id) => [id, id] as const);
  return (
    <>
      {isCutOff && <Alert severity="warning">{translate("callflow.file.cutOff")}</Alert>}
      {!isTimed && <Alert severity="info">{translate("callflow.file.untimed")}</Alert>}
      <Flow key={`${shown}\n${other}`} calls={calls} isTimed={isTimed}>
        {ids.length > 1 && (
          <Choice label={translate("callflow.file.call")} value={shown} options={options} onChange={setShown} />
        )}
        {ids.length > 1 && shown !== "" && (
          <Choice
            label={translate("callflow.compare")}
            value={other}
            options={options.filter(([id]) => id !== shown)}
            empty={translate("callflow.alone")}
            onChange={setOther}
          />
        )}
      </Flow>
    </>
  );
}
