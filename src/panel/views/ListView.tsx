import { type ReactNode, useMemo } from "react";
import { useStoreContext, useTranslate } from "react-admin";
import { Navigate, useLocation, useSearchParams } from "react-router";
import { nameKey } from "../navigation/labels.ts";
import { useResource } from "../providers/resources.ts";
import type { RecordOf } from "../providers/rest.ts";
import { CreateActions, CreateWhyButton } from "./list/CreateActions.tsx";
import { listParamsKey } from "./list/listOptions.ts";
import { SchemaList } from "./list/SchemaList.tsx";
import { isBare, toSearch } from "./list/savedViews/arrangement.ts";
import { useIsByMenu, useStandardViews } from "./list/savedViews/standardViews.ts";

interface ListViewProps<Resource extends string> {
  readonly resource: Resource;
  /** The default columns, in order: fields, or paths behind references. Absent: the resource's. */
  readonly columns?: readonly (FieldIn<Resource> | `${FieldIn<Resource>}.${string}`)[];
  /** Shows the rows in place of the generic table: whatever reads react-admin's list context. */
  readonly children?: ReactNode;
  /** Shown next to the buttons that create a record. */
  readonly actions?: ReactNode;
}

type FieldIn<Resource extends string> = keyof RecordOf<Resource> & string;

/** The list page of a resource. */
export function ListView<Resource extends string>(props: ListViewProps<Resource>) {
  const { resource, columns, children, actions } = props;
  const { descriptor } = useResource(resource);
  const translate = useTranslate();
  const restored = useRestoredSearch(resource);
  if (restored) return <Navigate to={{ search: restored }} replace />;
  const create = <CreateActions descriptor={descriptor} />;
  const header = (
    <header className="row middle below-12">
      <h1 className="pull">{translate(nameKey(resource), { smart_count: 2 })}</h1>
      {create}
      {actions}
      <CreateWhyButton descriptor={descriptor} />
    </header>
  );
  return (
    <SchemaList descriptor={descriptor} columns={columns} create={create} header={header}>
      {children}
    </SchemaList>
  );
}

/**
 * The query of the default view when a list is opened from the menu, otherwise the one that restores the list; null
 * when the URL already has a query of its own. react-admin restores lists itself, but only at URLs without a query, and
 * lists that share a URL always have one.
 */
function useRestoredSearch(resource: string): string | null {
  const [search] = useSearchParams();
  const { key } = useLocation();
  const store = useStoreContext();
  // As on arrival: later changes by the list itself must not redirect.
  const storedParams = useMemo(
    () => (key ? store.getItem<Readonly<Record<string, unknown>>>(listParamsKey(resource)) : undefined),
    [store, resource, key],
  );
  const [standard] = useStandardViews();
  const isByMenu = useIsByMenu();
  const query = standard[resource];
  if (isByMenu && query !== undefined && isBare(search)) return toSearch(query, search);
  const entries = Object.entries(storedParams ?? {}).filter(([name]) => !search.has(name));
  if (search.size !== 1 || !search.has("resource") || entries.length === 0) return null;
  const restored = new URLSearchParams(search);
  for (const [name, value] of entries) {
    restored.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return restored.toString();
}
