import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { UseQueryResult } from "@tanstack/react-query";
import { Fragment, type ReactNode, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import type { CallGrouping, CallSums } from "../../../core/api/dashboardResponse.ts";
import { amountFromCents, amountToCents, roundAmount, toMinorUnits } from "../../../core/values/amount.ts";
import { centsOf, formatMoney } from "../../../core/values/money.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { enumKey } from "../../navigation/labels.ts";
import { listPath } from "../../navigation/listPath.ts";
import { type CallsPeriodOptions, loadCallFigures, loadCallGroups, loadDevices } from "../../providers/dashboard.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { StackedBars } from "../../ui/charts/StackedBars.tsx";
import { useDocumentTitle } from "../../ui/useDocumentTitle.ts";
import {
  busiestOf,
  type CallsRange,
  currencyIn,
  type Measure,
  measuresOf,
  minutesOf,
  toCallBars,
  toPeriod,
} from "./callBars.ts";
import styles from "./callStatistics.module.css";
import { type FiguresRow, FiguresTable } from "./FiguresTable.tsx";
import figuresStyles from "./figures.module.css";
import { Tile, TileError, TileNote, useTile } from "./Tile.tsx";
import { ToggleGroup } from "./ToggleGroup.tsx";

const ranges: readonly CallsRange[] = ["day", "fortnight", "month"];

/** `/callstatistics`: calls over time, and by result, reseller and called domain; what is registered now. */
export function CallStatisticsPage() {
  const translate = useTranslate();
  const access = useAccess();
  const [range, setRange] = useState<CallsRange>("fortnight");
  const title = translate("pages.names.callStatistics");
  useDocumentTitle([title]);
  const seesResellers = access.can(summaryOf("resellers"), "read");
  const groupings: readonly CallGrouping[] = ["result", ...(seesResellers ? (["reseller"] as const) : []), "peer"];
  return (
    <>
      <Typography variant="h1">{title}</Typography>
      <div className="above-12">
        <ToggleGroup
          label={translate("dashboard.calls.range")}
          options={ranges}
          textOf={(option) => translate(`dashboard.calls.${option}`)}
          value={range}
          onChoose={setRange}
        />
      </div>
      <div className={`tiles above-12 ${figuresStyles.figuresGrid} ${styles.grid}`}>
        <OverTime range={range} />
        {groupings.map((grouping) => (
          <Groups key={grouping} grouping={grouping} range={range} />
        ))}
        {access.can(summaryOf("subscriberregistrations"), "read") && <Devices />}
      </div>
      <p className="quiet">{translate("callStatistics.currencies")}</p>
    </>
  );
}

function OverTime({ range }: { readonly range: CallsRange }) {
  const translate = useTranslate();
  const locale = useLocale();
  const [chosen, setMeasure] = useState<Measure>("calls");
  const zone = browserZone();
  const query = useTile(["calls", range], (signal) => loadCallFigures(currentPeriod(range, zone), signal));
  const measures = measuresOf(query.data?.buckets ?? []);
  // Another period may have no costs in that currency.
  const measure = measures.includes(chosen) ? chosen : "calls";
  const currency = currencyIn(measure);
  const kind = currency === undefined ? measure : currency === "" ? "cost" : "costIn";
  const nameOf = (option: Measure) => {
    const paid = currencyIn(option);
    if (!paid) return translate(`callStatistics.measures.${paid === undefined ? option : "cost"}`);
    return translate("callStatistics.measures.costIn", { currency: paid });
  };
  const bars = query.data && toCallBars(query.data.buckets, query.data.to, range, { zone, locale }, measure);
  const { busiest = "", most = 0 } = bars ? busiestOf(bars) : {};
  const peakText = currency
    ? formatMoney(centsOf(most, { unit: "currency" }), locale, currency)
    : most.toLocaleString(locale);
  const params = { period: translate(`dashboard.calls.${range}`), busiest, currency, most: peakText };
  const parts =
    measure === "calls"
      ? { lower: translate("dashboard.calls.answered"), upper: translate("dashboard.calls.unanswered") }
      : { lower: nameOf(measure) };
  return (
    <Tile
      title={translate("callStatistics.overTime")}
      className="whole"
      actions={
        <ToggleGroup
          label={translate("callStatistics.measure")}
          options={measures}
          textOf={nameOf}
          value={measure}
          onChoose={setMeasure}
        />
      }
    >
      {query.isPending && <Skeleton variant="rounded" height={206} />}
      {query.isError && <TileError error={query.error} onRetry={() => query.refetch()} />}
      {bars &&
        (most === 0 ? (
          <TileNote>{translate("dashboard.calls.none")}</TileNote>
        ) : (
          <StackedBars
            title={translate(`callStatistics.picture.${kind}`, params)}
            description={translate("callStatistics.peak", params)}
            bars={bars}
            parts={parts}
          />
        ))}
    </Tile>
  );
}

/** Sums of the calls that have something in common, with a link to them where a filter finds them. */
function Groups({ grouping, range }: { readonly grouping: CallGrouping; readonly range: CallsRange }) {
  const translate = useTranslate();
  const locale = useLocale();
  const zone = browserZone();
  const query = useTile(["callgroups", grouping, range], async (signal) => {
    const period = currentPeriod(range, zone);
    const groups = await loadCallGroups(grouping, period, signal);
    return groups.map((group) => ({ ...group, path: callListPath(grouping, group.key, period) }));
  });
  // Calls of one result are answered all or none.
  const hasAnswered = grouping !== "result";
  return (
    <StatTable
      title={translate(`callStatistics.by.${grouping}`)}
      query={query}
      none={translate("dashboard.calls.none")}
      headings={[
        translate(`callStatistics.of.${grouping}`),
        translate("callStatistics.measures.calls"),
        ...(hasAnswered ? [translate("callStatistics.answered")] : []),
        translate("callStatistics.measures.minutes"),
        translate("callStatistics.measures.cost"),
      ]}
      rowOf={({ key, title, path, ...sums }) => ({
        key,
        name: path ? (
          <Link component={RouterLink} to={path}>
            {grouping === "result" ? translate(enumKey("calls", "call_status", key)) : title}
          </Link>
        ) : (
          <Breakable text={title} />
        ),
        figures: [
          (sums.answered + sums.unanswered).toLocaleString(locale),
          ...(hasAnswered ? [shareOf(sums, locale)] : []),
          minutesOf(sums).toLocaleString(locale),
          costsOf(sums, locale),
        ],
      })}
    />
  );
}

/** Counts the devices that are registered now, by kind. */
function Devices() {
  const translate = useTranslate();
  const locale = useLocale();
  const query = useTile(["devices"], loadDevices);
  return (
    <StatTable
      title={translate("callStatistics.registered.title")}
      query={query}
      none={translate("callStatistics.registered.none")}
      headings={(["agent", "devices", "subscribers"] as const).map((name) =>
        translate(`callStatistics.registered.${name}`),
      )}
      rowOf={({ user_agent, devices, subscribers }) => ({
        key: user_agent ?? "",
        name: user_agent ?? translate("callStatistics.registered.unknown"),
        figures: [devices.toLocaleString(locale), subscribers.toLocaleString(locale)],
      })}
    />
  );
}

/** A domain, which breaks after a dot. */
function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?<=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts neither move nor differ otherwise
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function currentPeriod(range: CallsRange, zone: string): CallsPeriodOptions {
  return toPeriod(range, new Date(), zone);
}

function callListPath(grouping: CallGrouping, key: string, { from }: CallsPeriodOptions): string | null {
  const start_ge = from.toISOString();
  if (grouping === "result") return listPath("calls", { call_status: key, start_ge });
  if (grouping === "reseller") return listPath("calls", { reseller_id: key, start_ge });
  // No filter finds the calls of a domain.
  return null;
}

function shareOf({ answered, unanswered }: CallSums, locale: string): string {
  const share = answered / Math.max(1, answered + unanswered);
  return share.toLocaleString(locale, { style: "percent" });
}

/** The cost of the calls, a line for each currency, to its whole minor unit: a sum needs no parts of a cent. */
function costsOf({ costs }: CallSums, locale: string): ReactNode {
  return Object.entries(costs).map(([currency, cents]) => (
    <div key={currency}>
      {formatMoney(amountToCents(roundAmount(amountFromCents(cents), toMinorUnits(currency))), locale, currency)}
    </div>
  ));
}

interface StatTableProps<T> {
  readonly title: string;
  readonly query: UseQueryResult<readonly T[]>;
  /** Shown instead of an empty table. */
  readonly none: string;
  /** Headings of the columns. */
  readonly headings: readonly string[];
  /** Returns the table row of an entry: its name and figures. */
  readonly rowOf: (entry: T) => FiguresRow;
}

/** A tile with a table of sums. */
function StatTable<T>({ title, query, none, headings, rowOf }: StatTableProps<T>) {
  const translate = useTranslate();
  return (
    <Tile title={title}>
      {query.isPending && <Skeleton variant="rounded" height={120} />}
      {query.isError && <TileError error={query.error} onRetry={() => query.refetch()} />}
      {query.data?.length === 0 && <TileNote>{none}</TileNote>}
      {query.data && query.data.length > 0 && (
        <FiguresTable
          label={translate("dashboard.calls.tableOf", { name: title })}
          headings={headings}
          rows={query.data.map(rowOf)}
        />
      )}
    </Tile>
  );
}
