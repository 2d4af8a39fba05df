import Button from "@mui/material/Button";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Identifier, useLocale, useTranslate } from "react-admin";
import {
  type CustomerZoneCosts,
  type ZoneCost,
  type ZoneDirection,
  zoneDirections,
} from "../../../core/telephony/zoneCosts.ts";
import { addAmounts, amountFromCents, amountToCents } from "../../../core/values/amount.ts";
import { formatMonth, wallTime } from "../../../core/values/dateTime.ts";
import { formatDuration } from "../../../core/values/duration.ts";
import { formatMoney } from "../../../core/values/money.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { FactsSkeleton } from "../../kit/Skeletons.tsx";
import { fetchObject } from "../../providers/fetchObject.ts";
import { itemPath } from "../../providers/rest.ts";
import { TableHead } from "../../ui/TableHead.tsx";
import { LoadError } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import styles from "./zoneCosts.module.css";

/** Shows the cost of a customer's calls of a month in each zone: as a table with a bar for each. */
export function ZoneCostsTab({ record }: CustomTabProps<"customers">) {
  const translate = useTranslate();
  const [month, setMonth] = useState<Month>(() => wallTime(new Date(), browserZone()));
  const [direction, setDirection] = useState<ZoneDirection>("in_out");
  const { data, error, refetch } = useQuery({
    queryKey: ["customerzonecosts", record.id, month.year, month.month, direction],
    queryFn: ({ signal }) => loadZoneCosts(record.id, month, direction, signal),
    placeholderData: keepPreviousData,
  });
  const move = (by: number) => {
    const date = new Date(Date.UTC(month.year, month.month - 1 + by));
    setMonth({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 });
  };
  const caption = translate("details.zoneCosts.caption", { month: formatMonth(month) });
  const question = { resource: "customerfraudpreferences", right: "read", record: { id: record.id } } as const;
  return (
    <>
      <div className="row at-end below-8">
        <Button size="small" variant="outlined" onClick={() => move(-1)}>
          {translate("details.zoneCosts.previous")}
        </Button>
        <Button size="small" variant="outlined" onClick={() => move(1)}>
          {translate("details.zoneCosts.next")}
        </Button>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={direction}
          onChange={(_, chosen: ZoneDirection | null) => chosen && setDirection(chosen)}
          aria-label={translate("details.zoneCosts.direction")}
        >
          {zoneDirections.map((option) => (
            <ToggleButton key={option} value={option}>
              {translate(`details.zoneCosts.${option}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
      {error ? (
        <LoadError error={error} question={question} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <ZoneTable caption={caption} zoneCosts={data} />
          {data.former?.map((costs) => (
            <ZoneTable
              key={costs.currency ?? ""}
              caption={`${caption} (${costs.currency ?? "–"})`}
              zoneCosts={{ ...data, ...costs }}
            />
          ))}
          <p className="quiet">{translate("views.clock.platform")}</p>
        </>
      ) : (
        <FactsSkeleton />
      )}
    </>
  );
}

/** Amounts of a row, where the platform tells them. */
const amounts = ["customercost", "resellercost", "carriercost"] as const;

interface ZoneTableProps {
  readonly caption: string;
  readonly zoneCosts: CustomerZoneCosts;
}

function ZoneTable({ caption, zoneCosts }: ZoneTableProps) {
  const { zones: costs, currency, reseller_currency } = zoneCosts;
  const translate = useTranslate();
  const locale = useLocale();
  const zones = Object.entries(costs).sort(([, a], [, b]) => b.customercost - a.customercost);
  const visibleAmounts = amounts.filter((name) => zones.some(([, cost]) => cost[name] !== undefined));
  const most = Math.max(1, ...zones.map(([, { customercost }]) => customercost));
  const cells = (cost: ZoneCost) => (
    <>
      <td>{cost.number.toLocaleString(locale)}</td>
      {visibleAmounts.map((name) => (
        <td key={name}>
          {formatMoney(cost[name] ?? 0, locale, name === "customercost" ? currency : reseller_currency)}
        </td>
      ))}
      <td>{formatDuration(cost.duration, locale)}</td>
      <td>{formatDuration(cost.free_time, locale)}</td>
    </>
  );
  return (
    <table className={`table block figures scroll unbroken ${styles.zoneCosts}`}>
      <caption className="block strong pad-8-12">{caption}</caption>
      {zones.length === 0 ? (
        <tbody>
          <tr>
            <td className="quiet">{translate("details.zoneCosts.empty")}</td>
          </tr>
        </tbody>
      ) : (
        <>
          <TableHead
            headings={["zone", "calls", ...visibleAmounts, "duration", "freeTime"].map((name) =>
              translate(`details.zoneCosts.${name}`),
            )}
          />
          <tbody>
            {zones.map(([zone, cost]) => (
              <tr key={zone}>
                <th scope="row">
                  {zone || translate("details.zoneCosts.none")}
                  <span
                    className={`block above-4 ${styles.zoneBar}`}
                    aria-hidden
                    style={{ width: `${(100 * cost.customercost) / most}%` }}
                  />
                </th>
                {cells(cost)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="strong">
              <th scope="row">{translate("details.zoneCosts.total")}</th>
              {cells(sumOf(zones.map(([, cost]) => cost)))}
            </tr>
          </tfoot>
        </>
      )}
    </table>
  );
}

function sumOf(costs: readonly ZoneCost[]): ZoneCost {
  const sum = (name: "duration" | "free_time" | "number") => costs.reduce((total, cost) => total + cost[name], 0);
  const paid = (name: (typeof amounts)[number]) =>
    amountToCents(addAmounts(...costs.map((cost) => amountFromCents(cost[name] ?? 0))));
  return {
    customercost: paid("customercost"),
    resellercost: paid("resellercost"),
    carriercost: paid("carriercost"),
    duration: sum("duration"),
    free_time: sum("free_time"),
    number: sum("number"),
  };
}

/** A calendar month on the clock of the platform. */
interface Month {
  readonly year: number;
  /** Number of the month, from 1. */
  readonly month: number;
}

/** Loads the cost of a customer's calls of a month by zone. Rejects with an HttpError. */
async function loadZoneCosts(
  customer: Identifier,
  { year, month }: Month,
  direction: ZoneDirection,
  signal?: AbortSignal,
): Promise<CustomerZoneCosts> {
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const prefix = `${year}-${String(month).padStart(2, "0")}`;
  const query = { start: `${prefix}-01T000000`, end: `${prefix}-${days}T235959`, direction };
  return fetchObject({ path: itemPath("customerzonecosts", customer), query, signal }, {});
}
