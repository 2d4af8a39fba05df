import Add from "@mui/icons-material/Add";
import { type DragEvent, type KeyboardEvent, useRef } from "react";
import { useLocale, useTranslate } from "react-admin";
import {
  type ForwardSteps,
  fromSteps,
  moveDestination,
  placeAt,
  type SetDestination,
  type StepPosition,
  stepsOf,
} from "../../../core/telephony/forwardSteps.ts";
import { useResource } from "../../providers/resources.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { usePatchField } from "../../views/recordActions/usePatchField.ts";
import type { StepEditing } from "./editing.ts";
import { FlowNode, StepBox, TimeBar } from "./FlowNode.tsx";
import styles from "./forwards.module.css";
import { destinationName, ringTimeOf } from "./forwards.ts";

interface DestinationStepsOptions {
  /** Prefix of the keys of the steps. */
  readonly keyPrefix: string;
  readonly set: RecordOf<"cfdestinationsets"> | undefined;
  readonly editing: StepEditing;
  readonly focusStep: (key: string) => void;
}

/** The steps of a destination set, and what changes them. */
export function useDestinationSteps({ keyPrefix, set, editing, focusStep }: DestinationStepsOptions) {
  const access = useAccess();
  const { descriptor } = useResource("cfdestinationsets");
  const patch = usePatchField(descriptor);
  const steps = stepsOf(set?.destinations ?? []);
  const canEdit = set !== undefined && access.can(descriptor, "update", { record: set });
  const keyOf = ({ step, part }: StepPosition) => `${keyPrefix}/${step}/${part}`;
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
  return {
    steps,
    canEdit,
    /** There is something to put in order. */
    isOrdered: canEdit && (steps.length > 1 || (steps[0]?.length ?? 0) > 1),
    keyOf,
    newKey: `${keyPrefix}/new`,
    openPosition: steps
      .flatMap((step, stepIndex) => step.map((_, part) => ({ step: stepIndex, part })))
      .find((position) => keyOf(position) === editing.open),
    store,
  };
}

interface DestinationNodesProps {
  readonly destinations: ReturnType<typeof useDestinationSteps>;
  readonly editing: StepEditing;
}

/** The boxes of the destinations, which are moved by dragging or by Alt and an arrow key, and one that adds another. */
export function DestinationNodes({ destinations, editing }: DestinationNodesProps) {
  const { steps, canEdit, isOrdered, keyOf, newKey, store } = destinations;
  const translate = useTranslate();
  const locale = useLocale();
  const dragged = useRef<StepPosition | null>(null);
  // Only destinations of this flow may be dropped on it.
  const dropBefore = (before: number) => ({
    onDragOver: (event: DragEvent) => dragged.current && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (!dragged.current) return;
      event.preventDefault();
      store(placeAt(steps, dragged.current, before), dragged.current);
      dragged.current = null;
    },
  });
  const onKeyDown = (event: KeyboardEvent, position: StepPosition) => {
    const by = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
    if (!event.altKey || !/^Arrow/.test(event.key)) return;
    event.preventDefault();
    store(moveDestination(steps, position, by), position);
  };
  const movedBy = (position: StepPosition, name: string) => ({
    "aria-keyshortcuts": isOrdered ? "Alt+ArrowLeft Alt+ArrowRight" : undefined,
    draggable: isOrdered,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", name);
      dragged.current = position;
    },
    onDragEnd: () => {
      dragged.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, position),
  });
  return (
    <>
      {steps.map((step, index) => (
        <FlowNode
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity than their place
          key={index}
          label={translate(step.length > 1 ? "forwards.together" : "forwards.destination", { number: index + 1 })}
          {...dropBefore(index)}
        >
          {step.map((entry, part) => {
            const position = { step: index, part };
            const key = keyOf(position);
            const name = destinationName(entry, { translate, locale });
            const handlers = canEdit ? { onToggle: () => editing.toggle(key), ...movedBy(position, name) } : {};
            return (
              <StepBox key={key} step={key} isOpen={editing.open === key} {...handlers}>
                <strong>{name}</strong>
                <RingTime entry={entry} />
              </StepBox>
            );
          })}
        </FlowNode>
      ))}
      {canEdit && (
        <FlowNode label="" className={styles.flowAdd} {...dropBefore(steps.length)}>
          <button
            type="button"
            className={`card line accent ${styles.flowStep}`}
            data-step={newKey}
            aria-expanded={editing.open === newKey}
            onClick={() => editing.toggle(newKey)}
          >
            <Add fontSize="small" />
            {translate("forwards.add")}
          </button>
        </FlowNode>
      )}
    </>
  );
}

function RingTime({ entry }: { readonly entry: SetDestination }) {
  const seconds = ringTimeOf(entry);
  return seconds === null ? null : <TimeBar seconds={seconds} />;
}
