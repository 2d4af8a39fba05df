import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { formatDuration } from "../../../core/values/duration.ts";
import { fieldKey } from "../../navigation/labels.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import waysStyles from "../../ui/charts/ways.module.css";
import { AddConditions, ConditionNodes, narrowings } from "./Conditions.tsx";
import { DestinationNodes, useDestinationSteps } from "./DestinationNodes.tsx";
import type { StepEditing } from "./editing.ts";
import { FlowNode, StepBox, TimeBar } from "./FlowNode.tsx";
import styles from "./forwards.module.css";
import type { ForwardEntry, ForwardPosition, KnownSets } from "./forwards.ts";
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

/** The way of a forwarded call from the caller to its end, as boxes in a list. A step that is opened is edited below. */
export function ForwardFlow(props: ForwardFlowProps) {
  const { keyPrefix, label, forward, position, isRinging, canUpdate, sets, editing } = props;
  const { mappings } = position;
  const translate = useTranslate();
  const locale = useLocale();
  const flow = useRef<HTMLDivElement>(null);
  const focusStep = useStepFocus(flow);
  const set = sets.destinations.get(forward.destinationset_id);
  const destinations = useDestinationSteps({ keyPrefix, set, editing, focusStep });
  const { steps, openPosition, isOrdered, newKey, store } = destinations;
  const note = useSharedNote(position, "destinationset_id", set?.id);
  const ringKey = `${keyPrefix}/ring`;
  const rings = mappings.cft_ringtimeout;
  const openCondition = narrowings.find((kind) => `${keyPrefix}/${kind}` === editing.open);
  return (
    <div ref={flow}>
      <ol className={`row top ${waysStyles.arrows} ${styles.flow}`} aria-label={label}>
        <ConditionNodes {...{ keyPrefix, forward, canUpdate, sets, editing }} />
        {isRinging && typeof rings === "number" && (
          <FlowNode label={translate("forwards.phone")}>
            <StepBox
              step={ringKey}
              isOpen={editing.open === ringKey}
              onToggle={canUpdate ? () => editing.toggle(ringKey) : undefined}
              aria-label={`${translate(fieldKey("cfmappings", "cft_ringtimeout"))}: ${formatDuration(rings, locale)}`}
            >
              <TimeBar seconds={rings} />
            </StepBox>
          </FlowNode>
        )}
        {!set && (
          <FlowNode label={translate("forwards.destination", { number: 1 })}>
            {translate("forwards.set", { name: forward.destinationset ?? forward.destinationset_id })}
          </FlowNode>
        )}
        <DestinationNodes destinations={destinations} editing={editing} />
        <FlowNode label="" className={styles.flowEnd}>
          {translate("forwards.end")}
        </FlowNode>
      </ol>
      <AddConditions {...{ keyPrefix, forward, canUpdate, editing }} />
      {isOrdered && openPosition && <p className="quiet">{translate("forwards.orderHelp")}</p>}
      {openCondition && (
        <SetEditor
          key={editing.open}
          kind={openCondition}
          position={position}
          title={translate(`forwards.title.${openCondition}`)}
          editing={editing}
          onDone={() => focusStep(`${keyPrefix}/${openCondition}`)}
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

/** Focuses a step of a flow by its key, once the flow has rendered with it. */
function useStepFocus(flow: RefObject<HTMLElement | null>): (step: string) => void {
  const [target, setTarget] = useState<{ readonly step: string } | null>(null);
  useLayoutEffect(() => {
    if (target) flow.current?.querySelector<HTMLElement>(`[data-step="${target.step}"]`)?.focus();
  }, [target, flow]);
  return (step) => setTarget({ step });
}
