import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { HttpError, useTranslate } from "react-admin";
import { useSearchParams } from "react-router";
import type { FieldDescriptor, Json } from "../../../core/descriptor.ts";
import { calleeStates } from "../../../core/routing/walk.ts";
import { noProblems, type ProblemTexts } from "../../kinds/controls/InputProps.ts";
import { NativeChoice } from "../../kinds/controls/NativeChoice.tsx";
import { KindInput } from "../../kinds/KindInput.tsx";
import { MessagePage } from "../../page/MessagePage.tsx";
import { useDocumentTitle } from "../../page/useDocumentTitle.ts";
import { getCallRouting, type RoutingQuery } from "../../providers/callRouting.ts";
import { isOffered } from "../../providers/extensions.ts";
import { useFacts } from "../../providers/FactsContext.tsx";
import { RoutePath } from "../../routing/RoutePath.tsx";
import { serverComplaints } from "../../views/form/serverErrors.ts";
import { useProblemContext } from "../../views/form/useProblemContext.ts";
import { Problem } from "../../views/Problem.tsx";
import { OlderFrame } from "../others/OlderFrame.tsx";

/** The resource whose inputs the form resembles. */
const RESOURCE = "peeringgroups";

const reference = (name: string, resource: string, search: string): FieldDescriptor => ({
  name,
  kind: "reference",
  required: false,
  reference: { resource, search, expand: true },
});

const fields: readonly FieldDescriptor[] = [
  { name: "caller", kind: "text", required: true },
  { name: "callee", kind: "text", required: true },
  { name: "start", kind: "dateTime", required: false },
  { name: "duration", kind: "duration", required: false },
];

/** What overrides the stored data. */
const overrides: readonly FieldDescriptor[] = [
  reference("caller_subscriber_id", "subscribers", "username"),
  reference("caller_peer_id", "peeringgroups", "name"),
  { name: "caller_address", kind: "text", required: false },
  reference("caller_rewrite_id", "rewriterulesets", "name"),
  reference("callee_peer_id", "peeringgroups", "name"),
  reference("callee_rewrite_id", "rewriterulesets", "name"),
];

const all = [...fields, ...overrides];
const names = [...all.map(({ name }) => name), "callee_state"];

/** `/callroutingverify`: a form for a call, and below it what becomes of the call. The older page on other platforms. */
export function CallRoutingPage(): ReactNode {
  const translate = useTranslate();
  const { hasOlderPanel } = useFacts();
  const title = translate("pages.names.callRoutingVerify");
  useDocumentTitle([title]);
  if (isOffered("call_routing")) return <Verify title={title} />;
  if (hasOlderPanel) return <OlderFrame title={title} path="/callroutingverify" />;
  return <MessagePage title={title} text={translate("pages.none")} />;
}

type Call = Readonly<Record<string, Json>>;

function Verify({ title }: { readonly title: string }) {
  const translate = useTranslate();
  const [search, setSearch] = useSearchParams();
  // In the URL, so that it is still there after a look at a record.
  const asked = questionIn(search);
  const [call, setCall] = useState<Call>(() => callIn(asked ?? {}));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["callrouting", asked],
    queryFn: ({ signal }) => getCallRouting(asked ?? {}, signal),
    enabled: asked !== null,
    retry: false,
  });
  const problems = useProblems(error);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const question = toQuestion(call);
    if (asked && new URLSearchParams(question).toString() === new URLSearchParams(asked).toString()) void refetch();
    else setSearch(question, { replace: true });
  };
  const inputOf = (field: FieldDescriptor) => (
    <KindInput
      key={field.name}
      id={`routing-${field.name}`}
      resource={RESOURCE}
      path={field.name}
      field={field}
      value={call[field.name]}
      onChange={(value) => setCall({ ...call, [field.name]: value })}
      label={translate(`routing.fields.${field.name}`)}
      help={translate(`routing.help.${field.name}`, { _: "" }) || undefined}
      required={field.required === true}
      problems={problems.get(field.name) ?? noProblems}
    />
  );
  const hasOverrides = [...overrides.map(({ name }) => name), "callee_state"].some((name) => asked?.[name]);
  return (
    <>
      <Typography variant="h1" className="below-16">
        {title}
      </Typography>
      <div className="form-beside">
        <form className="card stack gap-14 pad-16" aria-label={title} noValidate onSubmit={ask}>
          {fields.map(inputOf)}
          <details open={hasOverrides}>
            <summary>{translate("routing.overrides")}</summary>
            <div className="stack gap-14 above-12">
              {overrides.map(inputOf)}
              <NativeChoice
                id="routing-callee_state"
                label={translate("routing.fields.callee_state")}
                value={call.callee_state ?? ""}
                options={[
                  ["", translate("routing.states.registered")],
                  ...calleeStates.map((state) => [state, translate(`routing.outcomes.ring.${state}`)] as const),
                ]}
                onChange={(state) => setCall({ ...call, callee_state: state })}
              />
            </div>
          </details>
          <div>
            <Button type="submit" variant="contained" loading={isFetching}>
              {translate("routing.ask")}
            </Button>
          </div>
        </form>
        <div aria-live="polite" aria-busy={isFetching}>
          {error && problems.size === 0 && (
            <Problem
              error={error}
              question={{ page: "tool.callroutingverify", right: "read" }}
              onRetry={() => void refetch()}
            />
          )}
          {!asked && <p className="quiet">{translate("routing.begin")}</p>}
          {asked && data && <RoutePath call={data} />}
        </div>
      </div>
    </>
  );
}

/** The form's values of a question in the URL. */
function callIn(asked: RoutingQuery): Call {
  const isNumber = (name: string) =>
    ["duration", "reference"].includes(all.find((field) => field.name === name)?.kind ?? "");
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [name, isNumber(name) && /^\d+$/.test(value) ? Number(value) : value]),
  );
}

function toQuestion(call: Call): RoutingQuery {
  return Object.fromEntries(
    Object.entries(call).flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, String(value)]])),
  );
}

/** The question in the URL; null: none. */
function questionIn(search: URLSearchParams): RoutingQuery | null {
  const given = names.flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

/** What the platform refuses, by field. */
function useProblems(error: unknown): ReadonlyMap<string, ProblemTexts> {
  const context = useProblemContext(RESOURCE);
  if (!(error instanceof HttpError) || error.status !== 422) return new Map();
  const complaints = serverComplaints(error, { ...context, fields: all });
  return new Map(complaints.map(({ pointer, text }) => [pointer.slice(1), { "": text }]));
}
