import Button from "@mui/material/Button";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { FactsSkeleton } from "../../kit/Skeletons.tsx";
import { hasExtension } from "../../providers/extensions.ts";
import { loadRecordJournal } from "../../providers/journal.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { LoadState } from "../LoadError.tsx";
import styles from "../show/details.module.css";
import { ListedItem } from "./ListedItem.tsx";
import { RecordAsOf } from "./RecordAsOf.tsx";

interface JournalTabProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: string;
}

/** The changes of a record and of what belongs to it, newest first, to be restored. */
export function JournalTab({ descriptor, id }: JournalTabProps) {
  const { name } = descriptor;
  const translate = useTranslate();
  const access = useAccess();
  const query = useInfiniteQuery({
    queryKey: [name, "journal", id],
    queryFn: ({ pageParam, signal }) => loadRecordJournal(name, id, pageParam, signal),
    // Without it, pages would have no other beginning.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
  if (query.isPending || query.error) {
    const loading = <p role="status">{translate("views.details.loading")}</p>;
    return <LoadState query={query} question={{ resource: name, right: "read", record: { id } }} loading={loading} />;
  }
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const entries = data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <p className="quiet">{translate("views.journal.empty")}</p>;
  const hasHistory = hasExtension("history");
  const hasPage = hasHistory && access.canOpen("page.journal", "read");
  return (
    <>
      {hasHistory && descriptor.operations.includes("update") && <RecordAsOf descriptor={descriptor} id={id} />}
      <ol className={styles.journal}>
        {entries.map((entry) => (
          <Suspense key={entry.id} fallback={<FactsSkeleton />}>
            <ListedItem
              entry={entry}
              isOwn={entry.resource === name && String(entry.recordId) === id}
              hasPage={hasPage}
            />
          </Suspense>
        ))}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {translate("views.journal.more")}
        </Button>
      )}
    </>
  );
}
