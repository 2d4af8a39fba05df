import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { type Identifier, useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { MAX_PREFERENCE_FILE_BYTES } from "../../../core/telephony/preferences.ts";
import { parseFileValue } from "../../../core/validation/fileValue.ts";
import { BooleanInput } from "../../kinds/choice/inputs.tsx";
import { ChipsInput, toItems } from "../../kinds/controls/ChipsInput.tsx";
import { ChoiceInput } from "../../kinds/controls/ChoiceInput.tsx";
import { type ErrorMessages, type InputProps, noErrors } from "../../kinds/controls/InputProps.ts";
import { TextControl } from "../../kinds/controls/TextControl.tsx";
import { FilePicker } from "../../kinds/file/FilePicker.tsx";
import { KindInput } from "../../kinds/KindInput.tsx";
import { RevealButton } from "../../kinds/password/RevealButton.tsx";
import { ReferencePicker } from "../../kinds/reference/ReferencePicker.tsx";
import { Confirm } from "../../kit/Confirm.tsx";
import { readFileValue, saveFile, toFile } from "../../providers/files.ts";
import { send } from "../../providers/http.ts";
import type { PreferenceDef } from "../../providers/preferences.ts";
import { itemPath } from "../../providers/rest.ts";
import { isSameValue } from "../form/values.ts";
import { requestErrorText } from "../requestErrorText.ts";
import { type PreferenceControl, toFieldDescriptor, typedValueErrorKey } from "./preferenceControl.ts";
import type { PreferenceEdit } from "./usePreferenceEdit.ts";

interface PreferenceEditorProps {
  readonly id: string;
  readonly ownerId: Identifier;
  readonly resource: string;
  readonly def: PreferenceDef;
  readonly control: PreferenceControl;
  readonly edit: PreferenceEdit;
  readonly storedValue: Json | undefined;
  readonly isSet: boolean;
  readonly resellerId: number | undefined;
  readonly isLocked: boolean;
}

/** The input of a preference. Switches and choices save at once; text waits for a confirmation. */
export function PreferenceEditor(props: PreferenceEditorProps): ReactNode {
  const { id, resource, def, control, edit, resellerId, isLocked } = props;
  const translate = useTranslate();
  const filter = useMemo(
    (): Record<string, Json> => (resellerId === undefined ? {} : { reseller_id: resellerId }),
    [resellerId],
  );
  const input: InputProps = {
    id,
    resource,
    path: def.name,
    field: toFieldDescriptor(def, control),
    value: edit.value,
    onChange: (value) => void saveOrRevert(edit, value),
    label: def.label,
    required: false,
    readOnly: isLocked || (edit.isSaving && !isTyped(control)),
    errors: edit.error ? { "": edit.error } : noErrors,
    Part: KindInput,
  };
  switch (control.kind) {
    case "switch":
      return <BooleanInput {...input} />;
    case "choice": {
      const hasEmpty = control.choices.some(({ value }) => value === null);
      const none = control.default
        ? translate("forms.preferences.notSetDefault", { value: control.default })
        : translate("forms.preferences.notSet");
      return (
        <ChoiceInput
          {...input}
          choices={hasEmpty ? control.choices : [{ value: null, label: none }, ...control.choices]}
        />
      );
    }
    case "record":
      return <ReferencePicker {...input} source={control.source} filter={filter} />;
    case "chips":
      return <PreferenceChips {...props} input={input} control={control} />;
    case "number":
    case "text":
      return <TypedPreference {...props} input={input} />;
    case "file":
      return <PreferenceFile {...props} />;
  }
}

/** Whether people type the value: they may go on while it is saved, and lose no key. */
function isTyped({ kind }: PreferenceControl): boolean {
  return kind === "chips" || kind === "number" || kind === "text";
}

/** Saves a switch or choice, which reverts if it fails, with the reason next to it. */
async function saveOrRevert(edit: PreferenceEdit, value: Json): Promise<void> {
  if (!(await edit.save(value))) edit.discardDraft();
}

interface PreferenceChipsProps extends PreferenceEditorProps {
  readonly input: InputProps;
  readonly control: Extract<PreferenceControl, { kind: "chips" }>;
}

/**
 * Several values, saved one by one as chips are added and removed. An invalid chip stays, marked, and does not keep the
 * others from being saved.
 */
function PreferenceChips({ input, control, edit, def, storedValue }: PreferenceChipsProps): ReactNode {
  /** Unsaved chips: invalid, or refused by the platform for the given reason. */
  const [strays, setStrays] = useState<ReadonlyMap<string, string | null>>(new Map());
  const currentItems = toItems(edit.value);
  const items = [...currentItems, ...[...strays.keys()].filter((item) => !currentItems.includes(item))];

  const onItems = async (next: readonly string[]) => {
    const isGood = (item: string) => !strays.has(item) && (control.isValid?.(item) ?? true);
    const good = next.filter(isGood);
    setStrays(new Map(next.filter((item) => !isGood(item)).map((item) => [item, strays.get(item) ?? null])));
    const value = def.data_type === "int" ? good.map(Number) : [...good];
    if (isSameValue(value, storedValue)) return;
    if (await edit.save(value)) return;
    edit.discardDraft();
    const before = toItems(storedValue);
    setStrays(
      (previous) =>
        new Map([...previous, ...good.filter((item) => !before.includes(item)).map((item) => [item, ""] as const)]),
    );
  };
  const itemErrors = Object.fromEntries(
    items.flatMap((item, index) => (strays.get(item) === "" && edit.error ? [[`/${index}`, edit.error] as const] : [])),
  );
  const errors: ErrorMessages = { ...input.errors, ...itemErrors };
  return (
    <ChipsInput
      {...input}
      errors={errors}
      items={items}
      onItems={(next) => void onItems(next)}
      separators={control.separators}
      isValid={control.isValid}
    />
  );
}

interface TypedPreferenceProps extends PreferenceEditorProps {
  readonly input: InputProps;
}

/** Text or a number: saved by Enter or a button, reverted by Escape or another, cleared by a third. */
function TypedPreference({ input, control, edit, def, isSet, isLocked }: TypedPreferenceProps): ReactNode {
  const translate = useTranslate();
  const errorKey = typedValueErrorKey(control, edit.value);
  const errors = errorKey ? { "": translate(errorKey) } : input.errors;
  const canSave = edit.isChanged && errorKey === null && !isLocked;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && canSave) void edit.save(edit.value);
    if (event.key === "Escape" && edit.isChanged) edit.reset();
  };
  return (
    <Stack spacing={0.5} onKeyDown={onKeyDown}>
      {control.kind === "text" && control.isSecret ? (
        <SecretInput {...input} onChange={edit.type} errors={errors} />
      ) : (
        <KindInput {...input} onChange={edit.type} errors={errors} />
      )}
      {!isLocked && (
        <Stack direction="row" spacing={1}>
          {canSave && (
            <Button
              size="small"
              variant="contained"
              aria-label={translate("forms.preferences.saveNamed", { name: def.label })}
              onClick={() => void edit.save(edit.value)}
            >
              {translate("forms.preferences.save")}
            </Button>
          )}
          {(edit.isChanged || edit.error) && (
            <Button
              size="small"
              aria-label={translate("forms.preferences.resetNamed", { name: def.label })}
              onClick={edit.reset}
            >
              {translate("forms.preferences.reset")}
            </Button>
          )}
          {isSet && !edit.isChanged && (
            <Button
              size="small"
              aria-label={translate("forms.preferences.clearNamed", { name: def.label })}
              onClick={() => void edit.save(null)}
            >
              {translate("forms.preferences.clear")}
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  );
}

/** A file: stored once chosen, downloaded by name, removed after confirmation. */
function PreferenceFile(props: PreferenceEditorProps): ReactNode {
  const { id, def, edit, isSet, ownerId, resource } = props;
  const isLocked = props.isLocked || edit.isSaving;
  const translate = useTranslate();
  const picker = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  const take = async (file: File) => {
    const error = findFileError(file, def.accept);
    setFileError(error && translate(error.key, error.params));
    if (error) return;
    const read = parseFileValue(await readFileValue(file));
    if (read && !(await edit.save({ content_type: read.type, data: read.base64 }))) edit.discardDraft();
  };
  const download = async () => {
    setFileError(null);
    try {
      saveFile(await getPreferenceFile(resource, ownerId, def.name));
    } catch (error) {
      setFileError(requestErrorText(translate, error));
    }
  };
  const remove = () => {
    setIsAsking(false);
    void edit.save(null);
  };
  const errorText = fileError ?? edit.error;
  const actionLabel = (verb: string) => `${verb} ${def.label}`;
  return (
    <Stack spacing={0.5} className="above-4">
      <Typography variant="body2" color="textSecondary">
        {translate(isSet ? "forms.file.stored" : "forms.file.none")}
      </Typography>
      <Stack direction="row" spacing={1} useFlexGap className="wrap">
        {isSet && (
          <Button
            size="small"
            variant="outlined"
            aria-label={actionLabel(translate("forms.preferences.download"))}
            onClick={() => void download()}
          >
            {translate("forms.preferences.download")}
          </Button>
        )}
        {!isLocked && (
          <Button
            size="small"
            variant="outlined"
            aria-label={actionLabel(translate(isSet ? "forms.file.replace" : "forms.file.choose"))}
            onClick={() => picker.current?.click()}
          >
            {translate(isSet ? "forms.file.replace" : "forms.file.choose")}
          </Button>
        )}
        {isSet && !isLocked && (
          <Button
            size="small"
            aria-label={actionLabel(translate("forms.file.remove"))}
            onClick={() => setIsAsking(true)}
          >
            {translate("forms.file.remove")}
          </Button>
        )}
      </Stack>
      {errorText && (
        <Typography role="alert" variant="caption" color="error">
          {errorText}
        </Typography>
      )}
      <FilePicker ref={picker} id={id} accept={def.accept} onFile={(file) => void take(file)} />
      <Confirm
        isOpen={isAsking}
        title={translate("forms.preferences.removeFile", { name: def.label })}
        content="forms.preferences.removeFileText"
        confirm="forms.file.remove"
        cancel="forms.preferences.keep"
        onConfirm={remove}
        onClose={() => setIsAsking(false)}
      />
    </Stack>
  );
}

/** Finds what the platform would refuse, before the upload; null if nothing. */
function findFileError({ size, type }: File, accept: readonly string[] = []) {
  if (size > MAX_PREFERENCE_FILE_BYTES) {
    return { key: "forms.preferences.fileSize", params: { limit: MAX_PREFERENCE_FILE_BYTES / 1024 } };
  }
  // An empty file would count as none.
  if (size === 0) return { key: "forms.preferences.fileEmpty", params: {} };
  if (type !== "" && accept.length > 0 && !accept.includes(type)) {
    return { key: "forms.preferences.fileType", params: { types: accept.join(", ") } };
  }
  return null;
}

/** The file in a preference. Rejects with an HttpError. */
async function getPreferenceFile(resource: string, ownerId: Identifier, name: string): Promise<File> {
  const response = await send({ path: itemPath(resource, ownerId), query: { preference: name }, file: true });
  return toFile(response, `${ownerId}-${name}`);
}

/** A secret without rules of its own, masked until it is asked for. */
function SecretInput(props: InputProps): ReactNode {
  const { value, onChange } = props;
  const [isShown, setIsShown] = useState(false);
  const text = typeof value === "string" ? value : "";
  return (
    <TextControl
      {...props}
      type={isShown ? "text" : "password"}
      autoComplete="new-password"
      monospace={isShown}
      text={text}
      onText={(newText) => onChange(newText === "" ? null : newText)}
      end={text === "" ? undefined : <RevealButton isShown={isShown} onClick={() => setIsShown(!isShown)} />}
    />
  );
}
