import Alert from "@mui/material/Alert";
import { useLocale, useTranslate } from "react-admin";
import type { CallPrice, NamedFee, Price, PriceStep } from "../../../core/telephony/rating/callPrice.ts";
import type { FeeMismatch } from "../../../core/telephony/rating/explainFees.ts";
import { formatDateTime, parseWireInstant } from "../../../core/values/dateTime.ts";
import { formatClock, formatDuration } from "../../../core/values/duration.ts";
import { formatExactMoney } from "../../../core/values/money.ts";
import { enumKey } from "../../navigation/labels.ts";
import { recordPath, toHref } from "../../navigation/recordPath.ts";
import type { CallQuestion } from "../../providers/callPrice.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { TableHead } from "../../ui/TableHead.tsx";
import styles from "./price.module.css";

/** The profile, as far as its prices go. */
type PricedProfile = Pick<RecordOf<"billingprofiles">, "id" | "currency">;

interface PriceResultProps {
  readonly callPrice: CallPrice;
  readonly question: CallQuestion;
  readonly profile: PricedProfile;
}

/** The fee that applies, the price step by step, and why no other fee applies. */
export function PriceResult({ callPrice, question, profile }: PriceResultProps) {
  const translate = useTranslate();
  const { fee, attempt, price, losses, others, time_zone: zone } = callPrice;
  const start = parseWireInstant(question.start ?? "", zone);
  // A domain is only worth telling to those who asked with one.
  const hasDomain = [question.caller, question.callee].some((text) => text?.includes("@"));
  return (
    <>
      {fee && price ? (
        <>
          <section className="card stack gap-8 below-12 pad-12-16 anywhere" aria-labelledby="price-fee">
            <h2 id="price-fee">{translate("price.fee")}</h2>
            <p className="text-16 tall">
              <FeeName fee={fee} profile={profile} />
            </p>
            {(attempt !== "domain" || hasDomain) && <p className="quiet">{translate(`price.attempts.${attempt}`)}</p>}
          </section>
          <section className="card stack gap-8 below-12 pad-12-16 anywhere" aria-labelledby="price-steps">
            <h2 id="price-steps">{translate("price.price")}</h2>
            <Steps price={price} profile={profile} />
            {start && (
              <p className="quiet">
                {translate("price.zone", { zone, time: formatDateTime(start, zone, { seconds: true }) })}
              </p>
            )}
          </section>
        </>
      ) : (
        <Alert severity="info">{translate(`price.none.${question.direction === "in" ? "in" : "out"}`)}</Alert>
      )}
      {losses.length > 0 && (
        <section className="card stack gap-8 below-12 pad-12-16 anywhere" aria-labelledby="price-losses">
          <h2 id="price-losses">{translate("price.losses")}</h2>
          <ul className="divided">
            {losses.map((loss) => (
              <Loss key={loss.fee.id} loss={loss} profile={profile} />
            ))}
          </ul>
          {others > losses.length && (
            <p className="quiet">{translate("price.more", { smart_count: others - losses.length })}</p>
          )}
        </section>
      )}
    </>
  );
}

interface FeeNameProps {
  readonly fee: NamedFee;
  readonly profile: PricedProfile;
}

/** A fee by what it matches, and its zone; both are links. */
function FeeName({ fee, profile }: FeeNameProps) {
  const translate = useTranslate();
  const parent = { billing_profile_id: profile.id };
  const to = recordPath("billingfees", "edit", { id: fee.id, ...parent });
  const zone = recordPath("billingzones", "details", { id: fee.billing_zone_id, ...parent });
  const source = fee.source && fee.match_mode !== "exact_destination" && fee.source !== "." ? fee.source : null;
  return (
    <span className="row gap-2 across-8 baseline">
      <a href={to ? toHref(to) : undefined}>
        {source !== null && (
          <>
            <code>{source}</code> →{" "}
          </>
        )}
        <code>{fee.destination}</code>
      </a>
      <span>{translate(enumKey("billingfees", "match_mode", fee.match_mode))}</span>
      <a href={zone ? toHref(zone) : undefined}>{[fee.zone, fee.detail].filter(Boolean).join(" · ")}</a>
    </span>
  );
}

function Loss({ loss, profile }: { readonly loss: FeeMismatch<NamedFee>; readonly profile: PricedProfile }) {
  const translate = useTranslate();
  const [ownLength, applied] = loss.lengths ?? [];
  return (
    <li className="halves gap-2 pad-block-4">
      <FeeName fee={loss.fee} profile={profile} />
      <span className="quiet">{translate(`price.reasons.${loss.reason}`, { own: ownLength, applied })}</span>
    </li>
  );
}

/** The charges, one line for all intervals alike, and their sum. */
function Steps({ price, profile }: { readonly price: Price; readonly profile: PricedProfile }) {
  const translate = useTranslate();
  const locale = useLocale();
  const money = useMoney(profile);
  const percent = new Intl.NumberFormat(locale, { style: "unit", unit: "percent", maximumFractionDigits: 6 });
  return (
    <table className={`table ${styles.steps}`}>
      <TableHead headings={["after", "interval", "rate", "cost"].map((name) => translate(`price.${name}`))} />
      <tbody>
        {price.steps.map((step) => (
          <RatePeriod key={step.elapsed} step={step} profile={profile} />
        ))}
        {price.steps.length === 0 && (
          <tr>
            <td colSpan={4}>{translate("price.nothing")}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        {price.vat && (
          <>
            <tr>
              <th scope="row" colSpan={3}>
                {translate("price.net")}
              </th>
              <td>{money(price.net)}</td>
            </tr>
            <tr>
              <th scope="row" colSpan={3}>
                {translate("price.vat", { percent: percent.format(price.vat.percent) })}
              </th>
              <td>{money(price.vat.amount)}</td>
            </tr>
          </>
        )}
        <tr className={styles.total}>
          <th scope="row" colSpan={3}>
            {translate("price.total", { charged: formatDuration(price.charged, locale) })}
          </th>
          <td>{money(price.total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function RatePeriod({ step, profile }: { readonly step: PriceStep; readonly profile: PricedProfile }) {
  const translate = useTranslate();
  const locale = useLocale();
  const money = useMoney(profile);
  const seconds = formatDuration(step.seconds, locale);
  return (
    <tr>
      <td>{formatClock(step.elapsed)}</td>
      <td>
        {translate(`price.${step.phase}`, { smart_count: step.count, seconds })}{" "}
        <span className={`tag ${step.is_off_peak ? styles.isOff : ""}`}>
          {translate(step.is_off_peak ? "price.offPeak" : "price.onPeak")}
        </span>
        {step.free_time > 0 && (
          <span className="block quiet">
            {translate("price.free", { time: formatDuration(step.free_time * step.count, locale) })}
          </span>
        )}
        {step.extra !== "0" && (
          <span className="block quiet">{translate("price.extra", { amount: money(step.extra) })}</span>
        )}
      </td>
      <td>{money(step.rate)}</td>
      <td>{money(step.cost)}</td>
    </tr>
  );
}

/** Amounts in the profile's currency. */
function useMoney({ currency }: PricedProfile): (cents: string) => string {
  const locale = useLocale();
  return (cents) => formatExactMoney(cents, locale, currency);
}
