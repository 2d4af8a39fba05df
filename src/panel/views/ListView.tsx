import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { Navigate } from "react-router";
import { useResource } from "../providers/resources.ts";
import { nameKey } from "../resource/labels.ts";
import { CreateActions } from "./list/CreateActions.tsx";
import { CreateRefusal } from "./list/CreateRefusal.tsx";
import { ResourceList } from "./list/ResourceList.tsx";
import { useRestoredSearch } from "./list/useRestoredSearch.ts";

interface ListViewProps {
  readonly resource: string;
  /** Shows the rows in place of the generic table: whatever reads react-admin's list context. */
  readonly children?: ReactNode;
  /** Beside the buttons that create a record. */
  readonly actions?: ReactNode;
}

/** The list page of a resource. */
export function ListView({ resource, children, actions }: ListViewProps) {
  const { descriptor } = useResource(resource);
  const translate = useTranslate();
  const restored = useRestoredSearch(resource);
  if (restored) return <Navigate to={{ search: restored }} replace />;
  const create = <CreateActions descriptor={descriptor} />;
  const head = (
    <header className="list-title-bar">
      <h1>{translate(nameKey(resource), { smart_count: 2 })}</h1>
      {create}
      {actions}
      <CreateRefusal descriptor={descriptor} />
    </header>
  );
  return <ResourceList descriptor={descriptor} create={create} head={head} rows={children} />;
}
