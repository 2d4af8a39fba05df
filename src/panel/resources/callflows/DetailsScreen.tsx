import { use } from "react";
import { useRecordContext } from "react-admin";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { DetailsView } from "../../views/DetailsView.tsx";
import { FactsSkeleton } from "../../views/details/FactsSkeleton.tsx";
import { StoredFlow } from "./StoredFlow.tsx";

let texts: Promise<void> | undefined;

/** The page of a call: its facts, and its ladder in place of tabs. */
export function DetailsScreen({ resource }: { readonly resource: string }) {
  texts ??= addTexts("callflow");
  use(texts);
  return (
    <DetailsView resource={resource}>
      <Contents />
    </DetailsView>
  );
}

function Contents() {
  const record = useRecordContext<PanelRecord>();
  return record ? <StoredFlow record={record} /> : <FactsSkeleton />;
}
