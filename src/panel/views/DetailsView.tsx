import Skeleton from "@mui/material/Skeleton";
import { useNavigate, useTranslate } from "ra-core";
import { Navigate, useParams } from "react-router";
import { recordTitle } from "../../core/recordTitle.ts";
import { pathTo } from "../paths.ts";
import { useResource } from "../providers/resources.ts";
import { addressOf } from "../resource/addressOf.ts";
import { useRecordTitle } from "../shell/RecordTitle.tsx";
import { DetailsHeader } from "./details/DetailsHeader.tsx";
import { RecordTabs } from "./details/RecordTabs.tsx";
import { hasConditions } from "./details/tabs.ts";
import { useRecord } from "./details/useRecord.ts";
import { Problem } from "./Problem.tsx";
import { useRecordCommands } from "./record/useRecordCommands.tsx";
import "./details/details.css";

/** The page of one record: who it is, what there is to say of it, and what belongs to it. */
export function DetailsView({ resource }: { resource: string }) {
  const { id = "", parentId, tab } = useParams();
  const { descriptor } = useResource(resource);
  const translate = useTranslate();
  const navigate = useNavigate();
  const { data: record, error, refetch } = useRecord(descriptor, id);
  useRecordTitle(record && recordTitle(descriptor.record, record));
  const { perform, dialog } = useRecordCommands(descriptor, {
    onRemoved: () => navigate(pathTo(resource, "list", { parentId }) ?? "/"),
  });

  if (error)
    return (
      <Problem error={error} question={{ resource, right: "read", record: { id } }} onRetry={() => void refetch()} />
    );
  // The short address of what another record owns: the whole one says where it belongs.
  const whole = record && parentId === undefined && descriptor.parent && addressOf(resource, "details", record, tab);
  if (whole) return <Navigate to={whole} replace />;
  return (
    <>
      {record ? (
        <DetailsHeader descriptor={descriptor} record={record} onCommand={(command) => perform(command, record)} />
      ) : (
        <HeaderSkeleton label={translate("views.details.loading")} />
      )}
      {(record || !hasConditions(descriptor)) && <RecordTabs descriptor={descriptor} id={id} record={record} />}
      {dialog}
    </>
  );
}

/** Of the header's height, so that nothing moves when that comes. */
function HeaderSkeleton({ label }: { label: string }) {
  return (
    <div className="details-header" role="status" aria-label={label}>
      <div className="details-name">
        <Skeleton variant="text" width={120} height={16} />
        <Skeleton variant="text" width={280} height={28} />
        <Skeleton variant="text" width={360} height={44} />
      </div>
    </div>
  );
}
