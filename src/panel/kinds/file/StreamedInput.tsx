import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { type DragEvent, type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { toUploadValue, uploadIn } from "../../../core/validation/fileValue.ts";
import { formatBytes } from "../../../core/values/bytes.ts";
import type { Translate } from "../../providers/texts.ts";
import { type ResumableUpload, startUpload, type UploadState } from "../../providers/uploads.ts";
import { Fieldset } from "../controls/Fieldset.tsx";
import { FormValuesContext, useFormValues } from "../controls/formValues.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { FilePicker } from "./FilePicker.tsx";
import styles from "./file.module.css";

interface SentFile {
  readonly file: File;
  readonly upload: ResumableUpload;
  readonly state: UploadState;
}

/** A large file: sent as soon as it is chosen, in pieces. Saving waits until the platform has all of it. */
export function StreamedInput({
  id,
  field,
  value,
  onChange,
  onBlur,
  label,
  help,
  ...otherProps
}: InputProps): ReactNode {
  const { required, readOnly, errors, resource } = otherProps;
  const { file: limits } = field;
  const translate = useTranslate();
  const locale = useLocale();
  const form = use(FormValuesContext);
  const nameField = limits?.nameField ?? "";
  const { id: recordId } = useFormValues(["id"]);
  const picker = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<SentFile | null>(null);
  const [refusedRule, setRefusedRule] = useState<"empty" | "size" | null>(null);
  if (!limits) throw new Error(`${field.name} is no file`);

  const isUnfinished = sending !== null && sending.state.phase !== "done";
  useHold(id, isUnfinished ? translate("forms.upload.hold", { field: label }) : null);
  const abandon = useEffectEvent(() => {
    if (isUnfinished) sending.upload.cancel();
  });
  useEffect(() => () => abandon(), []);

  const size = (bytes: number) => formatBytes(bytes, locale);
  const take = (file: File) => {
    const rule = file.size === 0 ? "empty" : file.size > limits.maxBytes ? "size" : null;
    setRefusedRule(rule);
    if (rule) return;
    sending?.upload.cancel();
    const tell = (state: UploadState) => {
      setSending((current) => (current?.upload === upload ? { ...current, state } : current));
      if (state.id !== undefined) onChange(toUploadValue(state.id));
    };
    const upload = startUpload(file, { resource, field: field.name }, (state) => tell(state));
    setSending({ file, upload, state: { phase: "sending", sent: 0, speed: null } });
    onChange(null);
    if (nameField !== "" && !form.read(nameField)) form.fill(nameField, file.name);
    onBlur?.();
  };
  const cancel = () => {
    sending?.upload.cancel();
    setSending(null);
    setRefusedRule(null);
    onChange(null);
  };
  // A draft may have one from before.
  const isReady = typeof value === "string" && uploadIn(value) !== undefined;
  const isStored = recordId !== undefined && recordId !== null;
  const limit = readOnly ? "" : translate("forms.upload.limits", { size: size(limits.maxBytes) });
  // Once the record has it, it is as stored as any.
  const status =
    sending && (isUnfinished || isReady)
      ? stateText(sending, { translate, size, locale })
      : translate(isReady || isStored ? "forms.file.stored" : "forms.file.none");
  return (
    <Fieldset
      id={id}
      label={label}
      required={required}
      error={refusedRule ? translate(`rules.file.${refusedRule}`, { kilobytes: limits.maxBytes / 1024 }) : errors[""]}
      help={[help, limit].filter(Boolean).join(" ")}
    >
      <DropArea onFile={readOnly ? undefined : take}>
        <Typography variant="body2" className="below-4 anywhere" role="status">
          {status}
        </Typography>
        {sending && <SendingProgress {...sending} />}
        {!readOnly && (
          <div className="row middle">
            {isUnfinished ? (
              <SendingButtons {...sending} onCancel={cancel} />
            ) : (
              <>
                <small>{translate("forms.upload.drop")}</small>
                <Button variant="outlined" size="small" onClick={() => picker.current?.click()}>
                  {translate(isReady || isStored ? "forms.file.replace" : "forms.file.choose")}
                </Button>
                {isReady && (
                  <Button size="small" onClick={cancel}>
                    {translate("forms.file.undo")}
                  </Button>
                )}
              </>
            )}
          </div>
        )}
      </DropArea>
      <FilePicker ref={picker} onFile={take} />
    </Fieldset>
  );
}

interface DropAreaProps {
  /** Absent: nothing may be dropped. */
  readonly onFile?: (file: File) => void;
  readonly children: ReactNode;
}

/** Takes a file that is dropped on it. */
function DropArea({ onFile, children }: DropAreaProps): ReactNode {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile?.(dropped);
  };
  return (
    <Box
      className={`card pad-8 ${styles.drop}`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(onFile !== undefined);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onFile && drop}
    >
      {children}
    </Box>
  );
}

function SendingProgress({ file, state }: SentFile): ReactNode {
  const translate = useTranslate();
  if (state.phase === "done") return null;
  return (
    <LinearProgress
      variant="determinate"
      value={(100 * state.sent) / file.size}
      aria-label={translate("forms.upload.progress", { name: file.name })}
      className="below-8"
    />
  );
}

/** Pauses, continues or cancels an upload that is under way. */
function SendingButtons({ upload, state, onCancel }: SentFile & { readonly onCancel: () => void }): ReactNode {
  const translate = useTranslate();
  const isSending = state.phase === "sending";
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => (isSending ? upload.pause() : upload.goOn())}>
        {translate(isSending ? "forms.upload.pause" : "forms.upload.continue")}
      </Button>
      <Button size="small" onClick={onCancel}>
        {translate("forms.upload.cancel")}
      </Button>
    </>
  );
}

/** Keeps the form from being saved for this reason. */
function useHold(id: string, reason: string | null): void {
  const { hold } = use(FormValuesContext);
  const tell = useEffectEvent((text: string | null) => hold(id, text));
  useEffect(() => tell(reason), [reason]);
  useEffect(() => () => tell(null), []);
}

interface StateTextContext {
  readonly translate: Translate;
  readonly size: (bytes: number) => string;
  readonly locale: string;
}

function stateText(
  { file: { name, size: bytes }, state }: SentFile,
  { translate, size, locale }: StateTextContext,
): string {
  const { phase, sent, speed, reason = "" } = state;
  const format = new Intl.NumberFormat(locale, { style: "percent" });
  const params = { name, sent: size(sent), size: size(bytes), percent: format.format(bytes > 0 ? sent / bytes : 0) };
  if (phase === "done") return translate("forms.upload.ready", params);
  const text = translate(`forms.upload.${phase}`, { ...params, reason: translate(reason, { _: reason }) });
  return speed === null ? text : `${text}, ${translate("forms.upload.speed", { speed: size(speed) })}`;
}
