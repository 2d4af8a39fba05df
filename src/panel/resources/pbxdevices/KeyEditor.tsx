import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import { useEventCallback } from "@mui/material/utils";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useGetMany, useLocale, useTranslate } from "react-admin";
import { createPortal } from "react-dom";
import type { Json } from "../../../core/schema/descriptor.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { Fieldset } from "../../kinds/controls/Fieldset.tsx";
import { useFormValue } from "../../kinds/controls/formValues.ts";
import { type ErrorMessages, errorsBelow } from "../../kinds/controls/InputProps.ts";
import { enumKey } from "../../navigation/labels.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { toInlineName } from "../../providers/texts.ts";
import type { FieldComponentProps } from "../../views/form/override.ts";
import { LoadError } from "../../views/LoadError.tsx";
import { KeyPanel } from "./KeyPanel.tsx";
import { focusKey, type KeyFace, KeyPicture } from "./KeyPicture.tsx";
import { KeyTools } from "./KeyTools.tsx";
import styles from "./keyEditor.module.css";
import {
  type AddedModule,
  type AttachedModule,
  attachedModules,
  deviceKeysOf,
  fillWithLamps,
  type KeyAssignment,
  type Model,
  placeLines,
  sortAssignments,
  swapAssignments,
  toKeyAssignments,
  withLineMember,
  withoutModule,
} from "./keys.ts";
import { type DeviceModel, type ModelRecord, useDeviceModel } from "./useDeviceModel.ts";
import { modelTitle } from "./useFront.ts";

/** The keys of a device on the picture of its model. */
export function KeyEditor(props: FieldComponentProps): ReactNode {
  const { id, label, help, problems, required } = props;
  const translate = useTranslate();
  const chosen = useFormValue("profile_id");
  const profile = typeof chosen === "number" ? chosen : null;
  const model = useDeviceModel(profile);
  return (
    <Fieldset id={id} label={label} help={help} error={problems[""]} required={required}>
      {profile === null ? (
        <FormHelperText component="p">{translate("deviceKeys.noProfile")}</FormHelperText>
      ) : model.error ? (
        <LoadError error={model.error} onRetry={() => void model.refetch()} />
      ) : model.data ? (
        <Keys key={model.data.phone.record.id} {...props} {...model.data} />
      ) : (
        <Skeleton variant="rounded" height={240} />
      )}
    </Fieldset>
  );
}

interface KeysProps extends FieldComponentProps, DeviceModel {}

function Keys(props: KeysProps) {
  const { id, label, resource, path, field, value, readOnly, problems, phone, fitting } = props;
  const translate = useTranslate();
  const locale = useLocale();
  const lines = toKeyAssignments(value);
  const [added, setAdded] = useState<readonly AddedModule<Model<ModelRecord>>[]>([]);
  const modules = attachedModules(phone, fitting, lines, added);
  const parts = [{ number: 0, unit: 0, model: phone }, ...modules];
  const keys = parts.flatMap((part) => deviceKeysOf(part.model.record, part));
  const { lineAt, strays } = placeLines(keys, lines);
  const nameOf = useSubscriberNames(lines);
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
  const change = (next: readonly KeyAssignment[]) => props.onChange([...next]);
  // A picker's result may come when other lines have changed since.
  const changeMember = useEventCallback((key: number, name: keyof KeyAssignment, member: Json) =>
    change(withLineMember(keys, lines, key, name, member)),
  );
  const remove = (index: number) => change(lines.toSpliced(index, 1));
  const attach = (model: Model<ModelRecord>) => {
    const number = freeNumber(modules);
    setAdded([...added, { number, model }]);
    setChosen(keys.findLastIndex((key) => key.module < number) + 1);
  };
  const detach = (number: number) => {
    change(withoutModule(phone, fitting, lines, number));
    // Modules behind it move up.
    const remaining = added.filter((module) => module.number !== number);
    setAdded(remaining.map((module) => (module.number > number ? { ...module, number: module.number - 1 } : module)));
    // Their keys have other positions now.
    setChosen(undefined);
    selection.setIsSelecting(false);
  };

  const wordOf = ({ type }: KeyAssignment) =>
    type ? translate(enumKey(resource, `${path}.type`, type), { _: type }) : "";
  const labelOf = (line: KeyAssignment) => line.label || nameOf(line) || wordOf(line);
  const titleOf = (number: number, group: string, module: number) =>
    translate(module > 0 ? "deviceKeys.moduleKey" : "deviceKeys.key", { number: number + 1, group, module });
  const lineTitle = ({ key_num, linerange, extension_unit }: KeyAssignment) =>
    titleOf(key_num ?? 0, linerange ?? "", extension_unit ?? 0);
  const contentOf = (line: KeyAssignment | undefined) =>
    line ? `${toInlineName(wordOf(line), locale)}, ${labelOf(line)}` : translate("deviceKeys.free");
  const faces = keys.map((key, position): KeyFace => {
    const { index, group, module } = key;
    const lineIndex = lineAt.get(position);
    const line = lineIndex === undefined ? undefined : lines[lineIndex];
    return {
      key,
      name: translate("deviceKeys.face", { key: titleOf(index, group.name, module), content: contentOf(line) }),
      label: line ? labelOf(line) : "",
      group: module > 0 ? translate("deviceKeys.moduleGroup", { group: group.name, module }) : group.name,
      id: line && `${id}-${lineIndex}`,
      problemId:
        lineIndex !== undefined && problemTextOf(problems, lineIndex) ? `${id}-${lineIndex}-problem` : undefined,
    };
  });
  const chosenKey = chosen === undefined ? undefined : keys[chosen];
  const chosenAt = chosen === undefined ? undefined : lineAt.get(chosen);
  const chosenLine = chosenAt === undefined ? undefined : lines[chosenAt];
  const helpId = `${id}-usage`;
  return (
    <div className="stack">
      {lines.some((_, index) => problemTextOf(problems, index)) && (
        <Alert severity="error">
          <ul>
            {lines.map((line, index) => (
              <LineProblem
                // biome-ignore lint/suspicious/noArrayIndexKey: problems go by position
                key={index}
                id={`${id}-${index}`}
                title={lineTitle(line)}
                text={problemTextOf(problems, index)}
              />
            ))}
          </ul>
        </Alert>
      )}
      <KeyTools
        canFill={keys.some(({ group }) => group.functions.includes("blf"))}
        readOnly={readOnly}
        isSelecting={selection.isSelecting}
        onSelecting={selection.setIsSelecting}
        selected={[...selection.selected].filter((key) => lineAt.has(key)).length}
        onSort={() => change(sortAssignments(keys, lines, selection.selected, labelOf, locale))}
        onFill={(subscribers) => {
          const filled = fillWithLamps(keys, lines, subscribers);
          change(filled.lines);
          return filled;
        }}
        onPrint={() => setIsPrinting(true)}
      >
        {!readOnly &&
          modules.length < (phone.record.extensions_num ?? 0) &&
          offeredModules(fitting).map((model) => (
            <Button key={model.record.id} size="small" variant="outlined" onClick={() => attach(model)}>
              {translate("deviceKeys.addModule", { model: modelTitle(model.record) })}
            </Button>
          ))}
      </KeyTools>
      <KeyPicture
        ref={stage}
        parts={parts.map(({ number, model: { record } }) => ({
          number,
          model: record,
          isEmpty: number > 0 && !keys.some((key, position) => key.module === number && lineAt.has(position)),
        }))}
        faces={faces}
        label={label}
        helpId={readOnly ? undefined : helpId}
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
        <FormHelperText component="p" id={helpId}>
          {translate("deviceKeys.usage")}
        </FormHelperText>
      )}
      {chosenKey && chosen !== undefined ? (
        <KeyPanel
          key={chosen}
          ref={panel}
          {...{ resource, path, field, readOnly }}
          // A new line comes last.
          id={`${id}-${chosenAt ?? lines.length}`}
          onBlur={props.onBlur}
          title={titleOf(chosenKey.index, chosenKey.group.name, chosenKey.module)}
          chosen={chosenKey}
          line={chosenLine}
          name={chosenLine ? nameOf(chosenLine) : ""}
          problems={chosenAt === undefined ? {} : errorsBelow(problems, chosenAt)}
          onMember={(name, member) => changeMember(chosen, name, member)}
          onClear={() => {
            if (chosenAt !== undefined) remove(chosenAt);
            focusKey(stage.current, chosen);
          }}
        />
      ) : (
        <FormHelperText component="p">{translate("deviceKeys.choose")}</FormHelperText>
      )}
      {strays.length > 0 && (
        <section aria-label={translate("deviceKeys.strays")}>
          <h3 className="text-13">{translate("deviceKeys.strays")}</h3>
          <ul>
            {strays.map(({ index, isSecond }) => {
              const line = lines[index] ?? {};
              return (
                <li
                  key={index}
                  id={`${id}-${index}`}
                  tabIndex={-1}
                  className="row gap-4 across-16 middle between anywhere"
                >
                  <span>
                    {translate("deviceKeys.face", { key: lineTitle(line), content: contentOf(line) })}{" "}
                    <span className="quiet">{translate(isSecond ? "deviceKeys.second" : "deviceKeys.gone")}</span>
                  </span>
                  {!readOnly && (
                    <Button
                      size="small"
                      aria-label={translate("deviceKeys.removeOf", { key: lineTitle(line) })}
                      onClick={() => remove(index)}
                    >
                      {translate("deviceKeys.remove")}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {isPrinting && (
        <LabelSheet title={String(station ?? modelTitle(phone.record))} faces={faces} onPrinted={endPrinting} />
      )}
    </div>
  );
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

/** Joins all errors of a line. */
function problemTextOf(problems: ErrorMessages, index: number): string {
  return Object.values(errorsBelow(problems, index)).join(" ");
}

interface LineProblemProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A line's errors, with a link to it. Renders nothing if there are none. */
function LineProblem({ id, title, text }: LineProblemProps) {
  const translate = useTranslate();
  if (text === "") return null;
  return (
    <li id={`${id}-problem`}>
      <Link
        component="button"
        type="button"
        color="inherit"
        underline="always"
        onClick={() => document.getElementById(id)?.focus()}
      >
        {title}
      </Link>
      {translate("forms.summary.line", { field: title, text }).slice(title.length)}
    </li>
  );
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

/** Returns the names of lines' subscribers: their display names, otherwise their addresses. Empty without one. */
function useSubscriberNames(lines: readonly KeyAssignment[]): (line: KeyAssignment) => string {
  const ids = [...new Set(lines.flatMap(({ subscriber_id: id }) => (typeof id === "number" ? [id] : [])))];
  const { data, isPending, isPlaceholderData } = useGetMany<RecordOf<"subscribers">>(
    "subscribers",
    { ids },
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  );
  const names = new Map(
    // Subscribers that cannot be read are missing.
    data?.flatMap((record) => (record ? [[record.id, nameOf(record)] as const] : [])),
  );
  return ({ subscriber_id: id }) => {
    if (typeof id !== "number") return "";
    return names.get(id) ?? (isPending || isPlaceholderData ? "…" : `#${id}`);
  };
}

function nameOf(record: RecordOf<"subscribers">): string {
  return record.display_name || recordTitle(summaryOf("subscribers").recordRepresentation, record);
}

interface LabelSheetProps {
  readonly title: string;
  readonly faces: readonly KeyFace[];
  readonly onPrinted: () => void;
}

/** The labels of all keys by group. Prints as soon as it is there, in place of the page, and is not seen on the screen. */
function LabelSheet({ title, faces, onPrinted }: LabelSheetProps) {
  useEffect(() => {
    // Some browsers return at once and print later.
    window.addEventListener("afterprint", onPrinted);
    window.print();
    return () => window.removeEventListener("afterprint", onPrinted);
  }, [onPrinted]);
  const groups = [...new Set(faces.map(({ group }) => group))];
  return createPortal(
    <section className={styles.sheet}>
      <h1 className="text-16">{title}</h1>
      {groups.map((group) => (
        <table key={group}>
          <caption className="strong">{group}</caption>
          <tbody>
            {faces
              .filter((face) => face.group === group)
              .map(({ key, label }) => (
                <tr key={key.index}>
                  <th scope="row">{key.index + 1}</th>
                  <td>{label}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </section>,
    document.body,
  );
}
