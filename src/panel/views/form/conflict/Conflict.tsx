import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { HttpError, useDataProvider, useTranslate } from "react-admin";
import { initialValues } from "../../../../core/validation/normalizeRecord.ts";
import { Labeled, SimpleShowLayout } from "../../../kit/SimpleShowLayout.tsx";
import { fieldKey } from "../../../navigation/labels.ts";
import type { PanelDataProvider } from "../../../providers/dataProvider.ts";
import type { PanelRecord } from "../../../providers/rest.ts";
import { CopyButton } from "../../CopyButton.tsx";
import { LoadState } from "../../LoadError.tsx";
import { useCellContext } from "../../useCellContext.ts";
import { formMeta } from "../saveRecord.ts";
import { useFrozenNotice } from "../useFrozenNotice.ts";
import { isSameValue } from "../values.ts";
import { Comparison } from "./Comparison.tsx";
import styles from "./conflict.module.css";
import { type ConflictProps, comparedFields } from "./mergeRecords.ts";
import { Version } from "./Version.tsx";

/** Someone else saved or removed the record since it was opened: compares, and lets the user decide. */
export function Conflict(props: ConflictProps): ReactNode {
  const { descriptor, id, isGone } = props;
  const translate = useTranslate();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const box = useRef<HTMLElement>(null);
  const query = useQuery({
    queryKey: ["conflict", descriptor.name, String(id)],
    queryFn: async () => {
      const { data } = await dataProvider.getOne<PanelRecord>(descriptor.name, { id, meta: formMeta(descriptor) });
      return data;
    },
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
      return <RecordGone {...props} title={translate("conflict.gone.title")} text={translate("conflict.gone.text")} />;
    if (query.data) return <Decision {...props} theirs={query.data} />;
    return <LoadState query={query} loading={<p role="status">{translate("conflict.loading")}</p>} />;
  };
  return (
    <section ref={box} tabIndex={-1} className={`card ${styles.conflict}`} aria-label={translate("conflict.title")}>
      {content()}
    </section>
  );
}

/** Offers what can still be done with the stored version. */
function Decision({ theirs, ...props }: ConflictProps & { readonly theirs: PanelRecord }): ReactNode {
  const { descriptor } = props;
  const translate = useTranslate();
  const frozen = useFrozenNotice(descriptor, theirs);
  if (frozen) {
    return (
      <RecordGone
        {...props}
        title={translate("conflict.gone.final")}
        text={`${frozen} ${translate("conflict.gone.finalText")}`}
      />
    );
  }
  return <Comparison {...props} theirs={theirs} theirValues={initialValues(descriptor.fields, theirs)} />;
}

interface GoneProps extends ConflictProps {
  readonly title: string;
  readonly text: string;
}

/** The record can no longer be changed: shows what was typed, to copy it. */
function RecordGone({ descriptor, base, mine, title, text, onLeave }: GoneProps): ReactNode {
  const translate = useTranslate();
  const context = useCellContext(descriptor.name, "words");
  const list = useRef<HTMLDListElement>(null);
  const changedFields = comparedFields(descriptor).filter(({ name }) => !isSameValue(mine[name], base[name]));
  // As displayed, with names in place of ids.
  const toText = () =>
    [...(list.current?.children ?? [])].map((row) => [...row.children].map(textBelow).join(": ")).join("\n");
  return (
    <>
      <h2 className="below-4 text-16 tall">{title}</h2>
      <p>{text}</p>
      {changedFields.length > 0 && (
        <>
          <h3 className="above-12 below-4">{translate("conflict.gone.typed")}</h3>
          <SimpleShowLayout ref={list}>
            {changedFields.map((field) => (
              <Labeled key={field.name} label={fieldKey(descriptor.name, field.name)}>
                <Version field={field} value={mine[field.name] ?? null} context={context} />
              </Labeled>
            ))}
          </SimpleShowLayout>
        </>
      )}
      <div className="row above-12">
        {changedFields.length > 0 && <CopyButton label={translate("conflict.gone.copy")} text={toText} />}
        <Button variant="outlined" size="small" onClick={onLeave}>
          {translate("conflict.gone.leave")}
        </Button>
      </div>
    </>
  );
}

/** All text below a node, separated by spaces: only styles separate the parts of a value. */
function textBelow(node: Node): string {
  const pieces = node.nodeType === Node.TEXT_NODE ? [node.nodeValue ?? ""] : [...node.childNodes].map(textBelow);
  return pieces.join(" ").trim();
}
