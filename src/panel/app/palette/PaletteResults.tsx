import Box from "@mui/material/Box";
import ListSubheader from "@mui/material/ListSubheader";
import Typography from "@mui/material/Typography";
import {
  type KeyboardEvent,
  type Ref,
  Suspense,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useState,
} from "react";
import { useTranslate } from "react-admin";
import { useNavigate } from "react-router";
import { foldText } from "../../../core/values/foldText.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { recordPagePath } from "../../navigation/recordPath.ts";
import { lazyComponent, lazyPart } from "../../providers/lazyComponent.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import type { FoundRecord } from "../../providers/search.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { patchField } from "../../views/recordActions/patchField.ts";
import { usePatchParts } from "../../views/recordActions/usePatchField.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import { matchesWords } from "../menuTree.ts";
import { buildSections, type Command, recordKey, type Section } from "./commands.ts";
import { Option } from "./Option.tsx";
import styles from "./palette.module.css";
import { matchesVerb, type RecordCommand, recordCommands } from "./recordCommands.ts";
import { useDescriptors, useFoundRecords, useRemember } from "./useFoundRecords.ts";
import { useStaticCommands } from "./useStaticCommands.ts";
import { buildVerbWords, parseCommand } from "./verbs.ts";

const RecordPreview = lazyComponent(() => import("./RecordPreview.tsx"), "RecordPreview");
const ActionDialog = lazyPart(() => import("./ActionDialog.tsx"), "ActionDialog");

/** Keys of the input that control the listbox. */
export interface PaletteKeys {
  readonly press: (event: KeyboardEvent<HTMLInputElement>) => void;
}

interface PaletteResultsProps {
  readonly text: string;
  /** The text for which Enter was pressed; unless it changes, its first result opens once loaded. */
  readonly entered: string | undefined;
  /** The text as it was pasted: the one record that it is opens with its sheet. */
  readonly pasted: string | undefined;
  /** Id of the listbox. */
  readonly listId: string;
  /** The option that Enter selects; undefined: none. */
  readonly onActive: (optionId: string | undefined) => void;
  /** Enter was pressed for this text, whose results are loading. */
  readonly onEnter: (text: string) => void;
  readonly onClose: () => void;
  readonly ref: Ref<PaletteKeys>;
}

/** A command that asks first. */
interface PendingConfirmation {
  readonly hit: FoundRecord;
  readonly does: Exclude<RecordCommand["does"], { kind: "open" }>;
}

/** The palette's options for a text, and the sheet of a record's actions while one is open. */
function usePalette({ text, pasted, onClose }: Pick<PaletteResultsProps, "text" | "pasted" | "onClose">) {
  const translate = useTranslate();
  const access = useAccess();
  const [opened, setOpened] = useState<{ readonly text: string; readonly hit?: FoundRecord }>();
  const staticCommands = useStaticCommands();
  const words = useMemo(() => buildVerbWords((key) => translate(key, { _: "" })), [translate]);
  const said = parseCommand(text, words);
  // A word alone may also be a name.
  const command = said?.rest ? said : undefined;
  const isGoing = command?.verb.kind === "go";
  const verb = isGoing ? undefined : command?.verb;
  const query = command ? command.rest : text;
  const { records, isSearching, error } = useFoundRecords(isGoing ? "" : query);
  const descriptors = useDescriptors(records.map(({ resource }) => resource));
  const { perform, pending } = usePerform(descriptors, onClose);

  const toCommands = (hit: FoundRecord): Command[] => {
    const { resource, record } = hit;
    const { recordRepresentation: template, icon } = summaryOf(resource);
    const common = { section: "records" as const, label: recordTitle(template, record), hit };
    const key = recordKey(hit);
    const path = recordPagePath(resource, record);
    if (!verb) return path ? [{ ...common, key, icon, path }] : [];
    const descriptor = descriptors.get(resource);
    const able = descriptor ? recordCommands(descriptor, access, hit, translate) : [];
    return able
      .filter((action) => matchesVerb(action, verb))
      .map((action) => ({
        ...common,
        key: `${key} ${action.name}`,
        icon: action.icon,
        verb: action.label,
        ...(action.does.kind === "open" ? { path: action.does.path } : { run: () => perform(hit, action) }),
      }));
  };
  const hit =
    opened?.text === text ? opened.hit : pasted === text && !isSearching ? findOnlyRecord(records) : undefined;
  const descriptor = hit && descriptors.get(hit.resource);
  const sheet = hit && descriptor ? { hit, descriptor } : undefined;
  const sections: readonly Section[] = sheet
    ? [
        {
          name: "actions",
          commands: sheetCommands(sheet.hit, recordCommands(sheet.descriptor, access, sheet.hit, translate), perform),
        },
      ]
    : isGoing
      ? buildSections(staticCommands, [], query, matchesLabel).filter(({ name }) => name === "pages")
      : buildSections(staticCommands, records.flatMap(toCommands), text, matchesLabel);
  return {
    ...{ sections, sheet, query, descriptors, isSearching, error, pending },
    /** A verb was said, and nothing that it is for. */
    isHalfSaid: said !== undefined && !command,
    openSheet: (next?: FoundRecord) => setOpened({ text, hit: next }),
  };
}

type Descriptors = ReturnType<typeof useDescriptors>;

/** Performs the commands of records, or asks first: what is asked is pending. */
function usePerform(descriptors: Descriptors, onClose: () => void) {
  const navigate = useNavigate();
  const remember = useRemember();
  // Goes on after the palette is gone.
  const patch = patchField.bind(undefined, usePatchParts());
  const [pending, setPending] = useState<PendingConfirmation>();
  const perform = (hit: FoundRecord, { does }: RecordCommand) => {
    remember(hit);
    const descriptor = descriptors.get(hit.resource);
    if (does.kind === "open") {
      onClose();
      navigate(does.path);
    } else if (does.kind === "status" && descriptor && !descriptor.statusCascadesTo) {
      onClose();
      void patch(descriptor, hit.record, does.action.field.name, does.action.value);
    } else setPending({ hit, does });
  };
  return { perform, pending };
}

/** The palette's results for a text: pages, favourites, records with what can be done with them, and create forms. */
export function PaletteResults(props: PaletteResultsProps) {
  const { text, entered, listId, onActive, onEnter, onClose, ref } = props;
  const translate = useTranslate();
  const navigate = useNavigate();
  const remember = useRemember();
  const { sections, sheet, query, descriptors, isSearching, error, pending, isHalfSaid, openSheet } = usePalette(props);
  const [chosen, setChosen] = useState({ text, position: 0 });
  const commands = sections.flatMap((section) => section.commands);
  // A new text, and a sheet, start at their first option.
  const positionKey = `${text}${sheet ? ` ${recordKey(sheet.hit)}` : ""}`;
  const position = chosen.text === positionKey ? chosen.position : 0;
  const setPosition = (next: number) => setChosen({ text: positionKey, position: next });
  const active = commands[Math.min(position, commands.length - 1)];
  const activeId = active && optionId(listId, active);
  useEffect(() => onActive(activeId), [onActive, activeId]);

  const run = (option: Command) => {
    if (option.run) return option.run();
    if (option.hit) remember(option.hit);
    onClose();
    if (option.path) navigate(option.path);
  };
  // Until the response arrives, records are those of a shorter text, and the ones after them may move.
  const isOutdated = !sheet && isSearching && active?.section !== "favourites" && active?.section !== "pages";
  // Commands that change a record need an Enter on what is shown.
  const runEntered = useEffectEvent(() => active && !active.run && run(active));
  const isDue = entered === text && !isOutdated;
  useEffect(() => {
    if (isDue) runEntered();
  }, [isDue]);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const next = positionAfter(event.key, position, commands.length - 1);
    if (sheet && isBack(event)) {
      // Escape only leaves the sheet.
      event.stopPropagation();
      openSheet();
    } else if (!sheet && isForward(event) && active?.hit && !isOutdated) openSheet(active.hit);
    else if (event.key === "Enter" && isOutdated) onEnter(text);
    else if (event.key === "Enter" && active) run(active);
    else if (next !== undefined) setPosition(Math.max(next, 0));
    else return;
    event.preventDefault();
  };
  useImperativeHandle(ref, () => ({ press }));

  if (pending) {
    const descriptor = descriptors.get(pending.hit.resource);
    return (
      descriptor && (
        <ActionDialog descriptor={descriptor} record={pending.hit.record} does={pending.does} onClose={onClose} />
      )
    );
  }
  const listbox = (
    <Listbox
      {...{ listId, sections, query, descriptors, active }}
      onRun={run}
      onPoint={(option) => setPosition(commands.indexOf(option))}
      onActions={openSheet}
    />
  );
  return (
    <>
      <div role="status" className="sr-only">
        {isSearching
          ? translate("app.palette.searching")
          : translate("app.palette.found", { smart_count: commands.length })}
      </div>
      {sheet ? (
        <Suspense fallback={listbox}>
          <RecordPreview {...sheet}>{listbox}</RecordPreview>
        </Suspense>
      ) : (
        listbox
      )}
      {commands.length === 0 && !isSearching && (
        <Typography color="textSecondary" variant="body2" className={styles.nothing}>
          {error ? requestErrorText(translate, error) : translate(isHalfSaid ? "palette.goOn" : "app.palette.nothing")}
        </Typography>
      )}
      {(active?.hit || sheet) && (
        <Typography color="textSecondary" variant="caption" className={`line-above ${styles.keys}`}>
          {translate(sheet ? "palette.keys.sheet" : "palette.keys.record")}
        </Typography>
      )}
    </>
  );
}

const optionId = (listId: string, { key }: Command) => `${listId}-${key.replaceAll(/\W/g, "_")}`;

/** The option that a key leads to; undefined: none. */
function positionAfter(key: string, position: number, last: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: position >= last ? 0 : position + 1,
    ArrowUp: position <= 0 ? last : position - 1,
    PageDown: Math.min(position + 8, last),
    PageUp: Math.max(position - 8, 0),
  };
  return steps[key];
}

const isForward = ({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLInputElement>) =>
  (key === "Tab" && !shiftKey) || (key === "ArrowRight" && currentTarget.selectionStart === currentTarget.value.length);

const isBack = ({ key, shiftKey }: KeyboardEvent) =>
  (key === "Tab" && shiftKey) || key === "ArrowLeft" || key === "Escape";

interface ListboxProps {
  readonly listId: string;
  readonly sections: readonly Section[];
  readonly query: string;
  readonly descriptors: Descriptors;
  readonly active: Command | undefined;
  readonly onRun: (option: Command) => void;
  readonly onPoint: (option: Command) => void;
  readonly onActions: (hit: FoundRecord) => void;
}

function Listbox({ listId, sections, query, descriptors, active, onRun, onPoint, onActions }: ListboxProps) {
  const translate = useTranslate();
  return (
    <div id={listId} role="listbox" aria-label={translate("app.palette.label")} className="scroll pad-block-4">
      {sections.map(({ name, commands }) => (
        <Box key={`${name}`} role="group" aria-labelledby={`${listId}-${name}`}>
          <ListSubheader component="div" disableSticky id={`${listId}-${name}`} className={styles.heading}>
            {translate(`app.palette.sections.${name}`)}
          </ListSubheader>
          {commands.map((option) => (
            <Option
              key={option.key}
              id={optionId(listId, option)}
              command={option}
              query={query}
              descriptor={descriptors.get(option.hit?.resource ?? "")}
              isActive={option === active}
              onRun={() => onRun(option)}
              onPoint={() => onPoint(option)}
              onActions={() => option.hit && onActions(option.hit)}
            />
          ))}
        </Box>
      ))}
    </div>
  );
}

/** The one record that a pasted text is: the only one, or the only exact one of its kind. */
function findOnlyRecord(records: readonly FoundRecord[]): FoundRecord | undefined {
  const exact = records.filter(({ match }) => match?.rank === "exact");
  const [first] = exact.length > 0 ? exact : records;
  if (!first || (exact.length === 0 && records.length > 1)) return undefined;
  return exact.filter(({ resource }) => resource === first.resource).length > 1 ? undefined : first;
}

function sheetCommands(
  hit: FoundRecord,
  able: readonly RecordCommand[],
  perform: (hit: FoundRecord, command: RecordCommand) => void,
): Command[] {
  return able.map((action) => ({
    key: `${recordKey(hit)} ${action.name}`,
    section: "actions",
    label: action.label,
    icon: action.icon,
    run: () => perform(hit, action),
  }));
}

function matchesLabel(label: string, text: string): boolean {
  return matchesWords(foldText(label), foldText(text));
}
