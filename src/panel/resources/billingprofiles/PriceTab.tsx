import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { HttpError, useTranslate } from "react-admin";
import { useSearchParams } from "react-router";
import { toRfc3339 } from "../../../core/dateTime.ts";
import type { FieldDescriptor, Json } from "../../../core/descriptor.ts";
import { noProblems, type ProblemTexts } from "../../kinds/controls/InputProps.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { type CallQuestion, getCallPrice } from "../../providers/callPrice.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { summaryOf } from "../../providers/summaries.ts";
import type { OwnTabProps } from "../../views/details/override.ts";
import { serverComplaints } from "../../views/form/serverErrors.ts";
import { useProblemContext } from "../../views/form/useProblemContext.ts";
import { Problem } from "../../views/Problem.tsx";
import { PriceAnswer } from "./PriceAnswer.tsx";

/** A form for one call, and below it which fee applies, why no other does, and what the call costs. */
export function PriceTab({ record: profile }: OwnTabProps) {
  const translate = useTranslate();
  const fields = useCallFields(profile);
  const [search, setSearch] = useSearchParams();
  // In the URL, so that it is still there after a look at the fee.
  const asked = questionIn(search, fields);
  const [call, setCall] = useState(() => (asked ? callIn(asked, fields) : usualCall(profile)));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["billingprofiles", "price", profile.id, asked],
    queryFn: ({ signal }) => getCallPrice(profile.id, asked ?? {}, signal),
    enabled: asked !== null,
    retry: false,
  });
  const problems = useProblems(error, fields);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const question = toQuestion(call);
    if (asked && new URLSearchParams(question).toString() === new URLSearchParams(asked).toString()) void refetch();
    else setSearch(question, { replace: true });
  };
  return (
    <div className="form-beside">
      <form className="card stack gap-14 pad-16" aria-label={translate("details.tabs.price")} noValidate onSubmit={ask}>
        {fields.map((field) => (
          <KindInput
            key={field.name}
            id={`price-${field.name}`}
            resource="billingfees"
            path={field.name}
            field={field}
            value={call[field.name]}
            onChange={(value) => setCall({ ...call, [field.name]: value })}
            label={translate(`price.${field.name}`)}
            help={translate(`price.help.${field.name}`, { _: "" }) || undefined}
            required={field.required === true}
            problems={problems.get(field.name) ?? noProblems}
          />
        ))}
        <div>
          <Button type="submit" variant="contained" loading={isFetching}>
            {translate("price.ask")}
          </Button>
        </div>
      </form>
      <div aria-live="polite" aria-busy={isFetching}>
        {error && problems.size === 0 && (
          <Problem error={error} question={{ resource: "billingfees", right: "read" }} onRetry={() => void refetch()} />
        )}
        {!asked && <p className="quiet">{translate("price.begin")}</p>}
        {asked && data && <PriceAnswer answer={data} question={asked} profile={profile} />}
      </div>
    </div>
  );
}

type Call = Readonly<Record<string, Json>>;

/** What is asked for; the customer only where this user may know its VAT. */
function useCallFields(profile: PanelRecord): readonly FieldDescriptor[] {
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
      filter: { not_status: "terminated", reseller_id: Number(profile.reseller_id) },
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
function usualCall({ interval_free_time }: PanelRecord): Call {
  return { direction: "out", start: toRfc3339(new Date()), duration: 60, free_time: interval_free_time ?? null };
}

/** The form's values of a question in the URL. */
function callIn(asked: CallQuestion, fields: readonly FieldDescriptor[]): Call {
  const isNumber = (name: string) =>
    ["duration", "reference"].includes(fields.find((one) => one.name === name)?.kind ?? "");
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [name, isNumber(name) && /^\d+$/.test(value) ? Number(value) : value]),
  );
}

function toQuestion(call: Call): CallQuestion {
  return Object.fromEntries(
    Object.entries(call).flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, String(value)]])),
  );
}

/** The question in the URL, in the format of the request; null: none. */
function questionIn(search: URLSearchParams, fields: readonly FieldDescriptor[]): CallQuestion | null {
  const given = fields.flatMap(({ name }) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

/** What the platform refuses, by field. */
function useProblems(error: unknown, fields: readonly FieldDescriptor[]): ReadonlyMap<string, ProblemTexts> {
  const context = useProblemContext("billingfees");
  if (!(error instanceof HttpError) || error.status !== 422) return new Map();
  const complaints = serverComplaints(error, { ...context, fields });
  return new Map(complaints.map(({ pointer, text }) => [pointer.slice(1), { "": text }]));
}
