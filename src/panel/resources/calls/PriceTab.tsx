import Alert from "@mui/material/Alert";
import { useQuery } from "@tanstack/react-query";
import { useDataProvider, useLocale, useTranslate } from "react-admin";
import type { CallPrice } from "../../../core/telephony/rating/callPrice.ts";
import { amountFromCents, amountToText, parseAmount } from "../../../core/values/amount.ts";
import { currencyOf, formatExactMoney } from "../../../core/values/money.ts";
import { type CallQuestion, loadCallPrice } from "../../providers/callPrice.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { LoadState } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { ShowFields } from "../../views/show/ShowFields.tsx";
import { PriceResult } from "../billingprofiles/PriceResult.tsx";

/** Shows the charges of a call, and how they come about by the fees of the caller's billing profile. */
export function PriceTab({ descriptor, record }: CustomTabProps<"calls">) {
  const translate = useTranslate();
  const fee = record.source_customer_billing_fee_id;
  return (
    <>
      <ShowFields descriptor={descriptor} record={record} groups={["price"]} />
      {typeof fee === "number" ? (
        <Explanation call={record} fee={fee} />
      ) : (
        <Alert severity="info">{translate("price.call.unknown")}</Alert>
      )}
    </>
  );
}

function Explanation({ call, fee }: { readonly call: RecordOf<"calls">; readonly fee: number }) {
  const translate = useTranslate();
  const locale = useLocale();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const question = questionOf(call);
  const query = useQuery({
    queryKey: ["calls", "price", call.id],
    queryFn: async ({ signal }) => {
      const { data: appliedFee } = await dataProvider.getOne<RecordOf<"billingfees">>("billingfees", {
        id: fee,
        signal,
      });
      const profile = { id: appliedFee.billing_profile_id, currency: call.source_customer_currency ?? null };
      return { profile, price: await loadCallPrice(profile.id, question, signal) };
    },
    retry: false,
  });
  if (query.error || !query.data) {
    return <LoadState query={query} question={{ resource: "billingfees", right: "read" }} />;
  }
  const { price, profile } = query.data;
  const currency = currencyOf(call, { currency: ["source_customer_currency"] });
  const charged = amountFromCents(call.source_customer_cost ?? 0);
  return (
    <div className="form-beside">
      {isOther(price, charged) && (
        <Alert severity="info">
          {translate("price.call.differs", { charged: formatExactMoney(amountToText(charged), locale, currency) })}
        </Alert>
      )}
      <PriceResult callPrice={{ ...price, losses: [] }} question={question} profile={profile} />
    </div>
  );
}

/** The call as the caller's customer is charged for it. */
function questionOf(call: RecordOf<"calls">): CallQuestion {
  return {
    caller: call.source_cli ?? "",
    callee: call.destination_user_in ?? "",
    direction: "out",
    start: call.start_time,
    duration: call.duration.toString(),
    free_time: (call.source_customer_free_time ?? 0).toString(),
  };
}

function isOther({ price }: CallPrice, charged: bigint): boolean {
  return parseAmount(price?.net ?? "0") !== charged;
}
