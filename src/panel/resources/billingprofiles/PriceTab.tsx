import { useTranslate } from "react-admin";
import type { FieldDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { toRfc3339 } from "../../../core/values/dateTime.ts";
import { loadCallPrice } from "../../providers/callPrice.ts";
import { useResource } from "../../providers/resources.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { useCallQuestion } from "../../views/form/useCallQuestion.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { PriceResult } from "./PriceResult.tsx";

/** A form for one call, and below it which fee applies, why no other does, and what the call costs. */
export function PriceTab({ record: profile }: CustomTabProps<"billingprofiles">) {
  const translate = useTranslate();
  const fields = useCallFields(profile);
  const { ask, inputOf, button, renderAnswer } = useCallQuestion({
    ...{ resource: "billingfees", fields, usual: usualCall(profile) },
    textKey: (text) => `price.${text}`,
    labelKey: (field) => `price.${field}`,
    queryKey: ["billingprofiles", "price", profile.id],
    load: (question, signal) => loadCallPrice(profile.id, question, signal),
    right: { resource: "billingfees", right: "read" },
  });
  return (
    <div className="form-beside">
      <form className="card stack gap-16 pad-16" aria-label={translate("details.tabs.price")} noValidate onSubmit={ask}>
        {fields.map(inputOf)}
        {button}
      </form>
      {renderAnswer((price, question) => (
        <PriceResult callPrice={price} question={question} profile={profile} />
      ))}
    </div>
  );
}

/** Returns the fields of the question; the customer only if this user may know its VAT. */
function useCallFields(profile: RecordOf<"billingprofiles">): readonly FieldDescriptor[] {
  const { descriptor } = useResource("billingfees");
  const knowsCustomers = useAccess().can(summaryOf("customers"), "read");
  const direction = descriptor.fields.filter(({ name }) => name === "direction");
  const customer: FieldDescriptor = {
    name: "customer_id",
    kind: "reference",
    required: false,
    reference: {
      resource: "customers",
      search: "external_id",
      expand: true,
      filter: { not_status: "terminated", reseller_id: profile.reseller_id },
    },
  };
  return [
    { name: "caller", kind: "text", required: true },
    { name: "callee", kind: "text", required: true },
    ...direction,
    { name: "start", kind: "dateTime", required: true },
    { name: "duration", kind: "duration", required: true },
    { name: "free_time", kind: "duration", required: false },
    ...(knowsCustomers ? [customer] : []),
  ];
}

/** A call of a minute that starts now. */
function usualCall({ interval_free_time }: RecordOf<"billingprofiles">): WireRecord {
  return { direction: "out", start: toRfc3339(new Date()), duration: 60, free_time: interval_free_time ?? null };
}
