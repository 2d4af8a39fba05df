import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslate } from "react-admin";
import { billingPeriods } from "../../../core/telephony/billingPeriods.ts";
import { formatDateTime } from "../../../core/values/dateTime.ts";
import { ReferenceText } from "../../kinds/reference/cells.tsx";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { toHref } from "../../navigation/recordPath.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { canChangeField, recordActions } from "../../views/recordActions/recordActions.ts";
import { ScheduleEditor } from "./ScheduleEditor.tsx";
import styles from "./schedule.module.css";
import { intervalsOf, type Period } from "./schedule.ts";

type State = "past" | "current" | "future";

/** A record's past, current and future billing profiles: as a timeline and as text. */
export function ScheduleTab({ descriptor, record }: CustomTabProps<"contracts" | "customers">) {
  const translate = useTranslate();
  const access = useAccess();
  const [now] = useState(() => new Date());
  const periods = billingPeriods(intervalsOf(record, browserZone()));
  const future = descriptor.fields.find(({ name }) => name === "billing_profiles");
  const edit = recordActions(descriptor, access, record).find(({ name }) => name === "edit");
  return (
    <>
      {edit && "path" in edit && (
        <div className="row at-end below-8">
          <Button variant="outlined" href={toHref(edit.path)}>
            {translate("details.schedule.change")}
          </Button>
        </div>
      )}
      {periods.length === 0 ? (
        <p className="quiet">{translate("details.schedule.empty")}</p>
      ) : (
        <ol className={`card row ${styles.schedule}`} aria-label={translate("details.schedule.label")}>
          {periods.map((period) => (
            <PeriodItem key={period.from.getTime()} period={period} now={now} periods={periods} />
          ))}
        </ol>
      )}
      {future && canChangeField(descriptor, access, record, future) && (
        <ScheduleEditor descriptor={descriptor} record={record} field={future} now={now} />
      )}
    </>
  );
}

function PeriodItem({ period, periods, now }: { period: Period; periods: readonly Period[]; now: Date }) {
  const translate = useTranslate();
  const state = stateOf(period, now);
  const zone = browserZone();
  const { from, to, interval } = period;
  const textKey = to ? "between" : state === "future" ? "from" : "since";
  return (
    <li className={`flex column shrink ${styles[state]}`} style={{ flexGrow: weightOf(period, periods, now) }}>
      <span className={`relative below-4 ${styles.bar}`} aria-hidden>
        {state === "current" && (
          <span className={`absolute ${styles.now}`} style={{ left: `${partOf(period, periods, now)}%` }} />
        )}
      </span>
      <span className={`text-12 tight ${state === "current" ? "accent strong" : "quiet"}`}>
        {translate(`details.schedule.state.${state}`)}
      </span>
      <strong className="anywhere">
        <ReferenceText resource="billingprofiles" id={interval.profileId ?? 0} link />
      </strong>
      <span className="note tight">
        {translate(`details.schedule.${textKey}`, {
          start: formatDateTime(from, zone),
          stop: to ? formatDateTime(to, zone) : "",
        })}
      </span>
    </li>
  );
}

function stateOf({ from, to }: Period, now: Date): State {
  if (from > now) return "future";
  return to !== null && to <= now ? "past" : "current";
}

/** Widths follow the square root of the duration, so that an hour stays visible next to a year. */
function weightOf(period: Period, periods: readonly Period[], now: Date): number {
  return Math.max(1, Math.sqrt(spanOf(period, periods, now) / 86_400_000));
}

/** Elapsed part of the current period in percent. */
function partOf(period: Period, periods: readonly Period[], now: Date): number {
  return Math.min(100, (100 * (now.getTime() - period.from.getTime())) / spanOf(period, periods, now));
}

/**
 * Milliseconds; an open interval extends beyond now, or beyond its own start, for as long as everything before it
 * lasted.
 */
function spanOf({ from, to }: Period, [first]: readonly Period[], now: Date): number {
  const latest = Math.max(from.getTime(), now.getTime());
  const end = to?.getTime() ?? latest + Math.max(86_400_000, (latest - (first?.from ?? from).getTime()) / 3);
  return end - from.getTime();
}
