import { useId, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { FieldDescriptor, Json } from "../../../core/schema/descriptor.ts";
import type { BalanceRow, ProfilePackage } from "../../../core/telephony/balances/balance.ts";
import { simulatePackage } from "../../../core/telephony/balances/simulation.ts";
import { type Amount, amountFromCents, amountToCents, amountToUnits } from "../../../core/values/amount.ts";
import { formatDate, formatDateTime, withoutYear } from "../../../core/values/dateTime.ts";
import { formatMoney } from "../../../core/values/money.ts";
import { noErrors } from "../../kinds/controls/InputProps.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { DataTable } from "../../kit/dataTable/DataTable.tsx";
import { StackedBars } from "../../ui/charts/StackedBars.tsx";
import styles from "./packages.module.css";
import { packageCurrency, type RecordsById, toBalanceProfile } from "./records.ts";

/** Intervals that are played. */
const INTERVAL_COUNT = 12;
/** The amount spent until something else is typed. */
const SPENDING_CENTS = 500;

const field: FieldDescriptor = { name: "amount", kind: "money", required: true, unit: "cents", minimum: 0 };

interface IntervalPlayProps {
  readonly profilePackage: ProfilePackage;
  readonly profiles: RecordsById<"billingprofiles">;
}

/** The first intervals of a customer that is created now, spends so much in each and tops up so much. */
export function IntervalPlay({ profilePackage, profiles }: IntervalPlayProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const id = useId();
  const [created] = useState(() => new Date());
  const [spending, setSpending] = useState<Json>(SPENDING_CENTS);
  const [topUp, setTopUp] = useState<Json>(0);
  const currency = packageCurrency(profilePackage, profiles);
  const zone = browserZone();
  const habit = habitOf(spending, topUp);
  const contract = {
    created,
    zone,
    serverZone: zone,
    profileOf: (profileId: number) => toBalanceProfile(profileId, profiles),
  };
  const rows = habit && simulatePackage(contract, profilePackage, habit, INTERVAL_COUNT);
  const isShort = ["minute", "hour"].includes(profilePackage.balance_interval_unit);
  const format = (instant: Date) => (isShort ? formatDateTime(instant, zone) : formatDate(instant, zone));
  const money = (amount: Amount) => formatMoney(amountToCents(amount), locale, currency);
  const amountInput = (name: "spending" | "topUp", value: Json, onChange: (value: Json) => void) => (
    <KindInput
      id={`${id}-${name}`}
      resource="profilepackages"
      path={name}
      field={field}
      value={value}
      onChange={onChange}
      label={translate(`packages.play.${name}`)}
      required
      errors={isAmount(value) ? noErrors : { "": translate("packages.play.invalid") }}
    />
  );
  const last = rows?.at(-1);
  return (
    <section className="card below-12 pad-12-16">
      <h2 className="below-8">{translate("packages.play.title")}</h2>
      <p className="quiet below-8">{translate("packages.play.help")}</p>
      <div className={`stack gap-16 above-16 below-16 ${styles.habit}`}>
        {amountInput("spending", spending, setSpending)}
        {amountInput("topUp", topUp, setTopUp)}
      </div>
      {rows && last && (
        <>
          <StackedBars
            title={translate("packages.play.title")}
            description={translate("packages.play.end", { amount: money(last.cash_balance) })}
            bars={rows.map((row) => ({
              key: row.start.toISOString(),
              label: format(row.start),
              tick: withoutYear(format(row.start)),
              lower: amountToUnits(row.cash_balance),
              upper: amountToUnits(row.cash_balance_interval),
            }))}
            parts={{ lower: translate("packages.play.left"), upper: translate("packages.play.spent") }}
          />
          <IntervalTable rows={rows} format={format} money={money} />
        </>
      )}
    </section>
  );
}

interface IntervalTableProps {
  readonly rows: readonly BalanceRow[];
  readonly format: (instant: Date) => string;
  readonly money: (amount: Amount) => string;
}

const Column = DataTable.Col<BalanceRow>;

/** The numbers of the drawing, with what happens to the customer. */
function IntervalTable({ rows, format, money }: IntervalTableProps) {
  const translate = useTranslate();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable.
    <section className="above-12 scroll" tabIndex={0} aria-label={translate("packages.play.title")}>
      <DataTable data={rows} className={`table unbroken ${styles.table}`}>
        <Column
          isTitle
          label="packages.play.interval"
          render={({ start, end }) =>
            end
              ? translate("packages.play.between", { start: format(start), end: format(end) })
              : translate("packages.play.from", { start: format(start) })
          }
        />
        <Column label="packages.play.initial" render={(row) => money(row.initial_cash_balance)} />
        <Column label="packages.play.spent" render={(row) => money(row.cash_balance_interval)} />
        <Column label="packages.play.left" render={(row) => money(row.cash_balance)} />
        <Column
          label="packages.play.events"
          render={(row) =>
            eventsOf(row)
              .map((event) => translate(`packages.play.happens.${event}`))
              .join(", ")
          }
        />
      </DataTable>
    </section>
  );
}

function eventsOf({ topup_count, underrun_lock, underrun_profiles }: BalanceRow): string[] {
  return [
    ...(topup_count > 0 ? ["topUp"] : []),
    ...(underrun_lock ? ["locked"] : []),
    ...(underrun_profiles ? ["profiles"] : []),
  ];
}

/** Undefined while an amount is not one. */
function habitOf(spending: Json, topUp: Json): { readonly spending: Amount; readonly topUp: Amount } | undefined {
  if (!isAmount(spending) || !isAmount(topUp)) return undefined;
  return { spending: amountFromCents(spending), topUp: amountFromCents(topUp) };
}

function isAmount(value: Json): value is number {
  return typeof value === "number" && value >= 0;
}
