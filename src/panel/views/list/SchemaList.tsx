import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  ListContextProvider,
  type ListControllerResult,
  ResourceContextProvider,
  useStore,
  useTranslate,
} from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { emptyKey, filterKey, nameKey } from "../../navigation/labels.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import { groupFields } from "../../providers/listRequest.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { type Density, densityPreference } from "../../ui/theme/colourMode.ts";
import { LoadError } from "../LoadError.tsx";
import { hasBulkActions } from "../recordActions/bulkField.ts";
import { usePatchField } from "../recordActions/usePatchField.ts";
import { type RecordCommandName, useRecordCommands } from "../recordActions/useRecordCommands.tsx";
import { useCellContext } from "../useCellContext.ts";
import type { RowParts } from "./CellValue.tsx";
import { listColumns, shownColumns } from "./columns.ts";
import { DataTable } from "./DataTable.tsx";
import { findInvalidFilters, type InvalidFilter } from "./filters.ts";
import { ListHead } from "./ListHead.tsx";
import type { RowPosition } from "./ListRow.tsx";
import styles from "./list.module.css";
import { Pagination } from "./Pagination.tsx";
import { useChosenColumns } from "./savedViews/useChosenColumns.ts";
import { type Selection, useSelection } from "./selection/useSelection.ts";
import { useFitsWindow, useListPreferences } from "./useListPreferences.ts";
import { isEstimate, type ListParent, type ListState, useListState } from "./useListState.ts";

const RowMenu = lazyPart(() => import("./RowMenu.tsx"), "RowMenu");
const RowsPerWindow = lazyPart(() => import("./RowsPerWindow.tsx"), "RowsPerWindow");
const ListSums = lazyPart(() => import("./ListSums.tsx"), "ListSums");
const SelectionBar = lazyPart(() => import("./selection/SelectionBar.tsx"), "SelectionBar", ["bulk"]);

interface SchemaListProps {
  readonly descriptor: ResourceDescriptor;
  /** The list is part of this record's page: only its children are listed. */
  readonly parent?: ListParent;
  /** Ways to create a record, also shown in the empty state. */
  readonly create: ReactNode;
  /** Rendered above the list, together with it. */
  readonly header?: ReactNode;
  /** In place of the table; reads react-admin's list context. */
  readonly rows?: ReactNode;
}

const anywhere: RowPosition = { isFirst: false, isLast: false };

/**
 * Finds the first and last of the rows with equal values of `within`, which move among each other, in page order. Where
 * other pages or a filter may hide further rows, a row is neither.
 */
function rowPositions(
  { data = [], page, hasNextPage }: ListState,
  within: readonly string[],
  { isGrouped, filter }: { readonly isGrouped: boolean; readonly filter: Readonly<Record<string, unknown>> },
): ReadonlyMap<PanelRecord["id"], RowPosition> {
  if (Object.keys(filter).some((name) => !within.includes(name))) return new Map();
  const groupOf = (row: PanelRecord) => JSON.stringify(within.map((name) => row[name]));
  const groups = data.map(groupOf);
  const isWhole = { before: page === 1, after: hasNextPage !== true };
  return new Map(
    data.map((row, index) => {
      const group = groupOf(row);
      // Groups are contiguous: one that starts or ends on this page has no rows on others.
      const isFirst = groups.indexOf(group) === index && (isWhole.before || (isGrouped && index > 0));
      const isLast = groups.lastIndexOf(group) === index && (isWhole.after || (isGrouped && index < data.length - 1));
      return [row.id, { isFirst, isLast }] as const;
    }),
  );
}

/** Search, filters, rows and pages of one resource. */
export function SchemaList({ descriptor: resourceDescriptor, parent, create, header, rows }: SchemaListProps) {
  const { target: owner, columns: usual, recordRepresentation: titleTemplate } = parent ?? {};
  const descriptor = useMemo(
    () =>
      titleTemplate === undefined ? resourceDescriptor : { ...resourceDescriptor, recordRepresentation: titleTemplate },
    [resourceDescriptor, titleTemplate],
  );
  const { name, reorder } = descriptor;
  const translate = useTranslate();
  const access = useAccess();
  const context = useCellContext(name, "list");
  const list = useListState(descriptor, parent);
  const [, setPreferences] = useListPreferences(name);
  const [fits, setFits] = useFitsWindow();
  const [density] = useStore<Density>(densityPreference, "comfortable");
  const boxRef = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ record: PanelRecord; anchor: HTMLElement } | null>(null);
  const [said, setSaid] = useState("");
  const { remember, afterRemoval, afterMove } = useFocusPlan(boxRef, list.data);
  const onPatch = usePatchField(descriptor);
  const canSelect = useMemo(() => hasBulkActions(descriptor, access), [descriptor, access]);
  const filter = { ...list.filterValues, ...(parent ? { [parent.target]: parent.id } : {}) };
  const selection = useSelection(list.data, JSON.stringify(filter));
  const onSelect = canSelect ? selection.toggle : undefined;

  const onMoved = useCallback(
    (record: PanelRecord, direction: "up" | "down") => {
      setSaid(translate(`views.list.moved.${direction}`));
      afterMove(record, direction);
    },
    [translate, afterMove],
  );
  const { perform, dialog } = useRecordCommands(descriptor, { onRemoved: afterRemoval, onMoved });
  const onCommand = useCallback(
    (command: RecordCommandName, record: PanelRecord) => {
      remember(record);
      perform(command, record);
    },
    [remember, perform],
  );
  const onMenu = useCallback((record: PanelRecord, anchor: HTMLElement) => setMenu({ record, anchor }), []);

  const columns = useMemo(
    () => listColumns(descriptor, access, owner, usual, titleTemplate !== undefined),
    [descriptor, access, owner, usual, titleTemplate],
  );
  const { chosen, isArranged } = useChosenColumns(name, columns);
  const visibleColumns = useMemo(() => shownColumns(columns, chosen), [columns, chosen]);
  const isInOrder = reorder !== undefined && list.sort.field === reorder.field && list.sort.order === "ASC";
  const groupBy = groupFields(descriptor, list.sort, filter);
  const positions = isInOrder
    ? rowPositions(list, reorder.within, { isGrouped: groupBy.length > 0, filter })
    : undefined;
  const positionOf = ({ id }: PanelRecord) => positions?.get(id) ?? anywhere;
  const canMove = isInOrder && hasExtension("move") && access.can(descriptor, "update");
  const parts = useMemo<RowParts>(
    () => ({ descriptor, columns: visibleColumns, context, access, canMove, onMenu, onCommand, onPatch, onSelect }),
    [descriptor, visibleColumns, context, access, canMove, onMenu, onCommand, onPatch, onSelect],
  );

  const plural = translate(nameKey(name), { smart_count: 2 });
  const invalidFilters = findInvalidFilters(descriptor, list.filterValues);
  const removeInvalidFilters = () => {
    const names = invalidFilters.map(({ filter: { name } }) => name);
    list.setFilters(Object.fromEntries(Object.entries(list.filterValues).filter(([name]) => !names.includes(name))));
  };
  const isFiltered = Object.keys(list.filterValues).length > 0;
  const changePerPage = (rows: number | "fit") => {
    setFits(rows === "fit");
    if (rows === "fit") return;
    if (!isArranged) setPreferences({ perPage: rows });
    list.setPerPage(rows);
  };
  // Links and saved views say how long their pages are.
  const isFitted = fits && !isArranged;
  return (
    <ResourceContextProvider value={name}>
      <ListContextProvider value={toListContext(list, selection)}>
        {header}
        <section className="card" aria-label={plural}>
          <div className={styles.top}>
            <ListHead descriptor={descriptor} list={list} columns={columns} owner={parent?.target} />
            {/* Stays mounted once shown, so that it can also announce that the selection is empty again. */}
            {(selection.wasUsed || !selection.isEmpty) && (
              <SelectionBar {...{ descriptor, selection, list, filter, boxRef }} />
            )}
          </div>
          <Announcement
            text={
              list.isPending
                ? translate("views.list.loading")
                : translate(isEstimate(list) ? "views.list.foundAbout" : "views.list.found", {
                    smart_count: list.total ?? 0,
                  })
            }
            result={said}
          />
          {invalidFilters.length > 0 ? (
            <InvalidFilters descriptor={descriptor} invalidFilters={invalidFilters} onClear={removeInvalidFilters} />
          ) : list.error ? (
            <LoadError
              error={list.error}
              question={{ resource: name, right: "read" }}
              onRetry={() => void list.refetch()}
            />
          ) : null}
          {invalidFilters.length === 0 &&
            (list.data || !list.error) &&
            (rows ?? (
              <DataTable
                list={list}
                parts={parts}
                selection={selection}
                positionOf={positionOf}
                groupBy={groupBy}
                caption={plural}
                isCompact={density === "compact"}
                isChosen={chosen !== undefined}
                boxRef={boxRef}
              >
                <ListNothing
                  resource={name}
                  isFiltered={isFiltered}
                  onClear={() => list.setFilters({})}
                  create={create}
                />
              </DataTable>
            ))}
          {invalidFilters.length === 0 && descriptor.list.sums && (
            <ListSums descriptor={descriptor} list={list} filter={{ ...parent?.filter, ...filter }} />
          )}
          <Pagination list={list} isFitted={isFitted} onPerPage={changePerPage} />
          {isFitted && <RowsPerWindow list={list} boxRef={boxRef} />}
          {menu && (
            <RowMenu
              descriptor={descriptor}
              record={menu.record}
              anchor={menu.anchor}
              position={canMove ? positionOf(menu.record) : undefined}
              onCommand={(command) => onCommand(command, menu.record)}
              onClose={() => setMenu(null)}
            />
          )}
          {dialog}
        </section>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}

interface ListNothingProps {
  readonly resource: string;
  /** There may be records, but none matches the filters. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  /** Ways to create the first record. */
  readonly create: ReactNode;
}

/** A list's empty state, and what to do about it. */
function ListNothing({ resource, isFiltered, onClear, create }: ListNothingProps) {
  const translate = useTranslate();
  return (
    <>
      <p className="below-12">
        {isFiltered
          ? translate("views.list.noMatch")
          : translate(emptyKey(resource), { _: translate("views.list.empty") })}
      </p>
      <div className="row centred">
        {isFiltered ? (
          <Button variant="outlined" onClick={onClear}>
            {translate("views.list.clearFilters")}
          </Button>
        ) : (
          create
        )}
      </div>
    </>
  );
}

interface InvalidFiltersProps {
  readonly descriptor: ResourceDescriptor;
  readonly invalidFilters: readonly InvalidFilter[];
  readonly onClear: () => void;
}

/** In place of the rows: a list that ignored its filters would look as if all of it matched. */
function InvalidFilters({ descriptor: { name }, invalidFilters, onClear }: InvalidFiltersProps) {
  const translate = useTranslate();
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" onClick={onClear}>
          {translate("views.filter.remove")}
        </Button>
      }
    >
      {invalidFilters.map(({ filter, value, isKnown }) => (
        <div key={filter.name}>
          {translate(isKnown ? "views.filter.unreadable" : "views.filter.unknown", {
            name: translate(filterKey(name, filter), { _: filter.name }),
            value,
          })}
        </div>
      ))}
    </Alert>
  );
}

interface AnnouncementProps {
  /** The state of the list: loading, or how many were found. */
  readonly text: string;
  /** The result of the last command. */
  readonly result: string;
}

/**
 * Announces changes of a list. Empty at first: screen readers announce changes of a live region, not its initial
 * content.
 */
function Announcement({ text, result }: AnnouncementProps) {
  const [spoken, setSpoken] = useState("");
  useEffect(() => setSpoken(text), [text]);
  return (
    <p role="status" className="sr-only">
      {spoken} {result}
    </p>
  );
}

/** As many as react-admin itself selects at most. */
const MAX_SELECTED = 250;

/** The list as react-admin's list context has it, for its components and others' in it: with this page's selection. */
function toListContext(list: ListState, selection: Selection): ListControllerResult<PanelRecord> {
  const { data = [], getData } = list;
  const find = (id: PanelRecord["id"]) => selection.records.get(id) ?? data.find((record) => record.id === id);
  return {
    ...list,
    selectedIds: selection.isAll ? data.map(({ id }) => id) : [...selection.records.keys()],
    onSelect: (ids) => selection.replace(ids.flatMap((id) => find(id) ?? [])),
    onToggleItem: (id) => {
      const record = find(id);
      if (record) selection.toggle(record, false);
    },
    onUnselectItems: () => selection.replace([]),
    onSelectAll: async ({ limit = MAX_SELECTED } = {}) =>
      selection.replace((await getData?.({ maxResults: limit })) ?? []),
  };
}

interface FocusPlan {
  readonly isReady: (data: readonly PanelRecord[]) => boolean;
  readonly find: (box: HTMLElement) => HTMLElement | null | undefined;
}

/**
 * Keeps the focus for keyboard users: after a removal on the row that takes its place, after a move on the move button.
 */
function useFocusPlan(boxRef: RefObject<HTMLElement | null>, data: readonly PanelRecord[] | undefined) {
  const [plan, setPlan] = useState<FocusPlan | null>(null);
  const removedIndex = useRef(0);

  useEffect(() => {
    const box = boxRef.current;
    if (!plan || !box || !data || !plan.isReady(data)) return;
    setPlan(null);
    (plan.find(box) ?? box).focus();
  }, [plan, boxRef, data]);

  /** Call it before a row is removed: afterwards its position is unknown. */
  const remember = useCallback(
    ({ id }: PanelRecord) => {
      removedIndex.current = Math.max(data?.findIndex((record) => record.id === id) ?? 0, 0);
    },
    [data],
  );
  const afterRemoval = useCallback(({ id }: PanelRecord) => {
    setPlan({
      isReady: (rows) => rows.every((row) => row.id !== id),
      find: (box) => {
        const rows = box.querySelectorAll<HTMLElement>("tr[data-id]");
        return rows[Math.min(removedIndex.current, rows.length - 1)]?.querySelector<HTMLElement>("a, button");
      },
    });
  }, []);
  const afterMove = useCallback(({ id }: PanelRecord, direction: "up" | "down") => {
    const command = direction === "up" ? "moveUp" : "moveDown";
    setPlan({
      isReady: () => true,
      find: (box) =>
        [...box.querySelectorAll<HTMLElement>("tr[data-id]")]
          .find((row) => row.dataset.id === id.toString())
          ?.querySelector<HTMLElement>(`[data-command="${command}"]`),
    });
  }, []);
  return { remember, afterRemoval, afterMove };
}
