import Box from "@mui/material/Box";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { formatDateTime, parseWireInstant } from "../../../core/dateTime.ts";
import type { Json, ReferenceDescriptor } from "../../../core/descriptor.ts";
import { useFormValue } from "../../kinds/controls/formValues.ts";
import { membersOf } from "../../kinds/controls/parts.ts";
import { browserZone } from "../../kinds/dateTime/browserZone.ts";
import { usePicked } from "../../kinds/reference/useChoices.ts";

interface BillingTimelineProps {
  readonly source: ReferenceDescriptor | undefined;
  readonly intervals: readonly Json[];
}

interface Step {
  readonly key: string;
  readonly profile: number;
  readonly start: Date | null;
  readonly stop: Date | null;
}

const noSource = { resource: "billingprofiles", search: "name" };

/** Which profile is in force from when on, in the order of time. Nothing while nothing is scheduled. */
export function BillingTimeline({
  source = noSource as ReferenceDescriptor,
  intervals,
}: BillingTimelineProps): ReactNode {
  const translate = useTranslate();
  const current = useFormValue("billing_profile_id");
  const steps = stepsOf(current, intervals);
  const names = usePicked(source, [...new Set(steps.map(({ profile }) => profile))]);
  if (steps.length < 2) return null;
  const zone = browserZone();
  const nameOf = (profile: number) => names.find(({ value }) => value === profile)?.label ?? `#${profile}`;
  return (
    <Box
      component="ol"
      aria-label={translate("forms.billing.timeline")}
      sx={{ m: 0, mt: 1.5, pl: 2.5, typography: "caption" }}
    >
      {steps.map(({ key, profile, start, stop }) => (
        <li key={key}>
          {translate(start === null ? "forms.billing.now" : stop ? "forms.billing.between" : "forms.billing.from", {
            profile: nameOf(profile),
            start: start ? formatDateTime(start, zone) : "",
            stop: stop ? formatDateTime(stop, zone) : "",
          })}
        </li>
      ))}
    </Box>
  );
}

/** Intervals that say both which profile and from when, after the one in force. */
function stepsOf(current: Json | undefined, intervals: readonly Json[]): Step[] {
  const zone = browserZone();
  const toDate = (text: Json | undefined) => (typeof text === "string" ? parseWireInstant(text, zone) : null);
  const scheduled = intervals.flatMap((interval, index): Step[] => {
    const { profile_id: profile, start: startText, stop } = membersOf(interval);
    const start = toDate(startText);
    return typeof profile === "number" && start ? [{ key: `${index}`, profile, start, stop: toDate(stop) }] : [];
  });
  scheduled.sort((a, b) => Number(a.start) - Number(b.start));
  return typeof current === "number"
    ? [{ key: "now", profile: current, start: null, stop: null }, ...scheduled]
    : scheduled;
}
