import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useDataProvider, useNotify, useTranslate } from "react-admin";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { toRfc3339 } from "../../../core/values/dateTime.ts";
import { FormValuesContext, fixedValues } from "../../kinds/controls/formValues.ts";
import { errorsBelow } from "../../kinds/controls/InputProps.ts";
import { newItem } from "../../kinds/controls/Members.tsx";
import { useSelectedChoices } from "../../kinds/reference/choices.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { LeaveDialog, useLeaveGuard } from "../../kit/LeaveDialog.tsx";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { useErrorMessageContext } from "../../views/form/useErrorMessageContext.ts";
import { useValidatedSave } from "../../views/form/useValidatedSave.ts";
import { isSameValue } from "../../views/form/values.ts";
import type { CustomTabProps } from "../../views/override.ts";
import { updateCachedRecords } from "../../views/recordActions/updateCachedRecords.ts";
import { IntervalInputs } from "./IntervalInputs.tsx";
import { ScheduleLine } from "./ScheduleLine.tsx";
import {
  daysAfter,
  handlesOf,
  type IntervalDraft,
  moveHandle,
  nearestMidnight,
  type Period,
  periodsOf,
  scheduleOf,
  splitAt,
} from "./schedule.ts";

const FIELD = "billing_profiles";
const shownFields = new Set([FIELD]);

interface ScheduleEditorProps extends CustomTabProps<"contracts" | "customers"> {
  /** The field of the intervals to come. */
  readonly field: FieldDescriptor;
  readonly now: Date;
}

/** Changes in place which profiles are to come: ends are moved, periods split, inserted and removed, then saved together. */
export function ScheduleEditor({ descriptor, record, field, now }: ScheduleEditorProps): ReactNode {
  const translate = useTranslate();
  const zone = browserZone();
  const storedSchedule = useMemo(() => scheduleOf(record, now, zone), [record, now, zone]);
  const [edited, setEdited] = useState<readonly IntervalDraft[] | null>(null);
  const [chosen, setChosen] = useState<PeriodChoice | null>(null);
  const items = edited ?? storedSchedule.items;
  const schedule = { ...storedSchedule, items };
  const isChanged = edited !== null && !isSameValue([...edited], [...storedSchedule.items]);
  const guard = useLeaveGuard(useCallback(() => isChanged, [isChanged]));
  const saving = useSave(
    { descriptor, record },
    {
      onSaved: () => forget(),
      onRefused: (refusedItem) => setChosen({ item: refusedItem }),
    },
  );
  const edit = (next: readonly IntervalDraft[] | null) => {
    setEdited(next);
    // The refused entry may have another position now.
    saving.forget();
  };
  const forget = () => {
    edit(null);
    setChosen(null);
  };

  const periods = periodsOf(schedule, zone).filter(({ to }) => to === null || to > now);
  const handles = handlesOf(schedule, now, zone);
  const nameOf = useProfileNames(field, periods);
  const isChosen = ({ interval: { item }, from }: Period) =>
    chosen !== null && ("item" in chosen ? item === chosen.item : from.getTime() === chosen.from);
  const period = periods.find(isChosen);
  const item = chosen && "item" in chosen ? chosen.item : undefined;
  const interval = items[item ?? -1];
  const add = (next: readonly IntervalDraft[]) => {
    edit(next);
    setChosen({ item: next.length - 1 });
  };
  const insert = () => {
    const start = nearestMidnight(daysAfter(handles.at(-1)?.instant ?? now, 30, zone), zone);
    add([...items, { ...newItem(field), start: toRfc3339(start) }]);
  };
  return (
    <section aria-label={translate("details.schedule.line")}>
      <ScheduleLine
        {...{ periods, handles, now, nameOf, isChosen }}
        onChoose={({ interval, from }) =>
          setChosen(interval.item === undefined ? { from: from.getTime() } : { item: interval.item })
        }
        onMove={(handle, to) => edit(moveHandle(items, handle, to, zone))}
      />
      {saving.general.length > 0 && <Alert severity="error">{saving.general.join(" ")}</Alert>}
      {item !== undefined && interval && (
        <FormValuesContext value={fixedValues((path) => valueAtPath(record, path))}>
          <IntervalInputs
            key={item}
            id="schedule"
            resource={descriptor.name}
            path={FIELD}
            field={field}
            value={interval}
            readOnly={false}
            errors={errorsBelow(saving.errors, item)}
            onChange={(next) => edit(items.map((interval, index) => (index === item ? next : interval)))}
          />
        </FormValuesContext>
      )}
      <div className="row at-end below-8">
        <Way action="insert" onPress={insert} />
        {period && <Way action="split" onPress={() => add(splitAt(schedule, middleOf(period, now, zone), zone))} />}
        {item !== undefined && (
          <Way
            action="remove"
            onPress={() => {
              edit(items.filter((_, index) => index !== item));
              setChosen(null);
            }}
          />
        )}
        {isChanged && (
          <>
            <Way action="save" variant="contained" isBusy={saving.isSaving} onPress={() => void saving.save(items)} />
            <Way action="discard" isBusy={saving.isSaving} onPress={forget} />
          </>
        )}
      </div>
      <LeaveDialog guard={guard} text="details.schedule.leave" />
    </section>
  );
}

/** The choice on the line: an interval to come, or a period of one that has begun, by its first instant. */
type PeriodChoice = { readonly item: number } | { readonly from: number };

interface WayProps {
  readonly action: "insert" | "split" | "remove" | "save" | "discard";
  readonly variant?: "contained" | "outlined";
  readonly isBusy?: boolean;
  readonly onPress: () => void;
}

function Way({ action, variant = "outlined", isBusy = false, onPress }: WayProps): ReactNode {
  const translate = useTranslate();
  return (
    <Button size="small" variant={variant} disabled={isBusy} onClick={onPress}>
      {translate(`details.schedule.${action}`)}
    </Button>
  );
}

interface SaveEvents {
  readonly onSaved: () => void;
  readonly onRefused: (item: number) => void;
}

/** Saves the intervals to come. An error is shown at the entry that it is about, which is opened, or in general. */
function useSave(
  { descriptor, record }: CustomTabProps<"contracts" | "customers">,
  { onSaved, onRefused }: SaveEvents,
) {
  const { name } = descriptor;
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { save, ...saving } = useValidatedSave({ messageContext: useErrorMessageContext(name), shownFields });
  return {
    ...saving,
    errors: errorsBelow(saving.errors, FIELD),
    save: async (items: readonly IntervalDraft[]) => {
      const result = await save({
        // The platform refuses incomplete intervals.
        check: () => ({ wire: [...items] }),
        send: (wire) => dataProvider.patchField<string, string>(name, record.id, FIELD, wire),
      });
      if ("refused" in result) {
        const item = Number(result.refused.onFields[0]?.pointer.split("/")[2]);
        if (!Number.isNaN(item)) onRefused(item);
        return;
      }
      updateCachedRecords(queryClient, name, record.id, result.stored.data);
      refreshAfterWrite(queryClient);
      notify("details.schedule.saved", { type: "success" });
      onSaved();
    },
  };
}

/** Names of the profiles on the line. */
function useProfileNames(field: FieldDescriptor, periods: readonly Period[]): (profileId: number | null) => string {
  const translate = useTranslate();
  const ids = [...new Set(periods.flatMap(({ interval: { profileId } }) => profileId ?? []))];
  const source = field.fields?.find(({ name }) => name === "profile_id")?.reference;
  const { choices } = useSelectedChoices(source ?? { resource: "billingprofiles", search: "name" }, ids);
  return (profileId) =>
    choices.find(({ value }) => value === profileId)?.label ?? translate("details.schedule.unchosen");
}

/** Returns the first proposal for splitting a period: the midnight in its middle; after a month if it is open. */
function middleOf({ from, to }: Period, now: Date, zone: string): Date {
  const begin = from < now ? now : from;
  if (!to) return nearestMidnight(daysAfter(begin, 30, zone), zone);
  const middle = new Date((begin.getTime() + to.getTime()) / 2);
  const midnight = nearestMidnight(middle, zone);
  return midnight > begin && midnight < to ? midnight : middle;
}
