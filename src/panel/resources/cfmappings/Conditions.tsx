import Add from "@mui/icons-material/Add";
import Edit from "@mui/icons-material/Edit";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { isWeekly, toWeek } from "../../../core/telephony/calendarWeek.ts";
import { readableNumber } from "../../../core/values/phoneNumberText.ts";
import { LazyWeekPicture } from "../../kinds/week/LazyWeekPicture.tsx";
import { recordPagePath, toHref } from "../../navigation/recordPath.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import type { StepEditing } from "./editing.ts";
import { FlowNode } from "./FlowNode.tsx";
import styles from "./forwards.module.css";
import { type ForwardEntry, type KnownSets, type Narrowing, narrowingSets } from "./forwards.ts";

/** The conditions of a forward, in the order of the flow. */
export const narrowings = ["source", "bnumber", "time"] as const;

interface ConditionsProps {
  /** Prefix of the keys of its steps. */
  readonly keyPrefix: string;
  readonly forward: ForwardEntry;
  readonly canUpdate: boolean;
  readonly editing: StepEditing;
}

/** Returns whether the set of a condition may be chosen. */
function useCanChoose(canUpdate: boolean): (kind: Narrowing) => boolean {
  const access = useAccess();
  return (kind) => canUpdate && access.can(summaryOf(narrowingSets[kind]), "lookup");
}

/** The boxes of the conditions: whose calls, calls to which numbers, and at which times. */
export function ConditionNodes(props: ConditionsProps & { readonly sets: KnownSets }) {
  const { keyPrefix, forward, canUpdate, sets, editing } = props;
  const translate = useTranslate();
  const canChoose = useCanChoose(canUpdate);
  const callers = sets.sources.get(forward.sourceset_id ?? 0);
  const called = sets.bnumbers.get(forward.bnumberset_id ?? 0);
  const contents = {
    source: (
      <Numbers forward={forward} kind="source" set={callers} numbers={callers?.sources.map(({ source }) => source)} />
    ),
    bnumber: (
      <Numbers forward={forward} kind="bnumber" set={called} numbers={called?.bnumbers.map(({ bnumber }) => bnumber)} />
    ),
    time: <Times forward={forward} set={sets.times.get(forward.timeset_id ?? 0)} />,
  };
  // Without a condition on the caller the box says that all calls are forwarded.
  const shownKinds = narrowings.filter((kind) => kind === "source" || forward[`${kind}set_id` as const]);
  return shownKinds.map((kind) => {
    const key = `${keyPrefix}/${kind}`;
    const title = translate(`forwards.title.${kind}`);
    return (
      <FlowNode key={kind} label={title} className={kind === "time" ? styles.flowTimes : ""}>
        <Narrowed
          step={key}
          label={translate("forwards.editLabel", { name: title })}
          isOpen={editing.open === key}
          onToggle={canChoose(kind) ? () => editing.toggle(key) : undefined}
        >
          {contents[kind]}
        </Narrowed>
      </FlowNode>
    );
  });
}

/** Buttons for the conditions that a forward does not have. */
export function AddConditions({ keyPrefix, forward, canUpdate, editing }: ConditionsProps) {
  const translate = useTranslate();
  const canChoose = useCanChoose(canUpdate);
  const addable = (["bnumber", "time"] as const).filter(
    (kind) => !forward[`${kind}set_id` as const] && canChoose(kind),
  );
  if (addable.length === 0) return null;
  return (
    <p className={`row gap-2 across-8 ${styles.flowNarrow}`}>
      {addable.map((kind) => {
        const key = `${keyPrefix}/${kind}`;
        return (
          <Button
            key={kind}
            size="small"
            startIcon={<Add />}
            data-step={key}
            aria-expanded={editing.open === key}
            onClick={() => editing.toggle(key)}
          >
            {translate(`forwards.narrow.${kind}`)}
          </Button>
        );
      })}
    </p>
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
