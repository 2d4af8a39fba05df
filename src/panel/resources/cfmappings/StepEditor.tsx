import Button from "@mui/material/Button";
import { type ReactNode, useId, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { FieldDescriptor, Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { answersItself, isRelevant } from "../../../core/telephony/callDestination.ts";
import type { ForwardType } from "../../../core/telephony/callRouting/data.ts";
import {
  type ForwardSteps,
  joinEarlier,
  moveDestination,
  type SetDestination,
  type StepPosition,
  withoutDestination,
} from "../../../core/telephony/forwardSteps.ts";
import { errorsBelow } from "../../kinds/controls/InputProps.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { fieldKey } from "../../navigation/labels.ts";
import { useResource } from "../../providers/resources.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { type SaveSteps, toChecked } from "../../views/form/useValidatedSave.ts";
import { changedFields } from "../../views/form/values.ts";
import { storeField } from "../../views/recordActions/patchField.ts";
import { usePatchParts } from "../../views/recordActions/usePatchField.ts";
import type { StepEditing } from "./editing.ts";
import { destinationName } from "./forwards.ts";
import { checkStep, StepForm, toStepPointer } from "./StepForm.tsx";

const sets = "cfdestinationsets";
const mappingsResource = "cfmappings";
/** Seconds; the rest of a flow is worth reaching. */
const usualTimeout = 30;
const ringTime = "cft_ringtimeout";
/** Seconds that phones ring where nothing is said. */
const usualRingTime = 15;

/** A destination while it is edited: null until it is chosen. */
type DestinationDraft = Omit<SetDestination, "destination"> & { readonly destination: string | null };

const newDestination: DestinationDraft = { destination: null, timeout: usualTimeout };

const isChosen = (draft: DestinationDraft): draft is SetDestination => draft.destination !== null;

/** A new destination without the time that nobody was asked for. */
function withRingTime({ timeout = null, ...values }: DestinationDraft): DestinationDraft {
  return answersItself(values.destination) ? values : { ...values, timeout };
}

interface DestinationEditorProps {
  readonly set: RecordOf<"cfdestinationsets">;
  readonly steps: ForwardSteps;
  /** Absent: a new destination behind the last. */
  readonly position: StepPosition | undefined;
  readonly editing: StepEditing;
  /** Stores the steps after a move or removal. */
  readonly onStore: (steps: ForwardSteps | null, position: StepPosition) => void;
  /** Called once closed, with the key of the step to go to; undefined: the one that was edited. */
  readonly onDone: (step?: string) => void;
  readonly newKey: string;
  /** Tells which other forwards use the set. */
  readonly note: string | undefined;
}

/** Edits one destination of a set: where, and for how long. */
export function DestinationEditor(props: DestinationEditorProps) {
  const { set, steps, position, editing, onStore, onDone, newKey, note } = props;
  const translate = useTranslate();
  const locale = useLocale();
  const parts = usePatchParts();
  const { module, fields } = useDestinationFields();
  const before = position && steps[position.step]?.[position.part];
  const toSteps = (values: DestinationDraft) => {
    const storedDestinations: readonly DestinationDraft[] = steps.flat();
    const index = before ? storedDestinations.indexOf(before) : storedDestinations.length;
    const next = before ? { ...before, ...values } : { ...withRingTime(values), priority: lastPriority(steps) + 1 };
    const all = storedDestinations.toSpliced(index, 1, next);
    const stepPointer = `/destinations/${index}`;
    const record = { ...set, destinations: all };
    return {
      check: () => toChecked(all, checkStep({ module, record, stepPointer, textContext: { translate, locale } })),
      // One that is not chosen was refused.
      send: () => storeField(parts, module.descriptor, set, "destinations", all.filter(isChosen)),
      toFormPointer: toStepPointer(stepPointer),
    };
  };
  const number = position ? position.step + 1 : steps.length + 1;
  const isLast = steps.flat().length === 1;
  return (
    <FieldsForm
      title={before ? destinationName(before, { translate, locale }) : translate("forwards.destination", { number })}
      fields={fields}
      resource={sets}
      initial={before ?? newDestination}
      toSteps={toSteps}
      editing={editing}
      onDone={() => onDone()}
      note={note}
      buttons={
        position && (
          <>
            <StepButton
              label="forwards.earlier"
              next={moveDestination(steps, position, -1)}
              onPress={(next) => onStore(next, position)}
            />
            <StepButton
              label="forwards.later"
              next={moveDestination(steps, position, 1)}
              onPress={(next) => onStore(next, position)}
            />
            {position.step > 0 && (
              <StepButton
                label="forwards.join"
                next={joinEarlier(steps, position)}
                onPress={(next) => onStore(next, position)}
              />
            )}
            {!isLast && (
              <StepButton
                label="forwards.remove"
                color="error"
                next={withoutDestination(steps, position)}
                onPress={(next) => {
                  onStore(next, position);
                  onDone(newKey);
                }}
              />
            )}
          </>
        )
      }
    />
  );
}

interface NewForwardProps {
  readonly type: ForwardType;
  /** Name of the type. */
  readonly name: string;
  readonly subscriberId: number;
  readonly editing: StepEditing;
}

/** The first destination of a type without forwards. The platform makes the forward and its set in one step. */
export function NewForward({ type, name, subscriberId, editing }: NewForwardProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const { dataProvider, queryClient, notify } = usePatchParts();
  const { module, fields } = useDestinationFields();
  const mappings = useResource(mappingsResource);
  const ringFields = type === "cft" ? mappings.descriptor.fields.filter((field) => field.name === ringTime) : [];
  const initial: DestinationDraft & Partial<RingTime> = {
    ...(ringFields.length > 0 ? { [ringTime]: usualRingTime } : {}),
    ...newDestination,
  };
  const toSteps = ({ [ringTime]: rings = null, ...values }: typeof initial) => {
    const destinations = [withRingTime(values)];
    const stepPointer = "/destinations/0";
    const textContext = { translate, locale };
    const ringErrors = () => checkStep({ module: mappings, record: { [ringTime]: rings }, textContext });
    const record = { subscriber_id: subscriberId, name, destinations };
    return {
      check: () => toChecked(record, [...ringErrors(), ...checkStep({ module, record, stepPointer, textContext })]),
      send: async () => {
        // One that is not chosen was refused.
        const forward = {
          destinations: destinations.filter(isChosen),
          ...(ringFields.length > 0 && { ringtimeout: rings }),
        };
        await dataProvider.patchField("callforwards", subscriberId, type, forward);
        refreshAfterWrite(queryClient);
        notify(translate("forwards.added", { name }), { type: "success" });
      },
      toFormPointer: toStepPointer(`/${type}${stepPointer}`),
    };
  };
  return (
    <FieldsForm
      title={name}
      fields={[...ringFields.map((field) => ({ field, path: ringTime, resource: mappingsResource })), ...fields]}
      resource={sets}
      initial={initial}
      toSteps={toSteps}
      editing={editing}
      onDone={() => document.querySelector<HTMLElement>(`[data-step="${type}"]`)?.focus()}
    />
  );
}

type RingTime = Pick<RecordOf<"cfmappings">, typeof ringTime>;

interface RingTimeEditorProps {
  readonly mappings: RecordOf<"cfmappings">;
  readonly editing: StepEditing;
  readonly onDone: () => void;
}

/** Edits how long the subscriber's own phones ring before a call counts as not answered. */
export function RingTimeEditor({ mappings, editing, onDone }: RingTimeEditorProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const parts = usePatchParts();
  const module = useResource(mappingsResource);
  const { descriptor } = module;
  const name = ringTime;
  const field = descriptor.fields.find((candidate) => candidate.name === name);
  const toSteps = ({ [name]: rings = null }: RingTime) => ({
    check: () => toChecked(rings, checkStep({ module, record: { [name]: rings }, textContext: { translate, locale } })),
    send: () => storeField(parts, descriptor, mappings, name, rings),
  });
  if (!field) return null;
  return (
    <FieldsForm
      title={translate(fieldKey(mappingsResource, name))}
      fields={[{ field, path: name }]}
      resource={mappingsResource}
      initial={{ [name]: mappings[name] ?? null }}
      toSteps={toSteps}
      editing={editing}
      onDone={onDone}
    />
  );
}

interface StepField {
  readonly field: FieldDescriptor;
  readonly path: string;
  /** The resource that has the field, if it is not the form's. */
  readonly resource?: string;
}

function useDestinationFields() {
  const module = useResource(sets);
  const list = module.descriptor.fields.find(({ name }) => name === "destinations");
  const fields = (list?.fields ?? [])
    .filter(({ name }) => name === "destination" || name === "timeout")
    .map((field): StepField => ({ field, path: `destinations.${field.name}` }));
  return { module, fields };
}

function lastPriority(steps: ForwardSteps): number {
  return Math.max(0, ...steps.flat().map(({ priority }) => priority ?? 1));
}

interface FieldsFormProps<Values, Wire> {
  readonly title: string;
  readonly fields: readonly StepField[];
  readonly resource: string;
  readonly initial: Values;
  readonly toSteps: (values: Values) => SaveSteps<Wire, void>;
  readonly editing: StepEditing;
  readonly onDone: () => void;
  readonly note?: string | undefined;
  readonly buttons?: ReactNode;
}

/** The form of a step that is a few fields; nobody waits for a destination that answers by itself. */
function FieldsForm<Values extends WireRecord, Wire>(props: FieldsFormProps<Values, Wire>) {
  const { fields, resource, initial, toSteps, editing, ...frame } = props;
  const translate = useTranslate();
  const id = useId();
  const [values, setValues] = useState(initial);
  const change = (name: string, value: Json) => {
    const next = { ...values, [name]: value };
    setValues(next);
    editing.setIsChanged(changedFields(next, initial).length > 0);
  };
  const visibleFields = fields.filter(({ field }) => isRelevant(field, values));
  return (
    <StepForm
      {...{ ...frame, resource, editing }}
      shownFields={new Set(visibleFields.map(({ field }) => field.name))}
      steps={toSteps(values)}
    >
      {(errors) => (
        <div className="halves top above-4">
          {visibleFields.map(({ field, path, resource: owner = resource }) => (
            <KindInput
              key={field.name}
              id={`${id}${field.name}`}
              resource={owner}
              path={path}
              field={field}
              value={values[field.name]}
              onChange={(value) => change(field.name, value)}
              label={translate(fieldKey(owner, path))}
              required={field.required === true}
              errors={errorsBelow(errors, field.name)}
            />
          ))}
        </div>
      )}
    </StepForm>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly color?: "error";
  /** The steps after it; null: it cannot be pressed. */
  readonly next: ForwardSteps | null;
  readonly onPress: (next: ForwardSteps) => void;
}

function StepButton({ label, color, next, onPress }: StepButtonProps) {
  const translate = useTranslate();
  return (
    <Button size="small" color={color ?? "primary"} disabled={next === null} onClick={() => next && onPress(next)}>
      {translate(label)}
    </Button>
  );
}
