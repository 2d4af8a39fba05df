import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { calleeStates } from "../../../core/telephony/callRouting/callTrace.ts";
import { NativeChoice } from "../../kinds/controls/NativeChoice.tsx";
import { simulateCall } from "../../providers/callSimulation.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { useStartupData } from "../../providers/StartupDataContext.tsx";
import { MessagePage } from "../../ui/MessagePage.tsx";
import { useDocumentTitle } from "../../ui/useDocumentTitle.ts";
import { RoutePath } from "../../views/callSimulation/RoutePath.tsx";
import { useCallQuestion } from "../../views/form/useCallQuestion.tsx";
import { LegacyFrame } from "../../views/legacyPages/LegacyFrame.tsx";

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

/** Fields that override the stored data. */
const overrides: readonly FieldDescriptor[] = [
  reference("caller_subscriber_id", "subscribers", "username"),
  reference("caller_peer_id", "peeringgroups", "name"),
  { name: "caller_address", kind: "text", required: false },
  reference("caller_rewrite_id", "rewriterulesets", "name"),
  reference("callee_peer_id", "peeringgroups", "name"),
  reference("callee_rewrite_id", "rewriterulesets", "name"),
];

const all = [...fields, ...overrides];

/** `/callroutingverify`: a form for a call, and below it what becomes of the call. The older page on other platforms. */
export function CallSimulationPage(): ReactNode {
  const translate = useTranslate();
  const { hasLegacyPanel } = useStartupData();
  const title = translate("pages.names.callRoutingVerify");
  useDocumentTitle([title]);
  if (hasExtension("call_routing")) return <Verify title={title} />;
  if (hasLegacyPanel) return <LegacyFrame title={title} path="/callroutingverify" />;
  return <MessagePage title={title} text={translate("pages.none")} />;
}

function Verify({ title }: { readonly title: string }) {
  const translate = useTranslate();
  const { submitted, call, setCall, ask, inputOf, button, renderAnswer } = useCallQuestion({
    ...{ resource: RESOURCE, fields: all, otherParameters: ["callee_state"] },
    textKey: (text) => `routing.${text}`,
    labelKey: (field) => `routing.fields.${field}`,
    queryKey: ["callrouting"],
    load: simulateCall,
    right: { page: "tool.callroutingverify", right: "read" },
  });
  const hasOverrides = [...overrides.map(({ name }) => name), "callee_state"].some((name) => submitted?.[name]);
  return (
    <>
      <Typography variant="h1" className="below-16">
        {title}
      </Typography>
      <div className="form-beside">
        <form className="card stack gap-16 pad-16" aria-label={title} noValidate onSubmit={ask}>
          {fields.map(inputOf)}
          <details open={hasOverrides}>
            <summary>{translate("routing.overrides")}</summary>
            <div className="stack gap-16 above-12">
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
          {button}
        </form>
        {renderAnswer((routedCall) => (
          <RoutePath call={routedCall} />
        ))}
      </div>
    </>
  );
}
