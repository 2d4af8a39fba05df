import { useStore, useTranslate } from "ra-core";
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from "react";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { nameKey } from "../../resource/labels.ts";
import { type Density, densityPreference } from "../../theme/colourMode.ts";
import { Problem } from "../Problem.tsx";
import type { CommandName } from "../record/recordActions.ts";
import { usePatchField } from "../record/usePatchField.ts";
import { useRecordCommands } from "../record/useRecordCommands.tsx";
import { useCellContext } from "../useCellContext.ts";
import { columnsOf, shownColumns } from "./columns.ts";
import { FirstRows } from "./FirstRows.tsx";
import { ListHead } from "./ListHead.tsx";
import { ListNothing } from "./ListNothing.tsx";
import type { RowParts } from "./ListRow.tsx";
import { ListTable } from "./ListTable.tsx";
import { Pager } from "./Pager.tsx";
import { SpokenState } from "./SpokenState.tsx";
import { offersBulk } from "./selection/offersBulk.ts";
import { useSelection } from "./selection/useSelection.ts";
import { useFocusPlan } from "./useFocusPlan.ts";
import { isEstimate, type ListParent, useListState } from "./useListState.ts";
import { useListTaste } from "./useListTaste.ts";
import { useChosenColumns } from "./views/useChosenColumns.ts";
import "./list.css";

const RowMenu = lazy(async () => ({ default: (await import("./RowMenu.tsx")).RowMenu }));
const SelectionBar = lazy(async () => {
  const [{ SelectionBar }] = await Promise.all([import("./selection/SelectionBar.tsx"), addTexts("bulk")]);
  return { default: SelectionBar };
});

interface ResourceListProps {
  readonly descriptor: ResourceDescriptor;
  /** The list is a part of this record's page: only what belongs to it is listed. */
  readonly parent?: ListParent;
  /** Ways to create a record, also offered where there is none yet. */
  readonly create: ReactNode;
  /** Stands above the list, and comes with it. */
  readonly head?: ReactNode;
}

/** Search, filters, rows and pages of one resource. */
export function ResourceList({ descriptor, parent, create, head }: ResourceListProps) {
  const { name, order } = descriptor;
  const translate = useTranslate();
  const access = useAccess();
  const context = useCellContext(name, "list");
  const list = useListState(descriptor, parent);
  const [, setTaste] = useListTaste(name);
  const [density] = useStore<Density>(densityPreference, "comfortable");
  const boxRef = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ record: PanelRecord; anchor: HTMLElement } | null>(null);
  const [said, setSaid] = useState("");
  const { remember, afterRemoval, afterMove } = useFocusPlan(boxRef, list.data);
  const onPatch = usePatchField(descriptor);
  const canSelect = useMemo(() => offersBulk(descriptor, access), [descriptor, access]);
  const filter = { ...list.filterValues, ...(parent ? { [parent.by]: parent.id } : {}) };
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
    (command: CommandName, record: PanelRecord) => {
      remember(record);
      perform(command, record);
    },
    [remember, perform],
  );
  const onMenu = useCallback((record: PanelRecord, anchor: HTMLElement) => setMenu({ record, anchor }), []);

  const { by: owner, columns: usual } = parent ?? {};
  const columns = useMemo(() => columnsOf(descriptor, access, owner, usual), [descriptor, access, owner, usual]);
  const { chosen, isArranged } = useChosenColumns(name, columns);
  const shown = useMemo(() => shownColumns(columns, chosen), [columns, chosen]);
  const isInOrder = order !== undefined && list.sort.field === order.by && list.sort.order === "ASC";
  const canMove = isInOrder && access.can(descriptor, "update");
  const parts = useMemo<RowParts>(
    () => ({ descriptor, columns: shown, context, access, canMove, onMenu, onCommand, onPatch, onSelect }),
    [descriptor, shown, context, access, canMove, onMenu, onCommand, onPatch, onSelect],
  );

  const plural = translate(nameKey(name), { smart_count: 2 });
  const isFiltered = Object.keys(list.filterValues).length > 0;
  const changePerPage = (rows: number) => {
    if (!isArranged) setTaste({ perPage: rows });
    list.setPerPage(rows);
  };
  return (
    // What belongs to a record is shown below it as soon as that is there.
    <FirstRows arrival={parent ? undefined : list.arrival}>
      {head}
      <section className="list" aria-label={plural}>
        <div className="list-top">
          <ListHead descriptor={descriptor} list={list} columns={columns} owner={parent?.by} />
          {/* Once there it stays, so that it can also say that nothing is selected any more. */}
          {(selection.wasUsed || !selection.isEmpty) && (
            <Suspense>
              <SelectionBar {...{ descriptor, selection, list, filter, boxRef }} />
            </Suspense>
          )}
        </div>
        <SpokenState
          text={
            list.isPending
              ? translate("views.list.loading")
              : translate(isEstimate(list) ? "views.list.foundAbout" : "views.list.found", {
                  smart_count: list.total ?? 0,
                })
          }
          said={said}
        />
        {list.error ? (
          <Problem
            error={list.error}
            question={{ resource: name, right: "read" }}
            onRetry={() => void list.refetch()}
          />
        ) : null}
        {(list.data || !list.error) && (
          <ListTable
            list={list}
            parts={parts}
            selection={selection}
            caption={plural}
            isCompact={density === "compact"}
            isChosen={chosen !== undefined}
            boxRef={boxRef}
          >
            <ListNothing isFiltered={isFiltered} onClear={() => list.setFilters({}, {})} create={create} />
          </ListTable>
        )}
        <Pager list={list} onPerPage={changePerPage} />
        {menu && (
          <Suspense>
            <RowMenu
              descriptor={descriptor}
              record={menu.record}
              anchor={menu.anchor}
              canMove={canMove}
              onCommand={(command) => onCommand(command, menu.record)}
              onClose={() => setMenu(null)}
            />
          </Suspense>
        )}
        {dialog}
      </section>
    </FirstRows>
  );
}
