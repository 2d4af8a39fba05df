import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import PlayArrow from "@mui/icons-material/PlayArrow";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { type ReactNode, useEffect, useState } from "react";
import { useNotify } from "react-admin";
import { isDownloadField, isSoundField } from "../../../core/validation/fileValue.ts";
import { fieldKey } from "../../navigation/labels.ts";
import { loadRecordFile, saveFile } from "../../providers/files.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { CellProps } from "../cell.ts";
import { AudioPreview } from "./AudioPreview.tsx";
import styles from "./file.module.css";

const Waveform = lazyPart(() => import("./Waveform.tsx"), "Waveform");

const StoredPicture = lazyPart(() => import("./StoredPicture.tsx"), "StoredPicture");

type Sound = "unasked" | "loading" | { readonly url: string | null; readonly file: File | null };

/** A stored file, with its record's id as `value`. Sounds and documents are loaded on demand, as a list has many. */
export function FileCell({ value, field, context }: CellProps): ReactNode {
  const { translate } = context;
  const notify = useNotify();
  const [sound, setSound] = useState<Sound>("unasked");
  const url = typeof sound === "object" ? sound.url : null;
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);

  const { file } = field ?? {};
  if (!field || file?.download === undefined) return null;
  const { download, types, streamed: isLarge } = file;
  const label = translate(fieldKey(context.resource, field.name));
  // A list has too many of them.
  if (!isDownloadField(field)) {
    return context.place === "details" ? <StoredPicture file={file} id={value} label={label} /> : null;
  }
  const save = async () => {
    try {
      const loaded = typeof sound === "object" ? sound.file : null;
      const file = loaded ?? (await loadRecordFile(download, String(value), { accept: types, isLarge }));
      if (file) saveFile(file);
      else notify("forms.file.silent", { type: "info" });
    } catch {
      notify("forms.file.failed", { type: "error" });
    }
  };
  const play = async () => {
    setSound("loading");
    try {
      const file = await loadRecordFile(download, String(value), { accept: types });
      setSound({ url: file && URL.createObjectURL(file), file });
    } catch {
      setSound("unasked");
      notify("forms.file.failed", { type: "error" });
    }
  };
  const name = `${label} #${value}`;
  return (
    <>
      {!isSoundField(field) ? null : typeof sound === "object" ? (
        <AudioPreview file={sound.url} label={label} isStarted />
      ) : (
        <Button
          size="small"
          startIcon={<PlayArrow aria-hidden />}
          loading={sound === "loading"}
          loadingPosition="start"
          className={styles.play}
          aria-label={translate("forms.file.playOf", { name })}
          onClick={() => void play()}
        >
          {translate("forms.file.play")}
        </Button>
      )}
      <IconButton
        size="small"
        className={styles.save}
        title={translate("forms.file.download")}
        aria-label={translate("forms.file.downloadOf", { name })}
        onClick={() => void save()}
      >
        <FileDownloadOutlined fontSize="small" aria-hidden />
      </IconButton>
      {context.place === "details" && typeof sound === "object" && sound.file && isSoundField(field) && (
        <Waveform file={sound.file} />
      )}
    </>
  );
}
