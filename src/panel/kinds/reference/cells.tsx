import { useGetManyAggregate } from "react-admin";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { knownTitle, recordTitle } from "../../../core/values/recordTitle.ts";
import { recordPath, toHref } from "../../navigation/recordPath.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf, titleMeta } from "../../providers/summaries.ts";
import type { CellProps, Cells } from "../cell.ts";
import styles from "../kinds.module.css";
import { ValueList } from "../ValueList.tsx";

export const cells = { reference: { Cell: ReferenceCell }, references: { Cell: ReferencesCell } } satisfies Cells;

function ReferenceCell({ value, record, field }: CellProps) {
  const id = Number(value);
  if (!field?.reference) return `#${id}`;
  const expanded = record[`${field.name}_expand`];
  return (
    <ReferenceText
      resource={field.reference.resource}
      id={id}
      expanded={isObject(expanded) ? expanded : undefined}
      link
    />
  );
}

function ReferencesCell({ value, record, field, context }: CellProps) {
  const ids = (Array.isArray(value) ? value : [value]).map(Number);
  const target = field?.reference?.resource;
  const expanded = record[`${field?.name}_expand`];
  const expandedRecords = Array.isArray(expanded) ? expanded.filter(isObject) : [];
  return (
    <ValueList context={context}>
      {ids.map((id) =>
        target ? (
          <ReferenceText
            key={id}
            resource={target}
            id={id}
            expanded={expandedRecords.find((candidate) => candidate.id === id)}
            link
          />
        ) : (
          `#${id}`
        ),
      )}
    </ValueList>
  );
}

interface ReferenceTextProps {
  readonly resource: string;
  readonly id: string | number;
  /** The referenced record where `expand` included it; otherwise fetched in a batch with all others of the screen. */
  readonly expanded?: WireRecord;
  /** Links to the record's details if the user may see them. */
  readonly link?: boolean;
}

/** A referenced record by its title; by its id only where it has no title. */
export function ReferenceText({ expanded, ...props }: ReferenceTextProps) {
  const isKnown = expanded && knownTitle(summaryOf(props.resource).recordRepresentation, expanded) !== undefined;
  return isKnown ? <Title {...props} record={expanded} /> : <FetchedTitle {...props} />;
}

function FetchedTitle(props: ReferenceTextProps) {
  const { resource, id } = props;
  const isAllowed = useAccess().can(summaryOf(resource), "lookup", { record: { id } });
  const { data, isLoading } = useGetManyAggregate(
    resource,
    { ids: [id], ...titleMeta(resource) },
    { enabled: isAllowed },
  );
  return isLoading ? <span className={`sunken ${styles.skeleton}`} /> : <Title {...props} record={data?.[0]} />;
}

function Title({ resource, id, record, link }: ReferenceTextProps & { record: WireRecord | undefined }) {
  const access = useAccess();
  const summary = summaryOf(resource);
  const recordWithId = { ...record, id };
  const title = recordTitle(summary.recordRepresentation, recordWithId);
  const path =
    link && access.can(summary, "read", { record: recordWithId })
      ? recordPath(resource, "details", recordWithId)
      : null;
  return path ? <a href={toHref(path)}>{title}</a> : title;
}
