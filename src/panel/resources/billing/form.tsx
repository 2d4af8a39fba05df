import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { Json, ReferenceDescriptor } from "../../../core/schema/descriptor.ts";
import { formatDateTime, parseWireInstant } from "../../../core/values/dateTime.ts";
import { useFormValue, useFormValues } from "../../kinds/controls/formValues.ts";
import { errorsBelow } from "../../kinds/controls/InputProps.ts";
import { ItemsControl } from "../../kinds/controls/ItemsControl.tsx";
import { membersOf, newItem } from "../../kinds/controls/Members.tsx";
import { KindInput } from "../../kinds/KindInput.tsx";
import { useSelectedChoices } from "../../kinds/reference/choices.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import type { FieldComponentProps, FormOverride } from "../../views/form/override.ts";
import { IntervalInputs } from "./IntervalInputs.tsx";
import { isByPackage, toBillingWire } from "./toWire.ts";

const fieldComponents = {
  billing_profile_definition: null,
  billing_profile_id: CurrentProfile,
  billing_profiles: ScheduledProfiles,
};

export const contractsForm: FormOverride<"contracts"> = { fieldComponents, toWire: toBillingWire };

export const customersForm: FormOverride<"customers"> = {
  fieldComponents,
  toWire: (values, context) => toBillingWire(values, context, { firstInterval: { network_id: null } }),
};

/** The current profile: every record has one, in whatever format the platform expects it, or gets one by a package. */
function CurrentProfile(props: FieldComponentProps): ReactNode {
  const values = useFormValues(["profile_package_id", "billing_profiles"]);
  const comesByPackage = props.mode === "create" && isByPackage(values);
  return <KindInput {...props} required={!props.readOnly && !comesByPackage} />;
}

/** The future profiles, and below them the resulting timeline as text. */
function ScheduledProfiles(props: FieldComponentProps): ReactNode {
  const { id, resource, path, field, value, onChange, onBlur, readOnly, errors } = props;
  const translate = useTranslate();
  const intervals = Array.isArray(value) ? value : [];
  const renderItem = (item: Json, index: number, onItem: (item: Json) => void) => (
    <IntervalInputs
      id={`${id}-${index}`}
      resource={resource}
      path={path}
      field={field}
      value={membersOf(item)}
      onChange={onItem}
      onBlur={onBlur}
      readOnly={readOnly}
      errors={errorsBelow(errors, index)}
    />
  );
  return (
    <Box>
      <ItemsControl
        {...props}
        help={intervals.length === 0 ? translate("forms.billing.help") : undefined}
        addLabel={translate("forms.billing.add")}
        isOrdered={false}
        items={intervals}
        onItems={(items) => onChange([...items])}
        newItem={() => newItem(field)}
        renderItem={renderItem}
        maxItems={field.maxItems}
      />
      <BillingTimeline
        source={field.fields?.find(({ name }) => name === "profile_id")?.reference}
        intervals={intervals}
      />
    </Box>
  );
}

interface BillingTimelineProps {
  readonly source: ReferenceDescriptor | undefined;
  readonly intervals: readonly Json[];
}

interface ScheduleStep {
  readonly key: string;
  readonly profile: number;
  readonly start: Date | null;
  readonly stop: Date | null;
}

const noSource: ReferenceDescriptor = { resource: "billingprofiles", search: "name", expand: false };

/** Shows when each profile takes effect, in order. Renders nothing while nothing is scheduled. */
function BillingTimeline({ source = noSource, intervals }: BillingTimelineProps): ReactNode {
  const translate = useTranslate();
  const current = useFormValue("billing_profile_id");
  const steps = stepsOf(current, intervals);
  const { choices } = useSelectedChoices(source, [...new Set(steps.map(({ profile }) => profile))]);
  if (steps.length < 2) return null;
  const zone = browserZone();
  const nameOf = (profile: number) => choices.find(({ value }) => value === profile)?.label;
  return (
    <ol aria-label={translate("forms.billing.timeline")} className="bullets above-12 text-12 tight">
      {steps.map(({ key, profile, start, stop }) => (
        <li key={key}>
          {translate(start === null ? "forms.billing.now" : stop ? "forms.billing.between" : "forms.billing.from", {
            profile: nameOf(profile),
            start: start ? formatDateTime(start, zone) : "",
            stop: stop ? formatDateTime(stop, zone) : "",
          })}
        </li>
      ))}
    </ol>
  );
}

/** Complete intervals (profile and start) after the current one. */
function stepsOf(current: Json | undefined, intervals: readonly Json[]): ScheduleStep[] {
  const zone = browserZone();
  const scheduled = intervals.flatMap((interval, index): ScheduleStep[] => {
    const { profile_id: profile, start: startText, stop } = membersOf(interval);
    const start = typeof startText === "string" && parseWireInstant(startText, zone);
    if (typeof profile !== "number" || !start) return [];
    return [{ key: `${index}`, profile, start, stop: typeof stop === "string" ? parseWireInstant(stop, zone) : null }];
  });
  scheduled.sort((a, b) => Number(a.start) - Number(b.start));
  return typeof current === "number"
    ? [{ key: "now", profile: current, start: null, stop: null }, ...scheduled]
    : scheduled;
}
