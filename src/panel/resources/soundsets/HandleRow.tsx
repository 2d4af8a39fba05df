import Button from "@mui/material/Button";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import type { FieldDescriptor, FileDescriptor, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { byteLength, fileTypeNames, fileViolation, parseFileValue } from "../../../core/validation/fileValue.ts";
import type { Resources } from "../../../generated/types/index.gen.ts";
import { AudioPreview } from "../../kinds/file/AudioPreview.tsx";
import { FilePicker } from "../../kinds/file/FilePicker.tsx";
import { Value } from "../../kinds/Value.tsx";
import { InlineSwitch } from "../../kit/dataTable/InlineSwitch.tsx";
import { fieldKey } from "../../navigation/labels.ts";
import { readFileValue } from "../../providers/files.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { useResource } from "../../providers/resources.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import type { Translate } from "../../providers/texts.ts";
import { explainForbidden } from "../../views/explain/accessQuestion.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { useErrorMessageContext } from "../../views/form/useErrorMessageContext.ts";
import { useValidatedSave } from "../../views/form/useValidatedSave.ts";
import { fieldErrorText } from "../../views/recordActions/fieldErrorText.ts";
import { usePatchField, usePatchParts } from "../../views/recordActions/usePatchField.ts";
import { useCellContext } from "../../views/useCellContext.ts";
import styles from "./handles.module.css";
import type { Sound, SoundFile } from "./soundOf.ts";

interface HandleRowProps {
  readonly set: RecordOf<"soundsets">;
  readonly handle: string;
  /** The set's own file for the handle, audible or silent. */
  readonly ownFile: SoundFile | undefined;
  readonly sound: Sound | undefined;
  /** Called with the handle while a chosen sound is unsaved. */
  readonly unsaved: Set<string>;
  readonly onRemove: (file: SoundFile) => void;
}

/** One handle: its sound with a player, its source, and the actions to replace it. */
export function HandleRow({ set, handle, ownFile, sound, unsaved, onRemove }: HandleRowProps): ReactNode {
  const translate = useTranslate();
  const name = handleName(translate, handle);
  const { descriptor } = useResource("soundfiles");
  const access = useAccess();
  const picker = useRef<HTMLInputElement>(null);
  const field = fileField(descriptor);
  const { chosen, isStoring, choose, store, undo } = useUploadSound(field.file, { set, handle, ownFile, unsaved });
  const canChange = ownFile ? access.can(descriptor, "update", { record: ownFile }) : access.can(descriptor, "create");
  const canRemove = ownFile && access.can(descriptor, "delete", { record: ownFile });
  return (
    <li className="stack gap-4 across-16 middle line-above">
      <span className="strong anywhere">
        {name}
        {name !== handle && (
          <code translate="no" className="block note normal">
            {handle}
          </code>
        )}
      </span>
      <span className={`row gap-4 across-16 middle anywhere ${styles.sound}`}>
        {chosen ? (
          <Chosen sound={chosen} label={name} />
        ) : sound ? (
          <Heard sound={sound} field={field} />
        ) : (
          <span className="quiet">{translate("forms.file.silent")}</span>
        )}
      </span>
      <span className={`row gap-4 across-16 middle anywhere ${styles.switches}`}>
        {ownFile && canChange && <Switch record={ownFile} field="loopplay" name={name} />}
        {ownFile && canChange && typeof set.parent_id === "number" && (
          <Switch record={ownFile} field="use_parent" name={name} />
        )}
      </span>
      <span className={`flex at-end ${styles.ways}`}>
        {canChange && (
          <>
            {chosen && (
              <>
                <Button
                  size="small"
                  variant="contained"
                  loading={isStoring}
                  aria-label={translate("sounds.storeOf", { name })}
                  onClick={store}
                >
                  {translate("sounds.store")}
                </Button>
                <Button size="small" aria-label={translate("sounds.undoOf", { name })} onClick={undo}>
                  {translate("forms.file.undo")}
                </Button>
              </>
            )}
            <Button
              size="small"
              aria-label={translate(ownFile ? "sounds.replaceOf" : "sounds.uploadOf", { name })}
              onClick={() => picker.current?.click()}
            >
              {translate(ownFile ? "forms.file.replace" : "sounds.upload")}
            </Button>
            <FilePicker ref={picker} accept={field.file.types} onFile={choose} />
          </>
        )}
        {canRemove && !chosen && (
          <Button
            size="small"
            color="error"
            aria-label={translate("sounds.removeOf", { name })}
            onClick={() => onRemove(ownFile)}
          >
            {translate("forms.file.remove")}
          </Button>
        )}
      </span>
    </li>
  );
}

function fileField({ fields }: ResourceDescriptor) {
  const field = fields.find(({ file }) => file);
  if (!field?.file) throw new Error("sound files have no file");
  return { ...field, file: field.file };
}

/** Unsaved, but playable. */
function Chosen({ sound: { name, value }, label }: { sound: ChosenSound; label: string }) {
  const translate = useTranslate();
  const kilobytes = Math.max(1, Math.round(byteLength(parseFileValue(value)?.base64 ?? "") / 1024));
  return (
    <>
      <AudioPreview file={value} label={label} />
      <span role="status">{translate("forms.file.chosen", { name, kilobytes })}</span>
    </>
  );
}

function Heard({ sound: { file, from }, field }: { sound: Sound; field: FieldDescriptor }) {
  const translate = useTranslate();
  const context = useCellContext("soundfiles", "details");
  return (
    <>
      <Value kind="file" value={file.id} source={field.name} record={file} field={field} context={context} />
      <span>
        {file.filename}
        {from !== undefined && <span className="quiet"> {translate("sounds.from", { name: from })}</span>}
      </span>
    </>
  );
}

function Switch({ record, field, name }: { record: SoundFile; field: "loopplay" | "use_parent"; name: string }) {
  const translate = useTranslate();
  const { descriptor } = useResource("soundfiles");
  const patch = usePatchField(descriptor);
  const label = translate(fieldKey("soundfiles", field));
  return (
    <span className="line">
      <InlineSwitch
        isOn={record[field] === true}
        label={`${label}: ${name}`}
        onFlip={(isOn) => patch(record, field, isOn)}
      />
      <span aria-hidden>{label}</span>
    </span>
  );
}

interface HandleContext {
  readonly set: RecordOf<"soundsets">;
  readonly handle: string;
  /** The current files. */
  readonly ownFile: SoundFile | undefined;
  /** The page's handles with an unsaved choice. */
  readonly unsaved: Set<string>;
}

/** A handle's unsaved choice. */
interface ChosenSound {
  readonly name: string;
  /** The file in the format of records. */
  readonly value: string;
}

/**
 * A sound for a set's handle: chosen and previewed first, then saved or discarded. Once saved it is the set's own, and
 * keeps the playback settings of the one it replaces.
 */
function useUploadSound(limits: FileDescriptor, { set, handle, ownFile, unsaved }: HandleContext) {
  const { descriptor } = useResource("soundfiles");
  const { dataProvider, queryClient, notify, translate, locale } = usePatchParts();
  const [chosen, setChosen] = useState<ChosenSound | null>(null);
  const { save, isSaving } = useValidatedSave({ messageContext: useErrorMessageContext("soundfiles") });
  const isChosen = chosen !== null;
  useEffect(() => {
    if (!isChosen) return;
    unsaved.add(handle);
    return () => void unsaved.delete(handle);
  }, [unsaved, handle, isChosen]);

  const refuse = async (error: unknown) => {
    const { fields } = descriptor;
    const text = await fieldErrorText(error, { translate, locale, resource: "soundfiles", fields });
    notify(text, { type: "error", ...explainForbidden(error, { resource: "soundfiles", right: "create" }) });
  };

  const choose = async (file: File) => {
    // The size is checked before reading.
    const isTooLarge = file.size > limits.maxBytes;
    const value = isTooLarge ? "" : await readFileValue(file);
    const fileError = isTooLarge
      ? { rule: "size", params: { kilobytes: Math.floor(limits.maxBytes / 1024) } }
      : fileViolation(limits, value);
    if (!fileError) return setChosen({ name: file.name, value });
    await addTexts("rules");
    const kinds = fileTypeNames(limits.types).join(", ");
    notify(translate(`rules.file.${fileError.rule}`, { ...fileError.params, kinds, _: "" }), { type: "error" });
  };

  const store = async ({ name, value }: ChosenSound) => {
    const loopplay = ownFile?.loopplay === true;
    const data = { set_id: set.id, handle, soundfile: value, filename: name, loopplay, use_parent: false };
    const result = await save({
      check: () => ({ wire: data satisfies Resources["soundfiles"]["create"] }),
      send: (wire) => dataProvider.create("soundfiles", { data: wire }),
    });
    if ("refused" in result) return refuse(result.refused.error);
    setChosen(null);
    refreshAfterWrite(queryClient);
    notify("sounds.stored", { type: "success", messageArgs: { name } });
  };

  return {
    chosen,
    isStoring: isSaving,
    choose: (file: File) => void choose(file).catch(refuse),
    store: () => chosen && void store(chosen),
    undo: () => setChosen(null),
  };
}

/**
 * Names the use of a sound: "Calling card: enter the PIN" for `calling_card_pin`; a handle without a text stays as it
 * is.
 */
function handleName(translate: Translate, handle: string): string {
  if (/^\d$/.test(handle)) return translate("sounds.digit", { number: handle });
  const custom = /^custom_announcement_(\d+)$/.exec(handle)?.[1];
  if (custom !== undefined) return translate("sounds.custom", { number: custom });
  return translate(`sounds.handles.${handle}`, { _: handle });
}
