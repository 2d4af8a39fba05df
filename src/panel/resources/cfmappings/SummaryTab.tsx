import { useState } from "react";
import { forwardTypes } from "../../../core/telephony/callRouting/data.ts";
import { LeaveDialog, useLeaveGuard } from "../../kit/LeaveDialog.tsx";
import { useResource } from "../../providers/resources.ts";
import { LoadState } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { useRecord } from "../../views/show/useRecord.ts";
import { ForwardsOfType } from "./ForwardsOfType.tsx";
import type { KnownSets, SetMember } from "./forwards.ts";
import { type SetsName, useSets } from "./useSets.ts";

const resource = "cfmappings";

/** A subscriber's call forwards: each a picture of where the call goes, edited a step at a time. */
export function SummaryTab({ record: subscriber }: CustomTabProps<"subscribers">) {
  const { descriptor } = useResource(resource);
  const query = useRecord(descriptor, subscriber.id);
  const { data, error } = query;
  const forwards = forwardTypes.flatMap((type) => data?.[type] ?? []);
  const isUsed = (set: SetMember) => forwards.some((forward) => forward[set]);
  const sets: KnownSets = {
    destinations: useSetsById("cfdestinationsets", subscriber.id, forwards.length > 0),
    times: useSetsById("cftimesets", subscriber.id, isUsed("timeset_id")),
    sources: useSetsById("cfsourcesets", subscriber.id, isUsed("sourceset_id")),
    bnumbers: useSetsById("cfbnumbersets", subscriber.id, isUsed("bnumberset_id")),
  };
  const [open, setOpen] = useState<string | null>(null);
  const [isChanged, setIsChanged] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const guard = useLeaveGuard(() => isChanged);
  if (error || !data) {
    return <LoadState query={query} question={{ resource, right: "read", record: { id: subscriber.id } }} />;
  }
  const close = () => {
    setOpen(null);
    setIsChanged(false);
    setIsHeld(false);
  };
  // Text typed into one step is not given up for another.
  const choose = (step: string | null) => {
    if (isChanged) return setIsHeld(true);
    setOpen(step);
  };
  const toggle = (step: string) => choose(step === open ? null : step);
  return (
    <div className="card divided">
      {forwardTypes.map((type) => (
        <ForwardsOfType
          key={type}
          type={type}
          record={data}
          sets={sets}
          editing={{ open, choose, toggle, close, isChanged, setIsChanged, isHeld }}
        />
      ))}
      <LeaveDialog guard={guard} text="forms.leave.text" onLeave={close} />
    </div>
  );
}

/** A subscriber's sets by id; empty for users who may not read them. */
function useSetsById<Name extends SetsName>(name: Name, subscriberId: number, isWanted: boolean) {
  const { sets = [] } = useSets(name, subscriberId, isWanted);
  return new Map(sets.map((set) => [set.id, set]));
}
