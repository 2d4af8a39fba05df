import ImageOutlined from "@mui/icons-material/ImageOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import type { Json } from "../../../core/descriptor.ts";
import {
  byteLength,
  fileProblem,
  isDownloadField,
  isSoundField,
  kindsOf,
  parseFileValue,
  removedFile,
} from "../../../core/fileValue.ts";
import { type FileWish, loadRecordFile, readFileValue } from "../../providers/files.ts";
import { Fieldset } from "../controls/Fieldset.tsx";
import { useFormValues } from "../controls/formValues.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { AudioPreview } from "./AudioPreview.tsx";
import { FilePicker } from "./FilePicker.tsx";

/** A file: the stored one, its replacement, or none. Uploaded only on submit. */
export function FileInput({ id, field, value, onChange, onBlur, label, help, ...rest }: InputProps): ReactNode {
  const { required, readOnly, problems } = rest;
  const { file: limits } = field;
  const translate = useTranslate();
  const picker = useRef<HTMLInputElement>(null);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const { id: recordId, [limits?.typeField ?? ""]: type } = useFormValues(["id", limits?.typeField ?? ""]);
  const isSound = isSoundField(field);
  // No request for a file that the record says is absent.
  const stored = useStoredFile(limits?.download, type === null ? undefined : recordId, {
    asks: limits?.asks,
    accept: isSound || limits?.download === rest.resource ? limits?.types : undefined,
  });
  if (!limits) throw new Error(`${field.name} is no file`);

  const text = typeof value === "string" ? value : "";
  const chosen = parseFileValue(text);
  const isRemoved = text === removedFile;
  const kilobytes = Math.floor(limits.maxBytes / 1024);
  const faulty = text === "" || isRemoved ? undefined : fileProblem(limits, text);
  const own = isTooLarge
    ? translate("rules.file.size", { kilobytes })
    : faulty &&
      translate(`rules.file.${faulty.rule}`, { ...faulty.params, kinds: kindsOf(limits.types).join(", "), _: "" });
  const limitText = translate("forms.file.limits", { kinds: kindsOf(limits.types).join(", "), kilobytes });

  const take = async (file: File) => {
    setIsTooLarge(file.size > limits.maxBytes);
    if (file.size <= limits.maxBytes) onChange(await readFileValue(file));
    onBlur?.();
  };
  const change = (next: string | null) => {
    setIsTooLarge(false);
    onChange(next);
  };
  const Preview = isSound ? AudioPreview : FilePreview;
  // A document shows no picture.
  const hasPreview = isSound || !isDownloadField(field);
  const has = chosen !== undefined || (stored !== null && !isRemoved);
  return (
    <Fieldset
      id={id}
      label={label}
      required={required}
      problem={own ?? problems[""]}
      help={[help, readOnly ? "" : limitText].filter(Boolean).join(" ")}
    >
      <Box sx={{ display: "flex", gap: 2, alignItems: "center", flexWrap: "wrap" }}>
        {hasPreview && <Preview file={chosen ? text : isRemoved ? null : stored} label={label} />}
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="body2" sx={{ mb: 0.75, overflowWrap: "anywhere" }} role="status">
            {chosen
              ? translate("forms.file.chosen", {
                  name: chosen.name ?? label,
                  kilobytes: Math.max(1, Math.round(byteLength(chosen.base64) / 1024)),
                })
              : translate(isRemoved ? "forms.file.removed" : has ? "forms.file.stored" : "forms.file.none")}
          </Typography>
          {!readOnly && (
            <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
              <Button variant="outlined" size="small" onClick={() => picker.current?.click()}>
                {translate(has ? "forms.file.replace" : "forms.file.choose")}
              </Button>
              {(chosen || isRemoved) && (
                <Button size="small" onClick={() => change(null)}>
                  {translate("forms.file.undo")}
                </Button>
              )}
              {!chosen && has && !required && !field.required && (
                <Button size="small" onClick={() => change(removedFile)}>
                  {translate("forms.file.remove")}
                </Button>
              )}
            </Box>
          )}
        </Box>
      </Box>
      <FilePicker ref={picker} accept={limits.types} onFile={(file) => void take(file)} />
    </Fieldset>
  );
}

interface FilePreviewProps {
  /** URL of the picture; null: there is none. */
  readonly file: string | null;
  readonly label: string;
}

/** A picture on a chequered background that reveals transparency; light in any theme, like paper. */
function FilePreview({ file, label }: FilePreviewProps): ReactNode {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <Box
      sx={{
        width: 168,
        height: 72,
        p: 1,
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
        display: "grid",
        placeItems: "center",
        color: "#53616a",
        background: "repeating-conic-gradient(#eef2f3 0 25%, #ffffff 0 50%) 0 0 / 16px 16px",
      }}
    >
      {file && file !== failed ? (
        <Box
          component="img"
          src={file}
          alt={label}
          onError={() => setFailed(file)}
          sx={{ maxWidth: 150, maxHeight: 54, display: "block" }}
        />
      ) : (
        <ImageOutlined aria-hidden />
      )}
    </Box>
  );
}

/** Object URL of a stored file; null while loading, and when it cannot be loaded. */
export function useStoredFile(
  download: string | undefined,
  id: Json | undefined,
  { accept, asks }: Pick<FileWish, "accept" | "asks"> = {},
): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (download === undefined || (typeof id !== "number" && typeof id !== "string")) return;
    const stop = new AbortController();
    let url: string | null = null;
    loadRecordFile(download, id, { signal: stop.signal, accept, asks }).then(
      (file) => {
        if (stop.signal.aborted || !file) return;
        url = URL.createObjectURL(file);
        setAddress(url);
      },
      // The form works without a preview of the file it replaces.
      () => undefined,
    );
    return () => {
      stop.abort();
      setAddress(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [download, id, accept, asks]);
  return address;
}
