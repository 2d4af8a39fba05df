import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { ReactNode } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import { type LastChange, OVERVIEW_DAYS, type RecordOverview } from "../../../core/api/overviewResponse.ts";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { formatWeekday } from "../../../core/values/calendarNames.ts";
import { centsOf, formatMoney } from "../../../core/values/money.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { Ago } from "../../kinds/time/Moment.tsx";
import { nameKey } from "../../navigation/labels.ts";
import { recordPath } from "../../navigation/recordPath.ts";
import { legacyResourceOf } from "../../providers/legacyResources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { DayBars } from "../../ui/charts/DayBars.tsx";
import { authorText } from "./authorText.ts";
import styles from "./overview.module.css";
import { useOverview } from "./useOverview.ts";

interface OverviewProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  /** Whether all changes are listed below: then the head does not repeat the last ones. */
  readonly isJournalOpen: boolean;
}

/**
 * Sums up a customer, reseller or subscriber. Each part has its place before it has loaded,
 * as far as the user may read it; the whole is absent where the platform does not answer.
 */
export function Overview({ descriptor, record, isJournalOpen }: OverviewProps) {
  const { name } = descriptor;
  const translate = useTranslate();
  const access = useAccess();
  const isNarrow = useMediaQuery("(max-width: 700px)");
  const { data, isError } = useOverview(name, record.id, true);
  // Not nothing: an empty place would keep the room that waits for it.
  if (isError) return <span hidden />;
  const mayRead = (resource: string) => access.can(summaryOf(resource), "read");
  const tabOf = (tab: string) => recordPath(name, "details", record, tab);
  const hasCalls = mayRead("calls");
  const hasChanges = !isJournalOpen && descriptor.journal && access.can(legacyResourceOf("journals"), "read");
  return (
    <section className="row below-12" aria-label={translate("overview.label")}>
      {name !== "subscribers" && mayRead("subscribers") && (
        <Tile
          title={translate(nameKey("subscribers"), { smart_count: 2 })}
          path={name === "customers" ? tabOf("subscribers") : null}
        >
          {data && <Used {...data} />}
        </Tile>
      )}
      {name === "customers" && mayRead("customerbalances") && (
        <Tile title={translate("overview.balance")} path={tabOf("contract-balance")}>
          {data && <Balance {...data} />}
        </Tile>
      )}
      {hasCalls && (
        <Tile
          title={translate("overview.calls", { smart_count: OVERVIEW_DAYS })}
          path={tabOf("calls")}
          className={styles.calls}
          isFolded={isNarrow}
        >
          {data && <Calls {...data} />}
        </Tile>
      )}
      {hasChanges && (
        <Tile
          title={translate("overview.changes")}
          path={tabOf("journal")}
          className={styles.changes}
          isFolded={isNarrow}
        >
          {data && <Changes {...data} />}
        </Tile>
      )}
    </section>
  );
}

interface TileProps {
  readonly title: string;
  /** Path of the complete page; null if there is none. */
  readonly path: string | null;
  readonly className?: string;
  /** Shows only the title until it is opened, where there is little room. */
  readonly isFolded?: boolean;
  /** Absent while loading. */
  readonly children: ReactNode;
}

function Tile({ title, path, className = "", isFolded = false, children }: TileProps) {
  const translate = useTranslate();
  const link = path ? (
    <Link component={RouterLink} to={path} color="inherit">
      {title}
    </Link>
  ) : (
    title
  );
  const content = children ?? <Skeleton variant="text" width="70%" height={32} />;
  if (isFolded)
    return (
      <details className={`card stack gap-2 packed shrink pad-8-12 cut ${styles.tile} ${styles.fold} ${className}`}>
        <summary className="note tight">{title}</summary>
        {content}
        {path && (
          <Link component={RouterLink} to={path} className="block text-13">
            {translate("overview.all")}
          </Link>
        )}
      </details>
    );
  return (
    <div className={`card stack gap-2 packed shrink pad-8-12 cut ${styles.tile} ${className}`}>
      <span className="note tight">{link}</span>
      {content}
    </div>
  );
}

/** The number of subscribers, and how many there may be. */
function Used({ subscribers }: RecordOverview) {
  const translate = useTranslate();
  const locale = useLocale();
  if (!subscribers) return <None />;
  const { used, max } = subscribers;
  const text = (value: number) => value.toLocaleString(locale);
  if (max === null) return <span className={`block strong ${styles.figure}`}>{text(used)}</span>;
  const share = max === 0 ? 100 : Math.min(100, (used / max) * 100);
  return (
    <>
      <span className={`block strong ${styles.figure}`}>
        {translate("overview.usedOf", { used: text(used), max: text(max) })}
      </span>
      <span className={`block above-4 sunken cut ${styles.meter} ${used >= max ? styles.isFull : ""}`} aria-hidden>
        <span style={{ width: `${share}%` }} />
      </span>
    </>
  );
}

function Balance({ balance }: RecordOverview) {
  const locale = useLocale();
  if (!balance) return <None />;
  return (
    <span className={`block strong ${styles.figure} ${balance.cash < 0 ? "danger" : ""}`}>
      {formatMoney(centsOf(balance.cash, { unit: "currency" }), locale, balance.currency)}
    </span>
  );
}

/** Calls per day: the sum in words, and as bars. */
function Calls({ calls }: RecordOverview) {
  const translate = useTranslate();
  const locale = useLocale();
  if (!calls) return <None />;
  const bars = calls.buckets.map(({ start, answered, unanswered }) => {
    const day = formatWeekday(new Date(start), browserZone(), locale);
    const sum = answered + unanswered;
    return {
      key: start,
      day,
      sum,
      label: translate("overview.day", { smart_count: sum, day, calls: sum.toLocaleString(locale) }),
      lower: answered,
      upper: unanswered,
    };
  });
  const all = bars.reduce((sum, bar) => sum + bar.sum, 0);
  const answered = bars.reduce((sum, { lower }) => sum + lower, 0);
  if (all === 0) return <span className={`block strong ${styles.figure}`}>{translate("overview.noCalls")}</span>;
  const busiest = bars.reduce((most, bar) => (bar.sum > most.sum ? bar : most));
  const sumText = translate("overview.sum", { smart_count: all, calls: all.toLocaleString(locale) });
  const share = translate("overview.answered", {
    share: new Intl.NumberFormat(locale, { style: "percent" }).format(answered / all),
  });
  return (
    <div className={`stack gap-16 end ${styles.chart}`}>
      <span>
        <span className={`block strong ${styles.figure}`}>{sumText}</span>
        <span className="note tight block unbroken">{share}</span>
      </span>
      <DayBars label={translate("overview.picture", { words: sumText, share, busiest: busiest.label })} bars={bars} />
    </div>
  );
}

function Changes({ changes }: RecordOverview) {
  const translate = useTranslate();
  if (!changes) return <None />;
  if (changes.length === 0) return <span className="quiet">{translate("overview.noChanges")}</span>;
  return (
    <ul>
      {changes.map((change) => (
        <RecentChangeLine key={change.id} change={change} />
      ))}
    </ul>
  );
}

function RecentChangeLine({
  change: { operation, timestamp, username, is_scheduled },
}: {
  readonly change: LastChange;
}) {
  const translate = useTranslate();
  return (
    <li className="clip text-13">
      {translate(`views.journal.operation.${operation}`, { _: operation })}{" "}
      <span className="quiet">
        {authorText({ username, isScheduled: is_scheduled }, translate)}
        {" · "}
        <Ago at={timestamp} />
      </span>
    </li>
  );
}

function None() {
  const translate = useTranslate();
  return <span className="quiet">{translate("views.details.none")}</span>;
}
