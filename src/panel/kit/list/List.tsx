import { type ReactElement, type ReactNode, useMemo } from "react";
import {
  FilterButton,
  FilterContext,
  FilterForm,
  type ListControllerProps,
  Title,
  useListContext,
  useTranslate,
} from "react-admin";
import { nameKey } from "../../navigation/labels.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { ListBase } from "./ListBase.tsx";
import { Announcement } from "./ListStates.tsx";
import { Pagination } from "./Pagination.tsx";

interface ListProps extends ListControllerProps<PanelRecord> {
  readonly children: ReactNode;
  /** Inputs of react-admin's; those with `alwaysOn` are always shown, others can be added. */
  readonly filters?: readonly ReactElement[];
  /** Shown next to the heading: ways to create a record. */
  readonly actions?: ReactNode;
  /** A text, or the key of a message; absent: the resource's name. */
  readonly title?: string;
}

/**
 * A list as react-admin's: heading, filters, rows and pages. It checks no access, as pages have checked it.
 *
 * @example
 * <List filters={[<TextInput key="domain" source="domain" alwaysOn />]}>
 *   <DataTable>
 *     <DataTable.Col source="domain" />
 *   </DataTable>
 * </List>
 */
export function List({ children, filters, actions, title, ...options }: ListProps) {
  return (
    <ListBase {...options}>
      <ListCard {...{ filters, actions, title }}>{children}</ListCard>
    </ListBase>
  );
}

function ListCard({
  children,
  filters,
  actions,
  ...props
}: Pick<ListProps, "children" | "filters" | "actions" | "title">) {
  const { resource } = useListContext();
  const translate = useTranslate();
  const name = translate(nameKey(resource), { smart_count: 2 });
  const { title = name } = props;
  const inputs = useMemo(() => [...(filters ?? [])], [filters]);
  return (
    <>
      <Title title={title} />
      {actions}
      <section className="card" aria-label={name}>
        {filters && (
          <FilterContext.Provider value={inputs}>
            <div className="row middle pad-8">
              <FilterForm />
              <FilterButton />
            </div>
          </FilterContext.Provider>
        )}
        <Announcement />
        {children}
        <Pagination />
      </section>
    </>
  );
}
