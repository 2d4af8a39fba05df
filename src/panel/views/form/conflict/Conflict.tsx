import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { HttpError, useTranslate } from "react-admin";
import type { PanelRecord } from "../../../providers/rest.ts";
import { Problem } from "../../Problem.tsx";
import { useFrozenNotice } from "../useFrozenNotice.ts";
import { initialValues } from "../values.ts";
import { Comparison } from "./Comparison.tsx";
import styles from "./conflict.module.css";
import { Gone } from "./Gone.tsx";
import type { ConflictProps } from "./mergeRecords.ts";

/** Someone else saved or removed the record since it was opened: compares, and lets the user decide. */
export function Conflict(props: ConflictProps): ReactNode {
  const { descriptor, id, isGone, load } = props;
  const translate = useTranslate();
  const box = useRef<HTMLElement>(null);
  const query = useQuery({
    queryKey: ["conflict", descriptor.name, String(id)],
    queryFn: load,
    // Each conflict has its own version.
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
    <section ref={box} tabIndex={-1} className={`card ${styles.conflict}`} aria-label={translate("conflict.title")}>
      {content()}
    </section>
  );
}

/** What can still be done with the stored version. */
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
