import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import type { CallsBucket } from "../../../core/dashboardAnswers.ts";
import { wallTime } from "../../../core/dateTime.ts";
import { type Bar, StackedBars } from "../../charts/StackedBars.tsx";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { type CallsPeriod, readCalls } from "../../providers/dashboard.ts";
import { type ListFilter, listAddress } from "../../resource/listAddress.ts";
import { Tile, TileNote, TileProblem, useTile } from "./Tile.tsx";

const ranges: readonly Range[] = ["day", "fortnight"];

/** Answered and unanswered calls of the last hours or days, as a chart or table. */
export function CallsTile() {
  const translate = useTranslate();
  const locale = useLocale();
  const [range, setRange] = useState<Range>("day");
  const [isTable, setTable] = useState(false);
  const zone = browserZone();
  const query = useTile(["calls", range], (signal) => readCalls(toPeriod(range, new Date(), zone), signal));
  const bars = query.data && toCallBars(query.data.buckets, query.data.to, range, { zone, locale });
  const all = listAddress("calls");
  const parts = { lower: translate("dashboard.calls.answered"), upper: translate("dashboard.calls.unanswered") };
  const period = translate(`dashboard.calls.${range}`);
  const sum = bars && sumOf(bars);
  const words = sum && { smart_count: sum.calls, calls: sum.calls.toLocaleString(locale), share: sum.share };
  return (
    <Tile
      title={translate("dashboard.calls.title")}
      className="dash-wide"
      actions={
        <>
          <ToggleButtonGroup
            size="small"
            exclusive
            value={range}
            onChange={(_, chosen: Range | null) => chosen && setRange(chosen)}
            aria-label={translate("dashboard.calls.range")}
          >
            {ranges.map((one) => (
              <ToggleButton key={one} value={one}>
                {translate(`dashboard.calls.${one}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Button size="small" onClick={() => setTable(!isTable)} aria-pressed={isTable}>
            {translate("dashboard.calls.asTable")}
          </Button>
        </>
      }
      {...(all ? { more: { address: all, label: translate("dashboard.calls.all") } } : {})}
    >
      <p className="dash-sum">{words ? translate("dashboard.calls.sum", words) : <Skeleton width={180} />}</p>
      {query.isPending && <Skeleton variant="rounded" height={206} />}
      {query.isError && <TileProblem error={query.error} onRetry={() => query.refetch()} />}
      {bars &&
        (sum?.calls === 0 ? (
          <TileNote>{translate("dashboard.calls.none")}</TileNote>
        ) : isTable ? (
          <CallsTable bars={bars} parts={parts} />
        ) : (
          <StackedBars
            title={translate("dashboard.calls.picture", { period })}
            description={translate("dashboard.calls.description", { ...words, ...busiestOf(bars) })}
            bars={bars}
            parts={parts}
          />
        ))}
    </Tile>
  );
}

type Bars = ReturnType<typeof toCallBars>;

function sumOf(bars: Bars) {
  const answered = bars.reduce((sum, { lower }) => sum + lower, 0);
  const calls = bars.reduce((sum, { lower, upper }) => sum + lower + upper, 0);
  return { calls, share: calls === 0 ? 0 : Math.round((answered / calls) * 100) };
}

function busiestOf(bars: Bars) {
  const busiest = [...bars].sort((one, other) => other.lower + other.upper - (one.lower + one.upper))[0];
  return { busiest: busiest?.label ?? "", most: busiest ? busiest.lower + busiest.upper : 0 };
}

interface CallsTableProps {
  readonly bars: readonly CallBar[];
  readonly parts: { readonly lower: string; readonly upper: string };
}

/** The chart's numbers, newest first; each time links to the calls that started then. */
function CallsTable({ bars, parts }: CallsTableProps) {
  const translate = useTranslate();
  const locale = useLocale();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable.
    <section className="dash-table" tabIndex={0} aria-label={translate("dashboard.calls.asTable")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{translate("dashboard.calls.time")}</th>
            <th scope="col">{parts.lower}</th>
            <th scope="col">{parts.upper}</th>
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map(({ key, label, lower, upper, filter }) => (
            <tr key={key}>
              <th scope="row">
                {lower + upper > 0 ? (
                  <Link component={RouterLink} to={listAddress("calls", filter) ?? "/"}>
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </th>
              <td>{lower.toLocaleString(locale)}</td>
              <td>{upper.toLocaleString(locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Range = "day" | "fortnight";

/** A bar, and the filter that lists its calls. */
interface CallBar extends Bar {
  readonly filter: ListFilter;
}

const HOUR_MS = 3_600_000;

/** The current hour and the 23 before it; today and the 13 days before. */
function toPeriod(range: Range, now: Date, tz: string): CallsPeriod {
  const hours = range === "day" ? 23 : 13 * 24;
  return { by: range === "day" ? "hour" : "day", from: new Date(now.getTime() - hours * HOUR_MS), tz };
}

/** Time zone and language for naming hours and days. */
interface Place {
  readonly zone: string;
  readonly locale: string;
}

/** Labelled bars for a zone's hours or days; `to` is where the last one ends, RFC 3339. */
function toCallBars(buckets: readonly CallsBucket[], to: string, range: Range, { zone, locale }: Place): CallBar[] {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    ...(range === "day"
      ? { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : { weekday: "short", day: "numeric", month: "short" }),
  });
  return buckets.map(({ start, answered, unanswered }, index) => {
    const instant = new Date(start);
    const end = new Date(buckets[index + 1]?.start ?? to);
    const tick = tickOf(instant, range, zone);
    return {
      key: start,
      label: format.format(instant),
      ...(tick ? { tick } : {}),
      lower: answered,
      upper: unanswered,
      // Calls start at whole seconds.
      filter: { start_ge: start, start_le: new Date(end.getTime() - 1000).toISOString().replace(".000Z", "Z") },
    };
  });
}

/** Every third hour, every second day: more labels would overlap on narrow screens. */
function tickOf(instant: Date, range: Range, zone: string): string | undefined {
  const { hour, day, month, year } = wallTime(instant, zone);
  if (range === "day") return hour % 3 === 0 ? `${String(hour).padStart(2, "0")}:00` : undefined;
  const daysOfAll = Math.floor(Date.UTC(year, month - 1, day) / 86_400_000);
  return daysOfAll % 2 === 0 ? `${month}/${day}` : undefined;
}
