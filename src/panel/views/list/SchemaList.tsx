import { type ReactNode, useCallback, useMemo } from "react";
import { useListContext, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { FieldValue } from "../../kinds/Value.tsx";
import { DataTable } from "../../kit/dataTable/DataTable.tsx";
import { ListBase, useListParts } from "../../kit/list/ListBase.tsx";
import { Announcement, EmptyState } from "../../kit/list/ListStates.tsx";
import { Pagination } from "../../kit/list/Pagination.tsx";
import { fieldKey, nameKey } from "../../navigation/labels.ts";
import { recordPath } from "../../navigation/recordPath.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { hasBulkActions } from "../recordActions/bulkField.ts";
import { useCellContext } from "../useCellContext.ts";
import { listColumns, shownColumns } from "./columns.ts";
import { findInvalidFilters } from "./filters.ts";
import { ListError } from "./ListError.tsx";
import { ListHead } from "./ListHead.tsx";
import styles from "./list.module.css";
import { type ListParent, listOptions } from "./listOptions.ts";
import { RowActions } from "./RowActions.tsx";
import { useRowOrder } from "./rowOrder.ts";
import { useChosenColumns } from "./savedViews/useChosenColumns.ts";
import { useSchemaColumns } from "./schemaColumns.tsx";
import { useRowCommands } from "./useRowCommands.tsx";

const ListSums = lazyPart(() => import("./ListSums.tsx"), "ListSums");
const SchemaBulkActions = lazyPart(() => import("./SchemaBulkActions.tsx"), "SchemaBulkActions", ["bulk"]);

interface SchemaRowsProps {
  readonly descriptor: ResourceDescriptor;
  /** The list is part of this record's page: only its children are listed. */
  readonly parent?: ListParent | undefined;
  /** The default columns, in order; absent: the resource's. */
  readonly columns?: readonly string[] | undefined;
  /** Ways to create a record, also shown in the empty state. */
  readonly create: ReactNode;
  /** In place of the table; reads react-admin's list context. */
  readonly children?: ReactNode;
}

interface SchemaListProps extends SchemaRowsProps {
  /** Rendered above the list, together with it. */
  readonly header?: ReactNode;
}

/** Search, filters, rows and pages of one resource. */
export function SchemaList({ header, ...props }: SchemaListProps) {
  const titleTemplate = props.parent?.recordRepresentation;
  const descriptor = useMemo(
    () =>
      titleTemplate === undefined ? props.descriptor : { ...props.descriptor, recordRepresentation: titleTemplate },
    [props.descriptor, titleTemplate],
  );
  return (
    <ListBase {...listOptions(descriptor, props.parent)}>
      {header}
      <SchemaRows {...props} descriptor={descriptor} />
    </ListBase>
  );
}

function SchemaRows({ descriptor, parent, columns: usual, create, children }: SchemaRowsProps) {
  const { name } = descriptor;
  const translate = useTranslate();
  const access = useAccess();
  const list = useListContext<PanelRecord>();
  const { selection, boxRef } = useListParts("SchemaList");
  const order = useRowOrder(descriptor, list, access);
  const { onCommand, onMenu, said, dialogs } = useRowCommands(descriptor, { data: list.data, order, boxRef });
  const canSelect = useMemo(() => hasBulkActions(descriptor, access), [descriptor, access]);
  const columns = useMemo(
    () => listColumns(descriptor, access, parent?.target, usual, parent?.recordRepresentation !== undefined),
    [descriptor, access, parent?.target, parent?.recordRepresentation, usual],
  );
  const { chosen, isArranged } = useChosenColumns(name, columns);
  const visibleColumns = useMemo(() => shownColumns(columns, chosen), [columns, chosen]);
  const tableColumns = useSchemaColumns(descriptor, visibleColumns);
  const rowActions = useCallback(
    (record: PanelRecord) => <RowActions {...{ record, descriptor, access, order, onMenu, onCommand }} />,
    [descriptor, access, order, onMenu, onCommand],
  );
  const recordRepresentation = useCallback(
    (record: PanelRecord) => recordTitle(descriptor.recordRepresentation, record),
    [descriptor],
  );
  const rowClick = useCallback(
    (_id: PanelRecord["id"], _resource: string, record: PanelRecord) =>
      access.can(descriptor, "read", { record }) && (recordPath(name, "details", record) ?? false),
    [descriptor, access, name],
  );
  const invalidFilters = findInvalidFilters(descriptor, list.filterValues);
  const isReadable = invalidFilters.length === 0;
  return (
    <section className="card" aria-label={translate(nameKey(name), { smart_count: 2 })}>
      <div className={styles.top}>
        <ListHead descriptor={descriptor} columns={columns} owner={parent?.target} />
        {/* Stays mounted once shown, so that it can also announce that the selection is empty again. */}
        {(selection.wasUsed || !selection.isEmpty) && <SchemaBulkActions descriptor={descriptor} />}
      </div>
      <Announcement result={said} />
      <ListError descriptor={descriptor} invalidFilters={invalidFilters} />
      {isReadable &&
        (list.data || !list.error) &&
        (children ?? (
          <DataTable
            rowClick={rowClick}
            recordRepresentation={recordRepresentation}
            bulkActionButtons={canSelect}
            rowActions={rowActions}
            groupBy={order.groupBy}
            groupHeading={(record) => <GroupName record={record} groupBy={order.groupBy} descriptor={descriptor} />}
            isChosen={chosen !== undefined}
            empty={<EmptyState create={create} />}
          >
            {tableColumns}
          </DataTable>
        ))}
      {isReadable && descriptor.list.sums && <ListSums descriptor={descriptor} />}
      <Pagination isArranged={isArranged} />
      {dialogs}
    </section>
  );
}

interface GroupNameProps {
  readonly record: PanelRecord;
  readonly groupBy: readonly string[];
  readonly descriptor: ResourceDescriptor;
}

/** "Direction: Inbound · Field: Caller" */
function GroupName({ record, groupBy, descriptor }: GroupNameProps) {
  const context = useCellContext(descriptor.name, "list");
  return groupBy.map((name, index) => {
    const field = descriptor.fields.find((candidate) => candidate.name === name);
    if (!field) return null;
    return (
      <span key={name}>
        {index > 0 && " · "}
        {context.translate("views.value.named", {
          field: context.translate(fieldKey(descriptor.name, name), { smart_count: 1 }),
        })}{" "}
        <FieldValue field={field} record={record} context={context} />
      </span>
    );
  });
}
