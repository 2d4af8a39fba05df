import { use } from "react";
import { useRecordContext } from "react-admin";
import { FactsSkeleton } from "../../kit/Skeletons.tsx";
import { textsLoader } from "../../providers/i18nProvider.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { ShowView } from "../../views/ShowView.tsx";
import { StoredFlow } from "./StoredFlow.tsx";

const loadTexts = textsLoader("callflow");

/** The page of a call: its facts, and its ladder in place of tabs. */
export function DetailsScreen({ resource }: { readonly resource: string }) {
  use(loadTexts());
  return (
    <ShowView resource={resource}>
      <Contents />
    </ShowView>
  );
}

function Contents() {
  const record = useRecordContext<RecordOf<"callflows">>();
  return record ? <StoredFlow record={record} /> : <FactsSkeleton />;
}
