import Add from "@mui/icons-material/Add";
import Edit from "@mui/icons-material/Edit";
import Button from "@mui/material/Button";
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLocale, useTranslate } from "react-admin";
import { isWeekly, toWeek } from "../../../core/telephony/calendarWeek.ts";
import {
  type ForwardSteps,
  fromSteps,
  moveDestination,
  placeAt,
  type StepPosition,
  stepsOf,
} from "../../../core/telephony/forwardSteps.ts";
import { formatDuration } from "../../../core/values/duration.ts";
import { readableNumber } from "../../../core/values/phoneNumberText.ts";
import { LazyWeekPicture } from "../../kinds/week/LazyWeekPicture.tsx";
import { fieldKey } from "../../navigation/labels.ts";
import { recordPagePath, toHref } from "../../navigation/recordPath.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import { useResource } from "../../providers/resources.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import waysStyles from "../../ui/charts/ways.module.css";
import { usePatchField } from "../../views/recordActions/usePatchField.ts";
import type { StepEditing } from "./editing.ts";
import styles from "./forwards.module.css";
import {
  destinationName,
  type ForwardEntry,
  type ForwardPosition,
  type KnownSets,
  type Narrowing,
  narrowingSets,
  ringTimeOf,
} from "./forwards.ts";
import { useSharedNote } from "./useSharedNote.ts";

const loadEditors = () => import("./StepEditor.tsx");
const DestinationEditor = lazyPart(loadEditors, "DestinationEditor", ["forms", "rules"]);
const RingTimeEditor = lazyPart(loadEditors, "RingTimeEditor", ["forms", "rules"]);
const SetEditor = lazyPart(() => import("./SetEditor.tsx"), "SetEditor", ["forms", "rules"]);

interface ForwardFlowProps {
  /** Prefix of the keys of its steps. */
  readonly keyPrefix: string;
  /** Describes the picture in words. */
  readonly label: string;
  readonly forward: ForwardEntry;
  readonly position: ForwardPosition;
  /** Whether the subscriber's phone rings first. */
  readonly isRinging: boolean;
  readonly canUpdate: boolean;
  readonly sets: KnownSets;
  readonly editing: StepEditing;
}

/**
 * The way of a forwarded call from the caller to its end, as boxes in a list. Destinations are opened to be edited,
 * moved by dragging or by Alt and an arrow key, and added behind the last.
 */
export function ForwardFlow(props: ForwardFlowProps) {
  const { keyPrefix, label, forward, position: forwardPosition, isRinging, canUpdate, sets, editing } = props;
  const { mappings } = forwardPosition;
  const translate = useTranslate();
  const locale = useLocale();
  const access = useAccess();
  const flow = useRef<HTMLDivElement>(null);
  const focusStep = useStepFocus(flow);
  const { descriptor } = useResource("cfdestinationsets");
  const patch = usePatchField(descriptor);
  const dragged = useRef<StepPosition | null>(null);

  const set = sets.destinations.get(forward.destinationset_id);
  const steps = stepsOf(set?.destinations ?? []);
  const canEdit = set !== undefined && access.can(descriptor, "update", { record: set });
  const keyOf = ({ step, part }: StepPosition) => `${keyPrefix}/${step}/${part}`;
  const newKey = `${keyPrefix}/new`;
  const ringKey = `${keyPrefix}/ring`;

  const store = (next: ForwardSteps | null, position: StepPosition) => {
    // Unsaved changes belong to a place that would be another's.
    if (!set || !next || editing.isChanged) return editing.choose(null);
    const moved = steps[position.step]?.[position.part];
    const to = next.findIndex((step) => moved !== undefined && step.includes(moved));
    const part = moved && next[to]?.indexOf(moved);
    editing.close();
    void patch(set, "destinations", fromSteps(next));
    // A removed one has no place any more; its caller says where to go on.
    if (part !== undefined) focusStep(keyOf({ step: to, part }));
  };
  const onKeyDown = (event: KeyboardEvent, position: StepPosition) => {
    const by = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
    if (!event.altKey || !/^Arrow/.test(event.key)) return;
    event.preventDefault();
    store(moveDestination(steps, position, by), position);
  };
  const onDrop = (event: DragEvent, before: number) => {
    if (!dragged.current) return;
    event.preventDefault();
    store(placeAt(steps, dragged.current, before), dragged.current);
    dragged.current = null;
  };
  // Only destinations of this flow may be dropped on it.
  const dropBefore = (before: number) => ({
    onDragOver: (event: DragEvent) => dragged.current && event.preventDefault(),
    onDrop: (event: DragEvent) => onDrop(event, before),
  });
  const toggle = (key: string) => editing.choose(editing.open === key ? null : key);
  const openPosition = steps
    .flatMap((step, stepIndex) => step.map((_, part) => ({ step: stepIndex, part })))
    .find((position) => keyOf(position) === editing.open);
  const rings = mappings.cft_ringtimeout;
  const setKey = (kind: Narrowing) => `${keyPrefix}/${kind}`;
  const titleOf = (kind: Narrowing) => translate(`forwards.title.${kind}`);
  const canChoose = (kind: Narrowing) => canUpdate && access.can(summaryOf(narrowingSets[kind]), "lookup");
  const addable = (["bnumber", "time"] as const).filter(
    (kind) => !forward[`${kind}set_id` as const] && canChoose(kind),
  );
  const openSet = (["source", "bnumber", "time"] as const).find((kind) => setKey(kind) === editing.open);
  const narrowed = (kind: Narrowing) => ({
    step: setKey(kind),
    label: translate("forwards.editLabel", { name: titleOf(kind) }),
    isOpen: openSet === kind,
    onToggle: canChoose(kind) ? () => toggle(setKey(kind)) : undefined,
  });
  const callers = sets.sources.get(forward.sourceset_id ?? 0);
  const callerNumbers = callers?.sources.map(({ source }) => source);
  const called = sets.bnumbers.get(forward.bnumberset_id ?? 0);
  const calledNumbers = called?.bnumbers.map(({ bnumber }) => bnumber);
  const note = useSharedNote(forwardPosition, "destinationset_id", set?.id);
  const isOrdered = canEdit && (steps.length > 1 || (steps[0]?.length ?? 0) > 1);

  return (
    <div ref={flow}>
      <ol className={`row top ${waysStyles.arrows} ${styles.flow}`} aria-label={label}>
        <Node label={titleOf("source")}>
          <Narrowed {...narrowed("source")}>
            <Numbers forward={forward} kind="source" set={callers} numbers={callerNumbers} />
          </Narrowed>
        </Node>
        {forward.bnumberset_id && (
          <Node label={titleOf("bnumber")}>
            <Narrowed {...narrowed("bnumber")}>
              <Numbers forward={forward} kind="bnumber" set={called} numbers={calledNumbers} />
            </Narrowed>
          </Node>
        )}
        {forward.timeset_id && (
          <Node label={titleOf("time")} className={styles.flowTimes}>
            <Narrowed {...narrowed("time")}>
              <Times forward={forward} set={sets.times.get(forward.timeset_id)} />
            </Narrowed>
          </Node>
        )}
        {isRinging && typeof rings === "number" && (
          <Node label={translate("forwards.phone")}>
            {canUpdate ? (
              <button
                type="button"
                className={`card stack gap-2 text-start ${styles.flowStep}`}
                data-step={ringKey}
                aria-expanded={editing.open === ringKey}
                aria-label={`${translate(fieldKey("cfmappings", "cft_ringtimeout"))}: ${formatDuration(rings, locale)}`}
                onClick={() => toggle(ringKey)}
              >
                <TimeBar seconds={rings} />
              </button>
            ) : (
              <div className={`card stack gap-2 text-start ${styles.flowStep}`}>
                <TimeBar seconds={rings} />
              </div>
            )}
          </Node>
        )}
        {!set && (
          <Node label={translate("forwards.destination", { number: 1 })}>
            {translate("forwards.set", { name: forward.destinationset ?? forward.destinationset_id })}
          </Node>
        )}
        {steps.map((step, index) => (
          <Node
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity than their place
            key={index}
            label={
              step.length > 1
                ? translate("forwards.together", { number: index + 1 })
                : translate("forwards.destination", { number: index + 1 })
            }
            {...dropBefore(index)}
          >
            {step.map((entry, part) => {
              const position = { step: index, part };
              const key = keyOf(position);
              const name = destinationName(entry, { translate, locale });
              const time = ringTimeOf(entry);
              const inside = (
                <>
                  <strong>{name}</strong>
                  {time !== null && <TimeBar seconds={time} />}
                </>
              );
              if (!canEdit)
                return (
                  <div key={key} className={`card stack gap-2 text-start ${styles.flowStep}`}>
                    {inside}
                  </div>
                );
              return (
                <button
                  key={key}
                  type="button"
                  className={`card stack gap-2 text-start ${styles.flowStep}`}
                  data-step={key}
                  aria-expanded={editing.open === key}
                  aria-keyshortcuts={isOrdered ? "Alt+ArrowLeft Alt+ArrowRight" : undefined}
                  draggable={isOrdered}
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = "move";
                    event.dataTransfer.setData("text/plain", name);
                    dragged.current = position;
                  }}
                  onDragEnd={() => {
                    dragged.current = null;
                  }}
                  onKeyDown={(event) => onKeyDown(event, position)}
                  onClick={() => toggle(key)}
                >
                  {inside}
                </button>
              );
            })}
          </Node>
        ))}
        {canEdit && (
          <Node label="" className={styles.flowAdd} {...dropBefore(steps.length)}>
            <button
              type="button"
              className={`card line accent ${styles.flowStep}`}
              data-step={newKey}
              aria-expanded={editing.open === newKey}
              onClick={() => toggle(newKey)}
            >
              <Add fontSize="small" />
              {translate("forwards.add")}
            </button>
          </Node>
        )}
        <Node label="" className={styles.flowEnd}>
          {translate("forwards.end")}
        </Node>
      </ol>
      {addable.length > 0 && (
        <p className={`row gap-2 across-8 ${styles.flowNarrow}`}>
          {addable.map((kind) => (
            <Button
              key={kind}
              size="small"
              startIcon={<Add />}
              data-step={setKey(kind)}
              aria-expanded={editing.open === setKey(kind)}
              onClick={() => toggle(setKey(kind))}
            >
              {translate(`forwards.narrow.${kind}`)}
            </Button>
          ))}
        </p>
      )}
      {isOrdered && openPosition && <p className="quiet">{translate("forwards.orderHelp")}</p>}
      {openSet && (
        <SetEditor
          key={editing.open}
          kind={openSet}
          position={forwardPosition}
          title={titleOf(openSet)}
          editing={editing}
          onDone={() => focusStep(setKey(openSet))}
        />
      )}
      {isRinging && editing.open === ringKey && (
        <RingTimeEditor mappings={mappings} editing={editing} onDone={() => focusStep(ringKey)} />
      )}
      {set && (openPosition || editing.open === newKey) && (
        <DestinationEditor
          key={editing.open}
          set={set}
          steps={steps}
          position={openPosition}
          editing={editing}
          onStore={store}
          onDone={(key) => focusStep(key === undefined ? (editing.open ?? newKey) : key)}
          newKey={newKey}
          note={note}
        />
      )}
    </div>
  );
}

interface NodeProps {
  /** Above the box; empty: it says all itself. */
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
  readonly onDragOver?: (event: DragEvent) => void;
  readonly onDrop?: (event: DragEvent) => void;
}

/** A box of the way; a line leads to it from the one before. */
function Node({ label, className = "", children, ...drop }: NodeProps) {
  return (
    <li className={`stack gap-2 packed fit ${className}`} {...drop}>
      {label !== "" && <span className="note tight">{label}</span>}
      <div className={`card stack gap-2 pad-8-12 anywhere ${styles.flowBox}`}>{children}</div>
    </li>
  );
}

interface NarrowedProps {
  /** Key of the step. */
  readonly step: string;
  /** Label of its button. */
  readonly label: string;
  readonly isOpen: boolean;
  /** Absent: it is only shown. */
  readonly onToggle: (() => void) | undefined;
  readonly children: ReactNode;
}

/** The condition of a forward, by calls or times, with a button to edit it. */
function Narrowed({ step, label, isOpen, onToggle, children }: NarrowedProps) {
  if (!onToggle) return children;
  return (
    <div className="flex top gap-8">
      <div className="stack gap-2 grow">{children}</div>
      <button
        type="button"
        className={`icon-button rigid ${styles.flowEdit}`}
        data-step={step}
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={onToggle}
      >
        <Edit fontSize="small" />
      </button>
    </div>
  );
}

/** The ringing time: in words, and as a bar whose full length is a minute or more. */
function TimeBar({ seconds }: { readonly seconds: number }) {
  const locale = useLocale();
  return (
    <span className="stack gap-2">
      <span>{formatDuration(seconds, locale)}</span>
      <span className={styles.flowTimeBar} style={{ width: `${Math.min(100, (seconds / 60) * 100)}%` }} aria-hidden />
    </span>
  );
}

/** Most numbers shown of a set; the rest is counted. */
const MAX_NUMBERS = 3;

interface NumbersProps {
  readonly forward: ForwardEntry;
  readonly kind: "source" | "bnumber";
  readonly set: RecordOf<"cfsourcesets" | "cfbnumbersets"> | undefined;
  /** Numbers of the set. */
  readonly numbers: readonly string[] | undefined;
}

/** The callers, or the called numbers, whose calls are forwarded. */
function Numbers({ forward, kind, set, numbers = [] }: NumbersProps) {
  const translate = useTranslate();
  const id = forward[`${kind}set_id` as const];
  if (!id) return <>{translate(`forwards.any.${kind}`)}</>;
  const name = forward[`${kind}set` as const] ?? id.toString();
  return (
    <>
      <span>{translate(set?.mode === "blacklist" ? "forwards.allBut" : "forwards.only")}</span>
      <SetLink resource={`cf${kind}sets`} set={set} name={name} />
      {numbers.length > 0 && (
        <ul className="note">
          {numbers.slice(0, MAX_NUMBERS).map((number) => (
            <li key={number}>{readableNumber(number)}</li>
          ))}
          {numbers.length > MAX_NUMBERS && (
            <li>{translate("forwards.more", { smart_count: numbers.length - MAX_NUMBERS })}</li>
          )}
        </ul>
      )}
    </>
  );
}

/** A time set as a picture of the week. */
function Times({ forward, set }: { readonly forward: ForwardEntry; readonly set: RecordOf<"cftimesets"> | undefined }) {
  const translate = useTranslate();
  const name = forward.timeset ?? `${forward.timeset_id}`;
  const times = set?.times ?? [];
  return (
    <>
      <SetLink resource="cftimesets" set={set} name={name} />
      {times.length > 0 && <LazyWeekPicture isSmall label={name} value={toWeek(times)} />}
      {!times.every(isWeekly) && <span className="quiet">{translate("forwards.notWeekly")}</span>}
      <span className="quiet">{translate("views.clock.subscriber")}</span>
    </>
  );
}

interface SetLinkProps {
  readonly resource: string;
  readonly set: RecordOf | undefined;
  readonly name: string;
}

/** A set by its name, linked to its page. */
function SetLink({ resource, set, name }: SetLinkProps) {
  const isAllowed = useAccess().can(summaryOf(resource), "read");
  const path = set && isAllowed ? recordPagePath(resource, set) : null;
  return path ? <a href={toHref(path)}>{name}</a> : <span>{name}</span>;
}

/** Focuses a step of a flow by its key, once the flow has rendered with it. */
function useStepFocus(flow: RefObject<HTMLElement | null>): (step: string) => void {
  const [target, setTarget] = useState<{ readonly step: string } | null>(null);
  useLayoutEffect(() => {
    if (target) flow.current?.querySelector<HTMLElement>(`[data-step="${target.step}"]`)?.focus();
  }, [target, flow]);
  return (step) => setTarget({ step });
}
