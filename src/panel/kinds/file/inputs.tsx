import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { type ReactNode, use, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import {
  acceptedTypeOf,
  byteLength,
  fileTypeNames,
  fileViolation,
  isDownloadField,
  isSoundField,
  parseFileValue,
  removedFile,
} from "../../../core/validation/fileValue.ts";
import { readFileValue } from "../../providers/files.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import { Fieldset } from "../controls/Fieldset.tsx";
import { FormValuesContext, useFormValues } from "../controls/formValues.ts";
import type { InputProps, Inputs } from "../controls/InputProps.ts";
import { AudioPreview } from "./AudioPreview.tsx";
import { FilePicker } from "./FilePicker.tsx";
import { FilePreview, useStoredFile } from "./StoredPicture.tsx";

/** Loaded when a form needs it, as few have files of that size. */
const StreamedFileInput = lazyPart(
  () => import("./StreamedInput.tsx"),
  "StreamedInput",
  [],
  <Skeleton variant="rounded" height={72} />,
);

export const inputs = {
  file: (props) => (props.field.file?.streamed ? <StreamedFileInput {...props} /> : <FileInput {...props} />),
} satisfies Inputs;

/** A file: the stored one, its replacement, or none. Uploaded only on submit. */
function FileInput({ id, field, value, onChange, onBlur, label, help, ...otherProps }: InputProps): ReactNode {
  const { required, readOnly, errors } = otherProps;
  const { file: limits } = field;
  const translate = useTranslate();
  const form = use(FormValuesContext);
  const picker = useRef<HTMLInputElement>(null);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const { id: recordId, [limits?.typeField ?? ""]: type } = useFormValues(["id", limits?.typeField ?? ""]);
  const isSound = isSoundField(field);
  // No request for a file that the record says is absent.
  const storedUrl = useStoredFile(limits?.download, type === null ? undefined : recordId, {
    typeParameter: limits?.typeParameter,
    accept: isSound || limits?.download === otherProps.resource ? limits?.types : undefined,
  });
  if (!limits) throw new Error(`${field.name} is no file`);

  const text = typeof value === "string" ? value : "";
  const chosen = parseFileValue(text);
  const isRemoved = text === removedFile;
  const kilobytes = Math.floor(limits.maxBytes / 1024);
  const faulty = text === "" || isRemoved ? undefined : fileViolation(limits, text);
  const fileError = isTooLarge
    ? translate("rules.file.size", { kilobytes })
    : faulty &&
      translate(`rules.file.${faulty.rule}`, {
        ...faulty.params,
        kinds: fileTypeNames(limits.types).join(", "),
        _: "",
      });
  const limitText = translate("forms.file.limits", { kinds: fileTypeNames(limits.types).join(", "), kilobytes });

  const take = async (file: File) => {
    setIsTooLarge(file.size > limits.maxBytes);
    if (file.size <= limits.maxBytes) {
      const next = await readFileValue(file);
      onChange(next);
      const type = acceptedTypeOf(parseFileValue(next) ?? { base64: "" }, limits.types);
      const { servedAs } = limits;
      if (servedAs !== undefined && type !== undefined && !form.read(servedAs)) form.fill(servedAs, type);
    }
    onBlur?.();
  };
  const change = (next: string | null) => {
    setIsTooLarge(false);
    onChange(next);
  };
  const Preview = isSound ? AudioPreview : FilePreview;
  // A document shows no picture.
  const hasPreview = isSound || !isDownloadField(field);
  const has = chosen !== undefined || (storedUrl !== null && !isRemoved);
  return (
    <Fieldset
      id={id}
      label={label}
      required={required}
      error={fileError ?? errors[""]}
      help={[help, readOnly ? "" : limitText].filter(Boolean).join(" ")}
    >
      <div className="row gap-16 middle">
        {hasPreview && <Preview file={chosen ? text : isRemoved ? null : storedUrl} label={label} />}
        <div className="shrink">
          <Typography variant="body2" className="below-4 anywhere" role="status">
            {chosen
              ? translate("forms.file.chosen", {
                  name: chosen.name ?? label,
                  kilobytes: Math.max(1, Math.round(byteLength(chosen.base64) / 1024)),
                })
              : translate(isRemoved ? "forms.file.removed" : has ? "forms.file.stored" : "forms.file.none")}
          </Typography>
          {!readOnly && (
            <div className="row">
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
            </div>
          )}
        </div>
      </div>
      <FilePicker ref={picker} accept={limits.types} onFile={(file) => void take(file)} />
    </Fieldset>
  );
}
