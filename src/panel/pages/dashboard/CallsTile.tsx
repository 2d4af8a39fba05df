import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useLocale, useTranslate } from "ra-core";
import { useState } from "react";
import { StackedBars } from "../../charts/StackedBars.tsx";
import { browserZone } from "../../kinds/dateTime/browserZone.ts";
import { readCalls } from "../../providers/dashboard.ts";
import { listAddress } from "../../resource/listAddress.ts";
import { CallsTable } from "./CallsTable.tsx";
import { type Range, toCallBars, toPeriod } from "./callBars.ts";
import { Tile, TileNote, TileProblem } from "./Tile.tsx";
import { useTile } from "./useTile.ts";

const ranges: readonly Range[] = ["day", "fortnight"];

/** Calls of the last hours or days, answered and not, as a picture or as a table. */
export function CallsTile() {
  const translate = useTranslate();
  const locale = useLocale();
  const [range, setRange] = useState<Range>("day");
  const [isTable, setTable] = useState(false);
  const zone = browserZone();
  const query = useTile(["calls", range], (signal) => readCalls(toPeriod(range, new Date(), zone), signal));
  const bars = query.data && toCallBars(query.data.buckets, query.data.to, range, { zone, locale });
  const all = listAddress("calllists");
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
