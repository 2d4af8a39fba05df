import { type ReactNode, type RefObject, useMemo, useRef } from "react";
import { ListContextProvider, ResourceContextProvider, useListContext, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { nameKey } from "../../navigation/labels.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { hasBulkActions } from "../recordActions/bulkField.ts";
import { usePatchField } from "../recordActions/usePatchField.ts";
import { useCellContext } from "../useCellContext.ts";
import { listColumns, shownColumns } from "./columns.ts";
import { DataTable } from "./DataTable.tsx";
import { findInvalidFilters } from "./filters.ts";
import { ListHead } from "./ListHead.tsx";
import type { RowParts } from "./ListRow.tsx";
import { Announcement, EmptyState, ListError } from "./ListStates.tsx";
import styles from "./list.module.css";
import { Pagination } from "./Pagination.tsx";
import { rowOrderOf } from "./rowOrder.ts";
import { useChosenColumns } from "./savedViews/useChosenColumns.ts";
import { toListContext, useSelection } from "./selection/useSelection.ts";
import {
  activeFilter,
  type ListParent,
  type ListState,
  useFitsWindow,
  useListPreferences,
  useListState,
} from "./useListState.ts";
import { useRowCommands } from "./useRowCommands.tsx";

const RowsPerWindow = lazyPart(() => import("./RowsPerWindow.tsx"), "RowsPerWindow");
const ListSums = lazyPart(() => import("./ListSums.tsx"), "ListSums");
const SelectionBar = lazyPart(() => import("./selection/SelectionBar.tsx"), "SelectionBar", ["bulk"]);

interface SchemaListProps {
  readonly descriptor: ResourceDescriptor;
  /** The list is part of this record's page: only its children are listed. */
  readonly parent?: ListParent;
  /** The default columns, in order; absent: the resource's. */
  readonly columns?: readonly string[];
  /** Ways to create a record, also shown in the empty state. */
  readonly create: ReactNode;
  /** Rendered above the list, together with it. */
  readonly header?: ReactNode;
  /** In place of the table; reads react-admin's list context. */
  readonly children?: ReactNode;
}

/** Search, filters, rows and pages of one resource. */
export function SchemaList({ parent, columns: usual, create, header, children, ...schema }: SchemaListProps) {
  const titleTemplate = parent?.recordRepresentation;
  const descriptor = useMemo(
    () =>
      titleTemplate === undefined ? schema.descriptor : { ...schema.descriptor, recordRepresentation: titleTemplate },
    [schema.descriptor, titleTemplate],
  );
  const { name } = descriptor;
  const translate = useTranslate();
  const access = useAccess();
  const context = useCellContext(name, "list");
  const list = useListState(descriptor, parent);
  const boxRef = useRef<HTMLDivElement>(null);
  const order = rowOrderOf(descriptor, list, access);
  const { canMove } = order;
  const { onCommand, onMenu, said, dialogs } = useRowCommands(descriptor, { data: list.data, order, boxRef });
  const onPatch = usePatchField(descriptor);
  const canSelect = useMemo(() => hasBulkActions(descriptor, access), [descriptor, access]);
  const selection = useSelection(list.data, JSON.stringify(activeFilter(list)));
  const onSelect = canSelect ? selection.toggle : undefined;
  const owner = parent?.target;
  const columns = useMemo(
    () => listColumns(descriptor, access, owner, usual, titleTemplate !== undefined),
    [descriptor, access, owner, usual, titleTemplate],
  );
  const { chosen, isArranged } = useChosenColumns(name, columns);
  const visibleColumns = useMemo(() => shownColumns(columns, chosen), [columns, chosen]);
  const parts = useMemo<RowParts>(
    () => ({ descriptor, columns: visibleColumns, context, access, canMove, onMenu, onCommand, onPatch, onSelect }),
    [descriptor, visibleColumns, context, access, canMove, onMenu, onCommand, onPatch, onSelect],
  );
  const invalidFilters = findInvalidFilters(descriptor, list.filterValues);
  const isReadable = invalidFilters.length === 0;
  const plural = translate(nameKey(name), { smart_count: 2 });
  return (
    <ResourceContextProvider value={name}>
      <ListContextProvider value={toListContext(list, selection)}>
        {header}
        <section className="card" aria-label={plural}>
          <div className={styles.top}>
            <ListHead descriptor={descriptor} columns={columns} owner={owner} />
            {/* Stays mounted once shown, so that it can also announce that the selection is empty again. */}
            {(selection.wasUsed || !selection.isEmpty) && <SelectionBar {...{ descriptor, selection, boxRef }} />}
          </div>
          <Announcement result={said} />
          <ListError descriptor={descriptor} invalidFilters={invalidFilters} />
          {isReadable &&
            (list.data || !list.error) &&
            (children ?? (
              <DataTable {...{ parts, selection, order, boxRef }} caption={plural} isChosen={chosen !== undefined}>
                <EmptyState create={create} />
              </DataTable>
            ))}
          {isReadable && descriptor.list.sums && <ListSums descriptor={descriptor} />}
          <ListPages isArranged={isArranged} fitPages={list.fitPages} boxRef={boxRef} />
          {dialogs}
        </section>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}

interface ListPagesProps extends Pick<ListState, "fitPages"> {
  /** Links and saved views say how long their pages are. */
  readonly isArranged: boolean;
  readonly boxRef: RefObject<HTMLDivElement | null>;
}

/** The pages of a list, as long as its user prefers them or as the window has room for. */
function ListPages({ isArranged, fitPages, boxRef }: ListPagesProps) {
  const { resource, setPerPage } = useListContext();
  const [, setPreferences] = useListPreferences(resource);
  const [fits, setFits] = useFitsWindow();
  const isFitted = fits && !isArranged;
  const changePerPage = (rows: number | "fit") => {
    setFits(rows === "fit");
    if (rows === "fit") return;
    if (!isArranged) setPreferences({ perPage: rows });
    setPerPage(rows);
  };
  return (
    <>
      <Pagination isFitted={isFitted} onPerPage={changePerPage} />
      {isFitted && <RowsPerWindow fitPages={fitPages} boxRef={boxRef} />}
    </>
  );
}
