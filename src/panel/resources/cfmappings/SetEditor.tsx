import Skeleton from "@mui/material/Skeleton";
import { useId, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isSameId } from "../../../core/schema/ids.ts";
import { initialValues } from "../../../core/validation/normalizeRecord.ts";
import { helpOf } from "../../kinds/controls/FieldNotes.tsx";
import { type ErrorMessages, errorsBelow } from "../../kinds/controls/InputProps.ts";
import { NativeChoice } from "../../kinds/controls/NativeChoice.tsx";
import { KindInput } from "../../kinds/KindInput.tsx";
import { actionKey, fieldKey, nameKey } from "../../navigation/labels.ts";
import { useResource } from "../../providers/resources.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { offerUndoOfForm } from "../../views/bulk/offerUndo.ts";
import { isWritable } from "../../views/form/formPlan.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { toChecked } from "../../views/form/useValidatedSave.ts";
import { changedFields } from "../../views/form/values.ts";
import { LoadState } from "../../views/LoadError.tsx";
import { storeField } from "../../views/recordActions/patchField.ts";
import { usePatchParts } from "../../views/recordActions/usePatchField.ts";
import type { StepEditing } from "./editing.ts";
import { type ForwardPosition, type Narrowing, narrowingSets } from "./forwards.ts";
import { checkStep, StepForm } from "./StepForm.tsx";
import { useSets } from "./useSets.ts";
import { useSharedNote } from "./useSharedNote.ts";

const mappingsResource = "cfmappings";
/** Choices that are no set. */
const none = "";
const another = "new";

interface SetEditorProps {
  readonly kind: Narrowing;
  readonly position: ForwardPosition;
  /** Title of the step. */
  readonly title: string;
  readonly editing: StepEditing;
  readonly onDone: () => void;
}

/**
 * Edits for which calls or when a forward holds: another set is chosen, a new one made, or the chosen one changed, in
 * one form.
 */
export function SetEditor(props: SetEditorProps) {
  const { kind, position, title } = props;
  const resource = narrowingSets[kind];
  const query = useSets(resource, position.mappings.id, true);
  if (!query.error && query.sets) return <LoadedEditor {...props} sets={query.sets} />;
  const question = { resource, right: "lookup", record: { subscriber_id: position.mappings.id } } as const;
  const loading = <Skeleton variant="rounded" height={160} className="above-12 max-640" aria-label={title} />;
  return <LoadState query={query} question={question} loading={loading} />;
}

type NarrowingSet = RecordOf<(typeof narrowingSets)[Narrowing]>;

function LoadedEditor(props: SetEditorProps & { readonly sets: readonly NarrowingSet[] }) {
  const { kind, position, title, editing, onDone } = props;
  // Made, but not chosen yet, as the platform refused that.
  const [createdSet, setCreatedSet] = useState<NarrowingSet | null>(null);
  const sets =
    createdSet && !props.sets.some(({ id }) => id === createdSet.id) ? [...props.sets, createdSet] : props.sets;
  const { mappings, type, index } = position;
  const resource = narrowingSets[kind];
  const member = `${kind}set_id` as const;
  const id = useId();
  const translate = useTranslate();
  const access = useAccess();
  const { descriptor } = useResource(resource);
  const current = mappings[type]?.[index]?.[member] ?? null;
  const storedChoice = current?.toString() ?? none;
  const [chosen, setChosen] = useState(storedChoice === none && sets.length === 0 ? another : storedChoice);
  // Text typed into one set is still there when the choice returns to it.
  const [edits, setEdits] = useState<Readonly<Record<string, WireRecord>>>({});

  const set = sets.find((candidate) => isSameId(candidate.id, chosen));
  const mode = set ? "update" : "create";
  const before = initialValues(descriptor.fields, set);
  const values = edits[chosen] ?? before;
  const isEdited = chosen === another || (set !== undefined && access.can(descriptor, "update", { record: set }));
  const fields = descriptor.groups
    .flatMap((group) => group.fields)
    .flatMap((name) => descriptor.fields.filter((field) => field.name === name))
    .filter(({ readOnly, immutable, internal }) => !readOnly && !immutable && !internal);
  const note = useSharedNote(position, member, set?.id);
  const canCreate = access.can(descriptor, "create");

  const reportChange = (choice: string, all: Readonly<Record<string, WireRecord>>) => {
    const chosenSet = sets.find((candidate) => isSameId(candidate.id, choice));
    const now = all[choice];
    const isTyped = now !== undefined && changedFields(now, initialValues(descriptor.fields, chosenSet)).length > 0;
    editing.setIsChanged(choice !== storedChoice || isTyped);
  };
  const choose = (choice: string) => {
    setChosen(choice);
    reportChange(choice, edits);
  };
  const change = (name: string, value: Json) => {
    const all = { ...edits, [chosen]: { ...values, [name]: value } };
    setEdits(all);
    reportChange(chosen, all);
  };

  const steps = useSaveSteps(props, { set, values, before, isEdited }, (newSet) => {
    setCreatedSet(newSet);
    setChosen(newSet.id.toString());
  });

  return (
    <StepForm
      {...{ title, resource, editing, onDone }}
      shownFields={new Set(fields.map(({ name }) => name))}
      steps={steps}
      note={isEdited ? note : undefined}
    >
      {(errors: ErrorMessages) => (
        <>
          <NativeChoice
            size="small"
            id={`${id}set`}
            label={translate(nameKey(resource), { smart_count: 1 })}
            value={chosen}
            options={[
              [none, translate(`forwards.any.${kind}`)],
              ...sets.map((option) => [option.id, option.name] as const),
              ...(canCreate ? [[another, translate(actionKey(resource, "create"))] as const] : []),
            ]}
            onChange={choose}
          />
          {chosen !== none &&
            fields.map((field) => (
              <KindInput
                key={`${chosen} ${field.name}`}
                id={`${id}${field.name}`}
                resource={resource}
                path={field.name}
                field={field}
                value={values[field.name]}
                onChange={(value) => change(field.name, value)}
                label={translate(fieldKey(resource, field.name))}
                help={helpOf(translate, resource, field.name, field)}
                required={field.required === true}
                readOnly={!isEdited || !isWritable(field, { descriptor, access, record: set, context: { mode } })}
                errors={errorsBelow(errors, field.name)}
              />
            ))}
        </>
      )}
    </StepForm>
  );
}

interface SetEdit {
  /** The chosen set; undefined: none, or a new one. */
  readonly set: NarrowingSet | undefined;
  readonly values: WireRecord;
  readonly before: WireRecord;
  readonly isEdited: boolean;
}

/**
 * Returns how to save a set and its choice, in this order: if the choice is refused, `onCreated` is told of the set that was
 * made, so that saving again chooses it, and makes no other.
 */
function useSaveSteps(
  { kind, position }: SetEditorProps,
  { set, values, before, isEdited }: SetEdit,
  onCreated: (set: NarrowingSet) => void,
) {
  const { mappings, type, index } = position;
  const resource = narrowingSets[kind];
  const member = `${kind}set_id` as const;
  const translate = useTranslate();
  const locale = useLocale();
  const parts = usePatchParts();
  const module = useResource(resource);
  const { descriptor } = module;
  const { descriptor: ofMappings } = useResource(mappingsResource);
  /** Stores what was changed in the set, or the new one. */
  const storeSet = async (): Promise<NarrowingSet | undefined> => {
    const { dataProvider, queryClient, notify } = parts;
    if (!set) {
      const data = { ...withoutEmptyValues(values), subscriber_id: mappings.id };
      const { data: newSet } = await dataProvider.create<NarrowingSet>(resource, { data });
      refreshAfterWrite(queryClient);
      return newSet;
    }
    const changed = changedFields(values, before);
    if (changed.length === 0) return set;
    const patch = Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
    const { data: saved } = await dataProvider.patchFields(resource, set.id, patch);
    refreshAfterWrite(queryClient);
    const message = translate("forwards.saved", { name: saved.name });
    await offerUndoOfForm(parts, descriptor, set, saved, message).catch(() => notify(message, { type: "success" }));
    return saved;
  };
  const storeChoice = async (next: NarrowingSet | undefined) => {
    const nextId = next?.id ?? null;
    if (nextId === (mappings[type]?.[index]?.[member] ?? null)) return;
    const all = (mappings[type] ?? []).map((forward, position) =>
      position === index ? { ...forward, [member]: nextId, [`${kind}set`]: next?.name ?? null } : forward,
    );
    await storeField(parts, ofMappings, mappings, type, all);
  };
  const record = set ? { ...set, ...values } : { ...withoutEmptyValues(values), subscriber_id: mappings.id };
  const check = () =>
    toChecked(
      record,
      isEdited
        ? checkStep({ module, mode: set ? "update" : "create", record, textContext: { translate, locale } })
        : [],
    );
  const send = async () => {
    const next = isEdited ? await storeSet() : set;
    await storeChoice(next).catch((error: unknown) => {
      if (next && !set) onCreated(next);
      throw error;
    });
  };
  return { check, send };
}

/** Leaves out empty values. */
function withoutEmptyValues(values: WireRecord): WireRecord {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
