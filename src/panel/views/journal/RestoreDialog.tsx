import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type Identifier, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { nameKey } from "../../navigation/labels.ts";
import { previewRestore, type RestorePreview } from "../../providers/journal.ts";
import { requestErrorText } from "../requestErrorText.ts";
import { ComparedValues, UnrestoredValues } from "./ComparedValues.tsx";
import { changeLabel } from "./changeLabel.ts";
import { useRestore } from "./useRestore.ts";

/** An entry of a record's journal to restore, all of it or some fields. */
export interface RestoreRequest {
  readonly entry: number | string;
  readonly fields?: readonly string[];
  /** Whether the record itself comes back. */
  readonly isRecord: boolean;
}

interface RestoreDialogProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: Identifier;
  readonly restoring: RestoreRequest;
  readonly onClose: () => void;
}

/** Shows what a restore would change, asks, and restores. */
export function RestoreDialog({ descriptor, id, restoring, onClose }: RestoreDialogProps) {
  const { entry, fields, isRecord } = restoring;
  const translate = useTranslate();
  const titleId = useId();
  const textId = useId();
  const query = useQuery({
    queryKey: [descriptor.name, "restore", String(id), entry],
    queryFn: () => previewRestore(descriptor.name, id, { entry }),
    // The preview must be true now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { mutate, isPending, error } = useRestore(descriptor, id, { entry }, onClose);
  const preview = query.data && withOnlyFields(query.data, fields);
  const newer = preview?.values.filter((value) => value.newer) ?? [];
  const isEmpty = preview !== undefined && preview.values.length === 0 && preview.records.length === 0;
  const nameOf = (field: string) => changeLabel(translate, descriptor.name, field);
  const confirm = () => mutate({ fields, overwrite: newer.length > 0, etag: preview?.etag });
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={titleId}>{translate(`history.restore.${isRecord ? "recordTitle" : "title"}`)}</DialogTitle>
      <DialogContent id={textId} className="stack at-start">
        {query.isPending && (
          <div role="status" aria-label={translate("history.loading")}>
            <Skeleton width="80%" />
            <Skeleton width="60%" />
          </div>
        )}
        {query.error && <Alert severity="error">{requestErrorText(translate, query.error)}</Alert>}
        {preview && preview.values.length > 0 && (
          <ComparedValues descriptor={descriptor} values={preview.values} oldLabel={translate("history.restore.old")} />
        )}
        {preview && preview.records.length > 0 && <RestoredRecords records={preview.records} />}
        {isEmpty && <Alert severity="info">{translate("history.restore.nothing")}</Alert>}
        {newer.length > 0 && (
          <Alert severity="warning">
            {translate("history.restore.newer", { fields: newer.map(({ field }) => nameOf(field)).join(", ") })}
          </Alert>
        )}
        {preview && <UnrestoredValues resource={descriptor.name} values={preview.left} />}
        {error && <Alert severity="error">{error.message}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate("history.restore.cancel")}</Button>
        <Button
          variant="contained"
          color={newer.length > 0 ? "error" : "primary"}
          loading={isPending}
          disabled={!preview || isEmpty}
          onClick={confirm}
        >
          {translate(`history.restore.${newer.length > 0 ? "overwrite" : "confirm"}`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function withOnlyFields(preview: RestorePreview, fields: readonly string[] | undefined): RestorePreview {
  if (!fields) return preview;
  const isWanted = ({ field }: { readonly field: string }) => fields.includes(field);
  return { ...preview, values: preview.values.filter(isWanted), left: preview.left.filter(isWanted) };
}

/** Counts by kind the records that come back with a record. */
function RestoredRecords({ records: [, ...otherRecords] }: { readonly records: RestorePreview["records"] }) {
  const translate = useTranslate();
  const counts = new Map<string, number>();
  for (const { resource } of otherRecords) counts.set(resource, (counts.get(resource) ?? 0) + 1);
  if (counts.size === 0) return <p>{translate("history.restore.alone")}</p>;
  return (
    <>
      <p>{translate("history.restore.back")}</p>
      <ul className="bullets">
        {[...counts].map(([resource, count]) => (
          <li key={resource}>
            {count} × {translate(nameKey(resource), { smart_count: count === 1 ? 1 : 2 })}
          </li>
        ))}
      </ul>
    </>
  );
}
