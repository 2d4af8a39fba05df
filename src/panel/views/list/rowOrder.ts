import { useMemo } from "react";
import type { ListControllerResult } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { activeFilter } from "../../kit/list/useListState.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { groupFields } from "../../providers/listRequest.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";

/** The position of a row among those it moves among: first, last, or between. */
export interface RowPosition {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** The order of a list's rows, where its resource has one of its own. */
export interface RowOrder {
  /** The list is in the order that moving changes. */
  readonly canMove: boolean;
  /** Rows with equal values of these fields are grouped under a heading that names the values. */
  readonly groupBy: readonly string[];
  readonly positionOf: (record: PanelRecord) => RowPosition;
}

const anywhere: RowPosition = { isFirst: false, isLast: false };

/** The same across renders while nothing of it changes, as each row has it. */
export function useRowOrder(descriptor: ResourceDescriptor, list: OrderedList, access: Access): RowOrder {
  const { data, sort, filter, filterValues, page, hasNextPage } = list;
  return useMemo(
    () => rowOrderOf(descriptor, { data, sort, filter, filterValues, page, hasNextPage }, access),
    [descriptor, access, data, sort, filter, filterValues, page, hasNextPage],
  );
}

type OrderedList = Pick<
  ListControllerResult<PanelRecord>,
  "data" | "sort" | "filter" | "filterValues" | "page" | "hasNextPage"
>;

function rowOrderOf(descriptor: ResourceDescriptor, list: OrderedList, access: Access): RowOrder {
  const { reorder } = descriptor;
  const filter = activeFilter(list);
  const groupBy = groupFields(descriptor, list.sort, filter);
  if (reorder === undefined || list.sort.field !== reorder.field || list.sort.order !== "ASC") {
    return { canMove: false, groupBy, positionOf: () => anywhere };
  }
  const positions = rowPositions(list, reorder.within, { isGrouped: groupBy.length > 0, filter });
  return {
    canMove: hasExtension("move") && access.can(descriptor, "update"),
    groupBy,
    positionOf: ({ id }) => positions.get(id) ?? anywhere,
  };
}

/**
 * Finds the first and last of the rows with equal values of `within`, which move among each other, in page order. Where
 * other pages or a filter may hide further rows, a row is neither.
 */
function rowPositions(
  { data = [], page, hasNextPage }: OrderedList,
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
