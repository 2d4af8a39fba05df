import { useQuery } from "@tanstack/react-query";
import { HttpError, type Identifier, useTranslate } from "ra-core";
import { type ReactNode, useEffect, useRef } from "react";
import type { ResourceDescriptor, WireRecord } from "../../../../core/descriptor.ts";
import type { PanelRecord } from "../../../providers/rest.ts";
import { Problem } from "../../Problem.tsx";
import type { SaveIntent } from "../SaveBar.tsx";
import { useFrozenNotice } from "../useFrozenNotice.ts";
import { initialValues } from "../values.ts";
import { Comparison } from "./Comparison.tsx";
import { Gone } from "./Gone.tsx";
import "./conflict.css";

export interface ConflictProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: Identifier;
  /** The values that were there before anything was typed, and those that are typed. */
  readonly base: WireRecord;
  readonly mine: WireRecord;
  /** The platform has said already that the record does not exist any more. */
  readonly isGone: boolean;
  /** What the attempt to save was for. */
  readonly intent: SaveIntent;
  /** The record as it is stored now. */
  readonly load: () => Promise<PanelRecord>;
  /** Goes on from their version with these changes on top of it, and saves where `save` says what for. */
  readonly onGoOn: (theirs: PanelRecord, changes: WireRecord, save?: SaveIntent) => void;
  /** Leaves the form: there is nothing to go on with. */
  readonly onLeave: () => void;
}

/** Somebody else saved, or removed, the record since it was opened: compares, and lets the person decide. */
export function Conflict(props: ConflictProps): ReactNode {
  const { descriptor, id, isGone, load } = props;
  const translate = useTranslate();
  const box = useRef<HTMLElement>(null);
  const query = useQuery({
    queryKey: ["conflict", descriptor.name, String(id)],
    queryFn: load,
    // Each conflict is about another version.
    staleTime: 0,
    gcTime: 0,
    enabled: !isGone,
  });
  const isOver = isGone || (query.error instanceof HttpError && query.error.status === 404);
  const isKnown = isOver || query.data !== undefined;
  useEffect(() => {
    if (isKnown) box.current?.focus();
  }, [isKnown]);
  const content = () => {
    if (isOver)
      return <Gone {...props} title={translate("conflict.gone.title")} text={translate("conflict.gone.text")} />;
    if (query.data) return <Decision {...props} theirs={query.data} />;
    if (query.error) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
    return <p role="status">{translate("conflict.loading")}</p>;
  };
  return (
    <section ref={box} tabIndex={-1} className="conflict" aria-label={translate("conflict.title")}>
      {content()}
    </section>
  );
}

/** What can still be done with the version that is stored now. */
function Decision({ theirs, ...props }: ConflictProps & { readonly theirs: PanelRecord }): ReactNode {
  const { descriptor } = props;
  const translate = useTranslate();
  const frozen = useFrozenNotice(descriptor, theirs);
  if (frozen) {
    return (
      <Gone
        {...props}
        title={translate("conflict.gone.final")}
        text={`${frozen} ${translate("conflict.gone.finalText")}`}
      />
    );
  }
  return <Comparison {...props} theirs={theirs} theirValues={initialValues(descriptor.fields, theirs)} />;
}
