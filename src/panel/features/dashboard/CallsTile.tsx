import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import { useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { DataTable } from "../../kit/dataTable/DataTable.tsx";
import { listPath } from "../../navigation/listPath.ts";
import { loadCallFigures } from "../../providers/dashboard.ts";
import { StackedBars } from "../../ui/charts/StackedBars.tsx";
import { busiestOf, type CallBar, type CallsRange, toCallBars, toPeriod } from "./callBars.ts";
import styles from "./dashboard.module.css";
import { Tile, TileError, TileNote, useTile } from "./Tile.tsx";
import { ToggleGroup } from "./ToggleGroup.tsx";

const ranges: readonly CallsRange[] = ["day", "fortnight"];

/** Answered and unanswered calls of the last hours or days, as a chart or table. */
export function CallsTile() {
  const translate = useTranslate();
  const locale = useLocale();
  const [range, setRange] = useState<CallsRange>("day");
  const [isTable, setTable] = useState(false);
  const zone = browserZone();
  const query = useTile(["calls", range], (signal) => loadCallFigures(toPeriod(range, new Date(), zone), signal));
  const bars = query.data && toCallBars(query.data.buckets, query.data.to, range, { zone, locale });
  const all = listPath("calls");
  const parts = { lower: translate("dashboard.calls.answered"), upper: translate("dashboard.calls.unanswered") };
  const period = translate(`dashboard.calls.${range}`);
  const sum = bars && sumOf(bars);
  const params = sum && { smart_count: sum.calls, calls: sum.calls.toLocaleString(locale), share: sum.share };
  return (
    <Tile
      title={translate("dashboard.calls.title")}
      className={styles.wide}
      actions={
        <>
          <ToggleGroup
            label={translate("dashboard.calls.range")}
            options={ranges}
            textOf={(option) => translate(`dashboard.calls.${option}`)}
            value={range}
            onChoose={setRange}
          />
          <Button size="small" onClick={() => setTable(!isTable)} aria-pressed={isTable}>
            {translate("dashboard.calls.asTable")}
          </Button>
        </>
      }
      {...(all ? { more: { path: all, label: translate("dashboard.calls.all") } } : {})}
    >
      <p className={`quiet below-8 ${styles.sum}`}>
        {params ? translate("dashboard.calls.sum", params) : <Skeleton width={180} />}
      </p>
      {query.isPending && <Skeleton variant="rounded" height={206} />}
      {query.isError && <TileError error={query.error} onRetry={() => query.refetch()} />}
      {bars &&
        (sum?.calls === 0 ? (
          <TileNote>{translate("dashboard.calls.none")}</TileNote>
        ) : isTable ? (
          <CallsTable bars={bars} parts={parts} />
        ) : (
          <StackedBars
            title={translate("dashboard.calls.picture", { period })}
            description={translate("dashboard.calls.description", { ...params, ...busiestOf(bars) })}
            bars={bars}
            parts={parts}
          />
        ))}
    </Tile>
  );
}

function sumOf(bars: readonly CallBar[]) {
  const answered = bars.reduce((sum, { lower }) => sum + lower, 0);
  const calls = bars.reduce((sum, { lower, upper }) => sum + lower + upper, 0);
  return { calls, share: calls === 0 ? 0 : Math.round((answered / calls) * 100) };
}

interface CallsTableProps {
  readonly bars: readonly CallBar[];
  readonly parts: { readonly lower: string; readonly upper: string };
}

const Column = DataTable.Col<CallBar>;

/** The chart's numbers, newest first; each time links to the calls that started then. */
function CallsTable({ bars, parts }: CallsTableProps) {
  const translate = useTranslate();
  const locale = useLocale();
  return (
    <section
      className={`below-headings ${styles.scroll}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable.
      tabIndex={0}
      aria-label={translate("dashboard.calls.asTable")}
    >
      <DataTable data={bars.toReversed()} className={`table figures ${styles.figures}`}>
        <Column
          isTitle
          label="dashboard.calls.time"
          render={({ label, lower, upper, filter }) =>
            lower + upper > 0 ? (
              <Link component={RouterLink} to={listPath("calls", filter) ?? "/"}>
                {label}
              </Link>
            ) : (
              label
            )
          }
        />
        <Column label={parts.lower} render={({ lower }) => lower.toLocaleString(locale)} />
        <Column label={parts.upper} render={({ upper }) => upper.toLocaleString(locale)} />
      </DataTable>
    </section>
  );
}
