import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import { type ReactNode, useRef } from "react";
import type { FieldDescriptor, ResourceDescriptor } from "../../../core/descriptor.ts";
import { FilePicker } from "../../kinds/file/FilePicker.tsx";
import { Value } from "../../kinds/Value.tsx";
import { useAccess } from "../../providers/FactsContext.tsx";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { fieldKey } from "../../resource/labels.ts";
import { InlineSwitch } from "../../views/list/InlineSwitch.tsx";
import { usePatchField } from "../../views/record/usePatchField.ts";
import { useCellContext } from "../../views/useCellContext.ts";
import type { Sound } from "./soundOf.ts";
import { useUploadSound } from "./useUploadSound.ts";

interface HandleRowProps {
  readonly set: PanelRecord;
  readonly handle: string;
  /** What the set has for the handle itself, heard or not. */
  readonly own: PanelRecord | undefined;
  readonly sound: Sound | undefined;
  readonly onRemove: (file: PanelRecord) => void;
}

/** One occasion: its sound with a player, where that is from, and how to have another. */
export function HandleRow({ set, handle, own, sound, onRemove }: HandleRowProps): ReactNode {
  const translate = useTranslate();
  const { descriptor } = useResource("soundfiles");
  const access = useAccess();
  const picker = useRef<HTMLInputElement>(null);
  const field = fileField(descriptor);
  const { upload, isUploading } = useUploadSound(field.file, { set, handle, own });
  const canChange = own ? access.can(descriptor, "update", { record: own }) : access.can(descriptor, "create");
  const canRemove = own && access.can(descriptor, "delete", { record: own });
  return (
    <li>
      <span className="sounds-handle">{handle}</span>
      <span className="sounds-sound">
        {sound ? (
          <Heard sound={sound} field={field} />
        ) : (
          <span className="cell-quiet">{translate("forms.file.silent")}</span>
        )}
      </span>
      <span className="sounds-switches">
        {own && canChange && <Switch record={own} field="loopplay" handle={handle} />}
        {own && canChange && typeof set.parent_id === "number" && (
          <Switch record={own} field="use_parent" handle={handle} />
        )}
      </span>
      <span className="sounds-ways">
        {canChange && (
          <>
            <Button
              size="small"
              loading={isUploading}
              aria-label={translate(own ? "sounds.replaceOf" : "sounds.uploadOf", { name: handle })}
              onClick={() => picker.current?.click()}
            >
              {translate(own ? "forms.file.replace" : "sounds.upload")}
            </Button>
            <FilePicker ref={picker} accept={field.file.types} onFile={(file) => void upload(file)} />
          </>
        )}
        {canRemove && (
          <Button
            size="small"
            color="error"
            aria-label={translate("sounds.removeOf", { name: handle })}
            onClick={() => onRemove(own)}
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

function Heard({ sound: { file, from }, field }: { sound: Sound; field: FieldDescriptor }) {
  const translate = useTranslate();
  const context = useCellContext("soundfiles", "details");
  return (
    <>
      <Value kind="file" value={Number(file.id)} source={field.name} record={file} field={field} context={context} />
      <span>
        {String(file.filename)}
        {from !== undefined && <span className="cell-quiet"> {translate("sounds.from", { name: from })}</span>}
      </span>
    </>
  );
}

function Switch({ record, field, handle }: { record: PanelRecord; field: string; handle: string }) {
  const translate = useTranslate();
  const { descriptor } = useResource("soundfiles");
  const patch = usePatchField(descriptor);
  const label = translate(fieldKey("soundfiles", field));
  return (
    <span>
      <InlineSwitch
        isOn={record[field] === true}
        label={`${label}: ${handle}`}
        onFlip={(isOn) => patch(record, field, isOn)}
      />
      <span aria-hidden>{label}</span>
    </span>
  );
}
