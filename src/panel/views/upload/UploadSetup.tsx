import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import { useId, useState } from "react";
import { useTranslate } from "react-admin";
import { MAX_FILE_BYTES } from "../../../core/api/csvReport.ts";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { noErrors } from "../../kinds/controls/InputProps.ts";
import { ReferencePicker } from "../../kinds/reference/ReferencePicker.tsx";
import { nameKey } from "../../navigation/labels.ts";
import { FileDrop } from "./FileDrop.tsx";
import styles from "./upload.module.css";
import { type FileOwner, fileColumns } from "./useFileOwner.ts";

/** The choices so far; kept during and after the check. */
export interface UploadChoice {
  readonly file?: File;
  readonly isPurging: boolean;
  readonly ownerId?: string | number;
}

interface UploadSetupProps {
  readonly descriptor: ResourceDescriptor;
  readonly choice: UploadChoice;
  readonly owner: FileOwner | undefined;
  readonly canPurge: boolean;
  readonly canCheck: boolean;
  readonly isCancelled: boolean;
  readonly onChange: (choice: UploadChoice) => void;
  readonly onStart: (file: File) => void;
}

const megabytes = MAX_FILE_BYTES / 1024 / 1024;

/** Chooses the file, the owner of its records, and what happens to existing ones. */
export function UploadSetup(props: UploadSetupProps) {
  const { descriptor, choice, owner, canPurge, canCheck, onChange, onStart } = props;
  const translate = useTranslate();
  const id = useId();
  const [fileError, setFileError] = useState<string>();
  const [isOwnerMissed, setIsOwnerMissed] = useState(false);
  const { file, isPurging, ownerId } = choice;
  const columns = fileColumns(descriptor, owner);
  const cents = columns.filter((name) =>
    descriptor.fields.some((field) => field.name === name && (field.unit === "cents" || field.unit === "centsEach")),
  );
  const { endOfDayColumns = [] } = descriptor.csv ?? {};
  const pluralOf = (resource: string) => translate(nameKey(resource), { smart_count: 2 });
  // Dependents of the lines stay; platforms that cannot check a file may remove them as well.
  const beside = descriptor.fields.flatMap(({ name, reference }) =>
    reference && descriptor.csv?.creatableReferences?.includes(name)
      ? translate(canCheck ? "upload.purgeKeeps" : "upload.purgeOlder", { name: pluralOf(reference.resource) })
      : [],
  );
  const take = (next: File) => {
    const error =
      next.size > MAX_FILE_BYTES
        ? translate("upload.tooLarge", { megabytes })
        : /\.(?:csv|txt)$/i.test(next.name)
          ? undefined
          : translate("upload.notCsv", { name: next.name });
    setFileError(error);
    onChange(error ? { isPurging, ...(ownerId === undefined ? {} : { ownerId }) } : { ...choice, file: next });
  };
  const start = () => {
    setIsOwnerMissed(owner?.isAsked === true && ownerId === undefined);
    if (file && !(owner?.isAsked && ownerId === undefined)) onStart(file);
  };
  return (
    <>
      {props.isCancelled && (
        <Alert severity="info" role="status">
          {translate("upload.cancelled")}
        </Alert>
      )}
      {!canCheck && <Alert severity="warning">{translate("upload.plain")}</Alert>}
      <div>
        <p>{translate("upload.about", { megabytes })}</p>
        <code className={`block text-13 sunken round-6 ${styles.columns}`}>{columns.join(", ")}</code>
        {cents.length > 0 && <p>{translate("upload.cents", { names: cents.join(", ") })}</p>}
        {endOfDayColumns.length > 0 && <p>{translate("upload.dayEnds", { names: endOfDayColumns.join(", ") })}</p>}
      </div>
      {owner?.isAsked && owner.field.reference && (
        <ReferencePicker
          id={`${id}-owner`}
          label={translate("upload.owner")}
          source={owner.field.reference}
          filter={owner.field.reference.filter ?? {}}
          value={ownerId}
          onChange={(next) => {
            const { ownerId: _, ...rest } = choice;
            onChange(typeof next === "number" || typeof next === "string" ? { ...rest, ownerId: next } : rest);
          }}
          required
          errors={isOwnerMissed && ownerId === undefined ? { "": translate("upload.ownerNeeded") } : noErrors}
        />
      )}
      <FileDrop file={file} error={fileError} onFile={take} />
      {canPurge && (
        <div>
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={isPurging}
                onChange={(_, next) => onChange({ ...choice, isPurging: next })}
                slotProps={{ input: { "aria-describedby": `${id}-purge` } }}
              />
            }
            label={translate("upload.purge", { name: pluralOf(descriptor.name) })}
          />
          <FormHelperText id={`${id}-purge`}>{[translate("upload.purgeHelp"), ...beside].join(" ")}</FormHelperText>
        </div>
      )}
      <div className="row">
        <Button variant="contained" disabled={!file} onClick={start}>
          {translate(canCheck ? "upload.check" : "upload.plainStore")}
        </Button>
      </div>
    </>
  );
}
