import { createContext, type ReactNode, type RefObject, use, useRef } from "react";
import { ListContextProvider, type ListControllerProps, ResourceContextProvider } from "react-admin";
import { requireContext } from "../../providers/requireContext.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { activeFilter, type ListState, useListState } from "./useListState.ts";
import { type Selection, toListContext, useSelection } from "./useSelection.ts";

/** Shared by the parts of a list, in addition to react-admin's list context. */
interface ListParts extends Pick<ListState, "fitPages"> {
  readonly selection: Selection;
  /** The table's scroll container. */
  readonly boxRef: RefObject<HTMLDivElement | null>;
}

const ListPartsContext = createContext<ListParts | null>(null);

export const useListParts = (user: string): ListParts => requireContext(user, "List", use(ListPartsContext));

interface ListBaseProps extends ListControllerProps<PanelRecord> {
  readonly children: ReactNode;
}

/** As react-admin's, but a change of the list renders at once, and its selection reaches over pages. */
export function ListBase({ children, ...options }: ListBaseProps) {
  const list = useListState(options);
  const selection = useSelection(list.data, JSON.stringify(activeFilter(list)));
  const boxRef = useRef<HTMLDivElement>(null);
  return (
    <ResourceContextProvider value={list.resource}>
      <ListContextProvider value={toListContext(list, selection)}>
        <ListPartsContext value={{ selection, boxRef, fitPages: list.fitPages }}>{children}</ListPartsContext>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}
