import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import ErrorOutlineOutlined from "@mui/icons-material/ErrorOutlineOutlined";
import Schedule from "@mui/icons-material/Schedule";
import WarningAmberOutlined from "@mui/icons-material/WarningAmberOutlined";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import { useQueries } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import type { Json } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { nameKey } from "../../navigation/labels.ts";
import { type ListFilter, listPath } from "../../navigation/listPath.ts";
import { type FirstRecords, loadCounter, loadFirstRecords } from "../../providers/dashboard.ts";
import { readText } from "../../providers/rest.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { formatList } from "../../providers/texts.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import styles from "./dashboard.module.css";
import { RecordLink, SketchedRows, Tile, TileNote, useTile } from "./Tile.tsx";

interface AttentionTileProps {
  readonly questions: readonly AttentionCheck[];
  /** Whether the platform's own state concerns this user. */
  readonly hasSystem: boolean;
}

/** Rows reserved at first: loading must not push the other tiles down. */
const VISIBLE_ROWS = 5;
/** Most records named next to a count. */
const MAX_NAMED_RECORDS = 3;

/**
 * A list of everything that is broken or waits for a decision; each line links to the list of exactly these records.
 */
export function AttentionTile({ questions, hasSystem }: AttentionTileProps) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const results = useQueries({
    queries: questions.map(({ key, resource, filter }) => ({
      queryKey: ["dashboard", "attention", key],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        loadFirstRecords(resource, { ...filter }, MAX_NAMED_RECORDS, signal),
    })),
  });
  const settled = questions.map((question, index) => ({ question, result: results[index] }));
  const failed = settled.filter(({ result }) => result?.isError);
  const alerts = settled.flatMap(({ question, result }) =>
    result?.data && result.data.total > 0 ? [{ question, few: result.data }] : [],
  );
  const isLoading = results.some(({ isPending }) => isPending);
  const visibleAlerts = isOpen ? alerts : alerts.slice(0, VISIBLE_ROWS);
  return (
    <Tile title={translate("dashboard.attention.title")}>
      {hasSystem && <SystemRows />}
      {isLoading ? (
        <SketchedRows rows={VISIBLE_ROWS} />
      ) : (
        <ul className="divided">
          {visibleAlerts.map(({ question, few }) => (
            <AttentionRow key={question.key} question={question} few={few} />
          ))}
          {failed.map(({ question, result }) => (
            <li
              key={question.key}
              className={`row gap-4 across-16 middle pad-8-12 anywhere round-8 ${styles.error}`}
              role="alert"
            >
              {translate("dashboard.attention.unknown", {
                name: translate(nameKey(question.resource), { smart_count: 2 }),
                reason: requestErrorText(translate, result?.error),
              })}
              <Button size="small" onClick={() => result?.refetch()}>
                {translate("dashboard.retry")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isLoading && alerts.length === 0 && failed.length === 0 && (
        <TileNote>{translate("dashboard.attention.nothing")}</TileNote>
      )}
      {!isOpen && alerts.length > VISIBLE_ROWS && (
        <Button size="small" onClick={() => setOpen(true)}>
          {translate("dashboard.attention.more", { smart_count: alerts.length - VISIBLE_ROWS })}
        </Button>
      )}
    </Tile>
  );
}

/** A linked count, and the first records by name. */
function AttentionRow({ question, few }: { readonly question: AttentionCheck; readonly few: FirstRecords }) {
  const translate = useTranslate();
  const locale = useLocale();
  const { key, resource, filter, isFailure } = question;
  const { parent } = summaryOf(resource);
  const first = few.records[0]?.record;
  const parentId = parent && first?.[parent.reference];
  const path = listPath(resource, filter, parentId === undefined ? undefined : String(parentId));
  const text = translate(`dashboard.attention.${key}`, { smart_count: few.total });
  const names = formatList(
    few.records.map(({ title }) => title),
    locale,
  );
  const Icon = isFailure ? ErrorOutlineOutlined : Schedule;
  return (
    <li className={styles.point}>
      <Icon fontSize="small" className={isFailure ? "danger" : "warning"} aria-hidden="true" />
      {path ? (
        <Link component={RouterLink} to={path} className="clip shrink tall">
          {text}
        </Link>
      ) : (
        <span className="clip shrink tall">{text}</span>
      )}
      <span className={`second clip note tall ${styles.names}`} title={names}>
        {few.records.map(({ record }, index) => (
          <Fragment key={record.id}>
            {index > 0 && ", "}
            <RecordLink resource={resource} record={record} />
          </Fragment>
        ))}
        {few.total > few.records.length && ", …"}
      </span>
    </li>
  );
}

const widget = "AdminSystemOverview";

/** The platform's state and domains in emergency mode; lines that the platform does not report are absent. */
function SystemRows() {
  const translate = useTranslate();
  const status = useTile(["overall_status"], (signal) => loadCounter("overall_status", widget, signal));
  const emergency = useTile(["emergency_mode"], (signal) => loadCounter("emergency_mode", widget, signal));
  const state = toState(status.data);
  const inEmergency = Number(emergency.data ?? 0);
  return (
    <ul className="divided">
      {/* Its room, so that the lines below stay where they are. */}
      {status.isPending && (
        <li className={styles.point} aria-hidden="true">
          <Skeleton variant="circular" width={20} height={20} />
          <Skeleton width="60%" height={24} />
        </li>
      )}
      {state && (
        <li className={styles.point}>
          <state.Icon fontSize="small" className={state.tone} aria-hidden="true" />
          <span className="clip shrink tall">{state.text}</span>
        </li>
      )}
      {inEmergency > 0 && (
        <li className={styles.point}>
          <ErrorOutlineOutlined fontSize="small" className="danger" aria-hidden="true" />
          <span className="clip shrink tall">
            {translate("dashboard.attention.emergency", { smart_count: inEmergency })}
          </span>
        </li>
      )}
    </ul>
  );
}

/** The platform sends its state as a class of its legacy style sheet and a text. */
function toState(status: Json | undefined) {
  if (!isObject(status) || typeof status.text !== "string") return null;
  const name = readText(status, "class") ?? "";
  if (name.includes("error")) return { text: status.text, Icon: ErrorOutlineOutlined, tone: "danger" };
  if (name.includes("warning")) return { text: status.text, Icon: WarningAmberOutlined, tone: "warning" };
  return { text: status.text, Icon: CheckCircleOutlined, tone: "success" };
}

/** Something that may need attention: the records of a list with these filters. */
export interface AttentionCheck {
  /** Names its text, `dashboard.attention.<key>`. */
  readonly key: string;
  readonly resource: string;
  readonly filter: ListFilter;
  /** Only our platform has the filter; others would return everything. */
  readonly isExtension?: boolean;
  /** Something is broken, rather than waiting for a decision. */
  readonly isFailure?: boolean;
}

/** Sorted by priority. */
export const attentionChecks: readonly AttentionCheck[] = [
  { key: "serversDisabled", resource: "peeringservers", filter: { enabled: false }, isFailure: true },
  {
    key: "ratingFailed",
    resource: "calls",
    filter: { rating_status: "failed" },
    isExtension: true,
    isFailure: true,
  },
  { key: "bannedIps", resource: "bannedips", filter: {}, isFailure: true },
  { key: "bannedUsers", resource: "bannedusers", filter: {}, isFailure: true },
  { key: "resellersLocked", resource: "resellers", filter: { status: "locked" } },
  { key: "contractsPending", resource: "contracts", filter: { status: "pending" } },
  { key: "contractsLocked", resource: "contracts", filter: { status: "locked" } },
  { key: "customersPending", resource: "customers", filter: { status: "pending" } },
  { key: "customersLocked", resource: "customers", filter: { status: "locked" } },
  { key: "subscribersLocked", resource: "subscribers", filter: { status: "locked" }, isExtension: true },
];
