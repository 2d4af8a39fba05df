import UploadFileIcon from "@mui/icons-material/UploadFileOutlined";
import Button from "@mui/material/Button";
import { type DragEvent, useRef, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { FilePicker } from "../../kinds/file/FilePicker.tsx";
import styles from "./upload.module.css";

interface FileDropProps {
  readonly file: File | undefined;
  /** Error of the chosen file. */
  readonly error: string | undefined;
  readonly onFile: (file: File) => void;
}

/** A file picker and drop zone. */
export function FileDrop({ file, error, onFile }: FileDropProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  };
  const size = new Intl.NumberFormat(locale).format(Math.max(1, Math.round((file?.size ?? 0) / 1024)));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className={`stack gap-8 round-8 ${styles.drop}${isOver ? ` ${styles.over}` : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <UploadFileIcon color="action" />
      <p role="status">{file ? translate("upload.chosen", { name: file.name, size }) : ""}</p>
      <span>
        <Button variant="outlined" size="small" onClick={() => picker.current?.click()}>
          {translate(file ? "upload.another" : "upload.choose")}
        </Button>{" "}
        <small>{translate("upload.drop")}</small>
      </span>
      {error && (
        <p role="alert" className="danger">
          {error}
        </p>
      )}
      <FilePicker ref={picker} accept={[".csv", "text/csv", "text/plain"]} onFile={onFile} />
    </div>
  );
}
