import ImageOutlined from "@mui/icons-material/ImageOutlined";
import { type ReactNode, useEffect, useState } from "react";
import type { FieldDescriptor, Json } from "../../../core/schema/descriptor.ts";
import { type FileRequest, loadRecordFile } from "../../providers/files.ts";
import styles from "./file.module.css";

interface StoredPictureProps {
  readonly file: NonNullable<FieldDescriptor["file"]>;
  /** The record's id. */
  readonly id: Json;
  readonly label: string;
}

/** The stored picture of a record's page. */
export function StoredPicture({ file: { download, typeParameter }, id, label }: StoredPictureProps): ReactNode {
  return <FilePreview file={useStoredFile(download, id, { typeParameter })} label={label} />;
}

interface FilePreviewProps {
  /** URL of the picture; null: there is none. */
  readonly file: string | null;
  readonly label: string;
}

/** A picture on a chequered background that reveals transparency; light in any theme, like paper. */
export function FilePreview({ file, label }: FilePreviewProps): ReactNode {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <div className={`card pad-8 ${styles.preview}`}>
      {file && file !== failed ? (
        <img src={file} alt={label} onError={() => setFailed(file)} className={`block ${styles.picture}`} />
      ) : (
        <ImageOutlined aria-hidden />
      )}
    </div>
  );
}

/** Object URL of a stored file; null while loading, and when it cannot be loaded. */
export function useStoredFile(
  download: string | undefined,
  id: Json | undefined,
  { accept, typeParameter }: Pick<FileRequest, "accept" | "typeParameter"> = {},
): string | null {
  const [fileUrl, setFileUrl] = useState<string | null>(null);
  useEffect(() => {
    if (download === undefined || (typeof id !== "number" && typeof id !== "string")) return;
    const stop = new AbortController();
    let url: string | null = null;
    loadRecordFile(download, id, { signal: stop.signal, accept, typeParameter }).then(
      (file) => {
        if (stop.signal.aborted || !file) return;
        url = URL.createObjectURL(file);
        setFileUrl(url);
      },
      // The form works without a preview of the file it replaces.
      () => undefined,
    );
    return () => {
      stop.abort();
      setFileUrl(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [download, id, accept, typeParameter]);
  return fileUrl;
}
