import Skeleton from "@mui/material/Skeleton";
import type { ReactNode } from "react";
import { RecordContextProvider, ShowContextProvider, useNavigate, useShowController, useTranslate } from "react-admin";
import { Navigate, useParams } from "react-router";
import { recordTitle } from "../../core/values/recordTitle.ts";
import { pathTo } from "../navigation/paths.ts";
import { useRecordTitle } from "../navigation/RecordTitle.tsx";
import { recordPath } from "../navigation/recordPath.ts";
import { lazyPart } from "../providers/lazyComponent.ts";
import { useResource } from "../providers/resources.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { LoadingHeading } from "../ui/PageSkeleton.tsx";
import { LoadState } from "./LoadError.tsx";
import { useRecordCommands } from "./recordActions/useRecordCommands.tsx";
import styles from "./show/details.module.css";
import { NextSteps } from "./show/NextSteps.tsx";
import { RecordTabs } from "./show/RecordTabs.tsx";
import { ShowHeader } from "./show/ShowHeader.tsx";
import { hasConditions } from "./show/tabs.ts";
import { hasOverview } from "./show/useOverview.ts";
import { useRecordQuery } from "./show/useRecord.ts";

const Overview = lazyPart(() => import("./show/Overview.tsx"), "Overview", ["overview"]);

interface ShowViewProps {
  readonly resource: string;
  /** Shown below the header in place of the tabs: whatever reads react-admin's record context. */
  readonly children?: ReactNode;
}

/** The page of one record: its name, its facts and its tabs. */
export function ShowView({ resource, children }: ShowViewProps) {
  const { id = "", parentId, tab } = useParams();
  const { descriptor } = useResource(resource);
  const translate = useTranslate();
  const navigate = useNavigate();
  const show = useShowController<PanelRecord>({
    resource,
    id,
    // The page checked access before it opened; checking again would cost a render.
    disableAuthentication: true,
    // The page shows errors itself, in place.
    queryOptions: { onError: () => {}, ...useRecordQuery(descriptor, id) },
  });
  const { record, error } = show;
  // A record that cannot be read is named by its id.
  useRecordTitle(error ? `#${id}` : record && recordTitle(descriptor.recordRepresentation, record));
  const { perform, dialog } = useRecordCommands(descriptor, {
    onRemoved: () => navigate(pathTo(resource, "list", { parentId }) ?? "/"),
  });

  if (error) return <LoadState query={show} question={{ resource, right: "read", record: { id } }} />;
  // A short URL of a child record redirects to the nested one.
  const fullPath =
    record && parentId === undefined && descriptor.parent && recordPath(resource, "details", record, tab);
  if (fullPath) return <Navigate to={fullPath} replace />;
  return (
    <ShowContextProvider value={show}>
      <RecordContextProvider value={record}>
        {record ? (
          <ShowHeader descriptor={descriptor} record={record} onCommand={(command) => perform(command, record)} />
        ) : (
          <HeaderSkeleton label={translate("views.details.loading")} />
        )}
        {record && <NextSteps descriptor={descriptor} record={record} />}
        {!children && hasOverview(resource) && (
          <div className={styles.overview}>
            {record && <Overview descriptor={descriptor} record={record} isJournalOpen={tab === "journal"} />}
          </div>
        )}
        {children ??
          ((record || !hasConditions(descriptor)) && <RecordTabs descriptor={descriptor} id={id} record={record} />)}
        {dialog}
      </RecordContextProvider>
    </ShowContextProvider>
  );
}

/** As tall as the header, so that nothing shifts when it loads. */
function HeaderSkeleton({ label }: { label: string }) {
  return (
    <div className="row gap-12 across-24 top below-12" role="status" aria-label={label}>
      <LoadingHeading />
      <div className={styles.name}>
        <Skeleton variant="text" width={120} height={16} />
        <Skeleton variant="text" width={280} height={28} />
        <Skeleton variant="text" width={360} height={44} className="fit" />
      </div>
    </div>
  );
}
