import Alert from "@mui/material/Alert";
import { Suspense, use } from "react";
import { useTranslate } from "react-admin";
import { Navigate, useLocation, useParams } from "react-router";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { toRefused } from "../../explain/question.ts";
import { LicencePage, NotFoundPage } from "../../page/MessagePage.tsx";
import { pathTo } from "../../paths.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { loadedLate } from "../../providers/later.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { OwnPartsContext } from "../ownParts.ts";
import { FactsSkeleton } from "./FactsSkeleton.tsx";
import { TabContents } from "./TabContents.tsx";
import { TabLinks } from "./TabLinks.tsx";
import { detailsTabs, findTab } from "./tabs.ts";
import { hasOverview, useOverview } from "./useOverview.ts";

const OtherPages = loadedLate(() => import("../../pages/others/OtherPages.tsx"), "OtherPages", ["pages"]);

const noCounts: Readonly<Record<string, number>> = {};

interface RecordTabsProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: string;
  /** Absent while loading. */
  readonly record: PanelRecord | undefined;
}

/** A record's tabs, and the content of the one in the URL; the first by default. */
export function RecordTabs({ descriptor, id, record }: RecordTabsProps) {
  const { parentId, tab, part } = useParams();
  const path = part === undefined ? tab : `${tab}/${part}`;
  const { pathname, search } = useLocation();
  const access = useAccess();
  const translate = useTranslate();
  const { name } = descriptor;
  const { ownTabsOf } = use(OwnPartsContext);
  const { data: overview } = useOverview(name, id, record !== undefined);
  const known = { ...record, id: Number(id) };
  const all = detailsTabs(descriptor, access, known, ownTabsOf(name));
  const shown = all.filter(({ refusal }) => !refusal);
  const current = path === undefined ? shown[0] : findTab(all, path);
  const parts = { id, parentId };
  const counts = overview?.counts ?? (hasOverview(name) ? noCounts : undefined);
  if (!current) {
    // Legacy URLs below a record look like tabs.
    return (
      <OtherPages
        otherwise={
          <>
            <TabLinks resource={name} parts={parts} tabs={shown} current={undefined} counts={counts} />
            <Alert severity="info" role="status">
              {translate("views.details.noTab", { name: path ?? "" })}
            </Alert>
          </>
        }
      />
    );
  }
  if (current.refusal?.why === "absent") return <NotFoundPage />;
  const { refusal } = current;
  if (refusal?.why === "licence") return <LicencePage licence={refusal.licence} />;
  if (refusal) {
    return <Navigate to="/error403" replace state={refusal.question && toRefused(refusal.question)} />;
  }
  const address =
    path !== undefined && path !== current.path && pathTo(name, "details", { ...parts, tab: current.path });
  if (address && address !== pathname + search) return <Navigate to={address} replace />;
  return (
    <>
      <TabLinks resource={name} parts={parts} tabs={shown} current={current} counts={counts} />
      {/* A Suspense boundary per tab: the previous tab does not linger while the next one loads. */}
      <Suspense key={current.path} fallback={<FactsSkeleton />}>
        <TabContents tab={current} descriptor={descriptor} id={id} record={record} />
      </Suspense>
    </>
  );
}
