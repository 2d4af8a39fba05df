import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import Skeleton from "@mui/material/Skeleton";
import { useEventCallback } from "@mui/material/utils";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { Fieldset } from "../../kinds/controls/Fieldset.tsx";
import { useFormValue } from "../../kinds/controls/formValues.ts";
import { errorsBelow } from "../../kinds/controls/InputProps.ts";
import type { FieldComponentProps } from "../../views/form/override.ts";
import { LoadState } from "../../views/LoadError.tsx";
import { errorTextOf, KeyErrors, StrayLines } from "./KeyLines.tsx";
import { KeyPanel } from "./KeyPanel.tsx";
import { focusKey, type KeyFace, KeyPicture } from "./KeyPicture.tsx";
import { KeyTools } from "./KeyTools.tsx";
import {
  type AddedModule,
  type AttachedModule,
  attachedModules,
  deviceKeysOf,
  fillWithLamps,
  type Key,
  type KeyAssignment,
  type Model,
  placeLines,
  sortAssignments,
  swapAssignments,
  toKeyAssignments,
  withLineMember,
  withoutModule,
} from "./keys.ts";
import { LabelSheet } from "./LabelSheet.tsx";
import { type DeviceModel, type ModelRecord, useDeviceModel } from "./useDeviceModel.ts";
import { modelTitle } from "./useFront.ts";
import { type KeyTexts, useKeyTexts } from "./useKeyTexts.ts";

/** The keys of a device on the picture of its model. */
export function KeyEditor(props: FieldComponentProps): ReactNode {
  const { id, label, help, errors, required } = props;
  const translate = useTranslate();
  const chosen = useFormValue("profile_id");
  const profile = typeof chosen === "number" ? chosen : null;
  const model = useDeviceModel(profile);
  return (
    <Fieldset id={id} label={label} help={help} error={errors[""]} required={required}>
      {profile === null ? (
        <FormHelperText component="p">{translate("deviceKeys.noProfile")}</FormHelperText>
      ) : model.data && !model.error ? (
        <Keys key={model.data.phone.record.id} {...props} {...model.data} />
      ) : (
        <LoadState query={model} loading={<Skeleton variant="rounded" height={240} />} />
      )}
    </Fieldset>
  );
}

interface KeysProps extends FieldComponentProps, DeviceModel {}

function Keys(props: KeysProps) {
  const { id, label, readOnly, errors, phone, fitting } = props;
  const translate = useTranslate();
  const locale = useLocale();
  const { lines, modules, units, keys, lineAt, strays, change, ...assignments } = useAssignments(props);
  const texts = useKeyTexts(props, lines);
  const station = useFormValue("station_name");
  const stage = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number>();
  const open = (key: number) => {
    setChosen(key);
    // The picture of a large phone leaves no room below it. While it is pressed, a key must stay under the pointer.
    requestAnimationFrame(() => panel.current?.scrollIntoView?.({ block: "nearest" }));
  };
  const selection = useSelection();
  const [isPrinting, setIsPrinting] = useState(false);
  const endPrinting = useEventCallback(() => setIsPrinting(false));
  const detach = (number: number) => {
    assignments.removeModule(number);
    // The keys behind it have other positions now.
    setChosen(undefined);
    selection.setIsSelecting(false);
  };
  const faces = keys.map((key, position): KeyFace => {
    const index = lineAt.get(position);
    const lineId = index === undefined ? undefined : `${id}-${index}`;
    return {
      key,
      ...texts.faceOf(key, index === undefined ? undefined : lines[index]),
      id: lineId,
      errorId: index !== undefined && errorTextOf(errors, index) ? `${lineId}-error` : undefined,
    };
  });
  const chosenKey = chosen === undefined ? undefined : keys[chosen];
  return (
    <div className="stack">
      <KeyErrors {...{ id, lines, errors, texts }} />
      <KeyTools
        canFill={keys.some(({ group }) => group.functions.includes("blf"))}
        readOnly={readOnly}
        isSelecting={selection.isSelecting}
        onSelecting={selection.setIsSelecting}
        selected={[...selection.selected].filter((key) => lineAt.has(key)).length}
        onSort={() => change(sortAssignments(keys, lines, selection.selected, texts.labelOf, locale))}
        onFill={assignments.fill}
        onPrint={() => setIsPrinting(true)}
      >
        {!readOnly && modules.length < (phone.record.extensions_num ?? 0) && (
          <AddModule
            fitting={fitting}
            onAdd={(model) => {
              const number = assignments.addModule(model);
              setChosen(keys.findLastIndex((key) => key.module < number) + 1);
            }}
          />
        )}
      </KeyTools>
      <KeyPicture
        ref={stage}
        parts={units}
        faces={faces}
        label={label}
        helpId={readOnly ? undefined : `${id}-usage`}
        chosen={chosen}
        selected={selection.selected}
        isSelecting={selection.isSelecting}
        onChoose={setChosen}
        onOpen={open}
        onSelect={selection.select}
        onSwap={readOnly ? undefined : (from, to) => change(swapAssignments(keys, lines, from, to))}
        onDetach={readOnly ? undefined : detach}
      />
      {!readOnly && (
        <FormHelperText component="p" id={`${id}-usage`}>
          {translate("deviceKeys.usage")}
        </FormHelperText>
      )}
      {chosenKey && chosen !== undefined ? (
        <ChosenKey
          key={chosen}
          {...{ ref: panel, props, texts, lines }}
          chosen={chosenKey}
          at={lineAt.get(chosen)}
          onMember={(name, member) => assignments.changeMember(chosen, name, member)}
          onClear={(index) => {
            if (index !== undefined) assignments.remove(index);
            focusKey(stage.current, chosen);
          }}
        />
      ) : (
        <FormHelperText component="p">{translate("deviceKeys.choose")}</FormHelperText>
      )}
      <StrayLines {...{ id, lines, strays, texts }} onRemove={readOnly ? undefined : assignments.remove} />
      {isPrinting && (
        <LabelSheet title={String(station ?? modelTitle(phone.record))} faces={faces} onPrinted={endPrinting} />
      )}
    </div>
  );
}

interface ChosenKeyProps {
  readonly ref: Ref<HTMLDivElement>;
  /** Props of the field. */
  readonly props: FieldComponentProps;
  readonly texts: KeyTexts;
  readonly lines: readonly KeyAssignment[];
  readonly chosen: Key;
  /** Index of its line; undefined: the key is free. */
  readonly at: number | undefined;
  readonly onMember: (name: keyof KeyAssignment, member: Json) => void;
  readonly onClear: (at: number | undefined) => void;
}

/** The panel of the chosen key. */
function ChosenKey({ ref, props, texts, lines, chosen, at, onMember, onClear }: ChosenKeyProps) {
  const { id, resource, path, field, readOnly, onBlur, errors } = props;
  const line = at === undefined ? undefined : lines[at];
  return (
    <KeyPanel
      {...{ ref, resource, path, field, readOnly, onBlur, chosen, line, onMember }}
      // A new line comes last.
      id={`${id}-${at ?? lines.length}`}
      title={texts.titleOf(chosen)}
      name={line ? texts.nameOf(line) : ""}
      errors={at === undefined ? {} : errorsBelow(errors, at)}
      onClear={() => onClear(at)}
    />
  );
}

interface AddModuleProps {
  readonly fitting: DeviceModel["fitting"];
  readonly onAdd: (model: Model<ModelRecord>) => void;
}

/** A button for each extension module that may be added. */
function AddModule({ fitting, onAdd }: AddModuleProps) {
  const translate = useTranslate();
  return offeredModules(fitting).map((model) => (
    <Button key={model.record.id} size="small" variant="outlined" onClick={() => onAdd(model)}>
      {translate("deviceKeys.addModule", { model: modelTitle(model.record) })}
    </Button>
  ));
}

/** The lines of the field, the keys of the phone and its extension modules that they are on, and what changes them. */
function useAssignments({ value, onChange, phone, fitting }: KeysProps) {
  const lines = toKeyAssignments(value);
  const [added, setAdded] = useState<readonly AddedModule<Model<ModelRecord>>[]>([]);
  const modules = attachedModules(phone, fitting, lines, added);
  const parts = [{ number: 0, unit: 0, model: phone }, ...modules];
  const keys = parts.flatMap((part) => deviceKeysOf(part.model.record, part));
  const { lineAt, strays } = placeLines(keys, lines);
  const change = (next: readonly KeyAssignment[]) => onChange([...next]);
  return {
    lines,
    modules,
    /** The phone and its modules, as the picture draws them. */
    units: parts.map(({ number, model: { record } }) => ({
      number,
      model: record,
      isEmpty: number > 0 && !keys.some((key, position) => key.module === number && lineAt.has(position)),
    })),
    keys,
    lineAt,
    strays,
    change,
    // A picker's result may come when other lines have changed since.
    changeMember: useEventCallback((key: number, name: keyof KeyAssignment, member: Json) =>
      change(withLineMember(keys, lines, key, name, member)),
    ),
    fill: (subscribers: Parameters<typeof fillWithLamps>[2]) => {
      const filled = fillWithLamps(keys, lines, subscribers);
      change(filled.lines);
      return filled;
    },
    remove: (index: number) => change(lines.toSpliced(index, 1)),
    /** Adds a module, and returns its number. */
    addModule: (model: Model<ModelRecord>) => {
      const number = freeNumber(modules);
      setAdded([...added, { number, model }]);
      return number;
    },
    /** Removes a module and its lines; those behind it move up. */
    removeModule: (number: number) => {
      change(withoutModule(phone, fitting, lines, number));
      const remaining = added.filter((module) => module.number !== number);
      setAdded(remaining.map((module) => (module.number > number ? { ...module, number: module.number - 1 } : module)));
    },
  };
}

/** The lowest number that no module has. */
function freeNumber(modules: readonly AttachedModule[]): number {
  const usedNumbers = new Set(modules.map(({ number }) => number));
  let number = 1;
  while (usedNumbers.has(number)) number++;
  return number;
}

/** Modules whose lines lead back to them: of two with the same groups, the first. */
function offeredModules<Of extends Model>(fitting: readonly Of[]): Of[] {
  const first = (name: string) => fitting.find(({ linerange }) => linerange.some((range) => range.name === name));
  return fitting.filter((model) => model.linerange.every(({ name }) => first(name) === model));
}

/** Keeps the selection of keys. */
function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [isSelecting, setIsSelecting] = useState(false);
  const last = useRef<number>(undefined);
  return {
    selected,
    isSelecting,
    setIsSelecting: (isOn: boolean) => {
      setIsSelecting(isOn);
      if (!isOn) setSelected(new Set());
    },
    select: (key: number, isRange: boolean) => {
      const from = isRange ? (last.current ?? key) : key;
      const range = Array.from({ length: Math.abs(key - from) + 1 }, (_, step) => Math.min(key, from) + step);
      last.current = key;
      setSelected((now) => {
        if (range.length === 1 && now.has(key)) return new Set([...now].filter((other) => other !== key));
        return new Set([...now, ...range]);
      });
    },
  };
}
