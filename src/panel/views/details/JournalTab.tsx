import Button from "@mui/material/Button";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { isOffered } from "../../providers/extensions.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { getJournal } from "../../providers/journal.ts";
import { AsItWas } from "../history/AsItWas.tsx";
import { RestoreDialog, type Restoring } from "../history/RestoreDialog.tsx";
import { isReadable } from "../list/columns.ts";
import { Problem } from "../Problem.tsx";
import { useCellContext } from "../useCellContext.ts";
import { JournalItem } from "./JournalItem.tsx";
import "../history/history.css";

interface JournalTabProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: string;
}

/** The record's journal: who changed what and when, newest first, to be restored. */
export function JournalTab({ descriptor, id }: JournalTabProps) {
  const { name } = descriptor;
  const translate = useTranslate();
  const context = useCellContext(name, "details");
  const access = useAccess();
  const [restoring, setRestoring] = useState<Restoring | null>(null);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [name, "journal", id],
    queryFn: ({ pageParam }) => getJournal(name, id, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ olderPage }) => olderPage,
  });
  if (isPending) return <p role="status">{translate("views.details.loading")}</p>;
  if (error)
    return (
      <Problem
        error={error}
        question={{ resource: name, right: "read", record: { id } }}
        onRetry={() => void refetch()}
      />
    );
  const entries = data.pages
    .flatMap((page) => page.entries)
    .map((entry) => ({
      ...entry,
      changes: entry.changes.filter(({ field }) => isReadable(descriptor, access, field)),
    }));
  if (entries.length === 0) return <p className="cell-quiet">{translate("views.journal.empty")}</p>;
  const hasHistory = isOffered("history");
  const hasPage = hasHistory && access.canOpen("page.journal", "read");
  return (
    <>
      {hasHistory && descriptor.operations.includes("update") && <AsItWas descriptor={descriptor} id={id} />}
      <ol className="journal">
        {entries.map((entry) => (
          <JournalItem
            key={entry.id}
            entry={entry}
            fields={descriptor.fields}
            context={context}
            hasPage={hasPage}
            onRestore={setRestoring}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {translate("views.journal.more")}
        </Button>
      )}
      {restoring && (
        <RestoreDialog descriptor={descriptor} id={id} restoring={restoring} onClose={() => setRestoring(null)} />
      )}
    </>
  );
}
