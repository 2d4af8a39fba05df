import Button from "@mui/material/Button";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { getJournal } from "../../providers/journal.ts";
import { isReadable } from "../list/columns.ts";
import { Problem } from "../Problem.tsx";
import { useCellContext } from "../useCellContext.ts";
import { JournalItem } from "./JournalItem.tsx";

interface JournalTabProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: string;
}

/** The record's journal: who changed what and when, newest first. */
export function JournalTab({ descriptor, id }: JournalTabProps) {
  const { name } = descriptor;
  const translate = useTranslate();
  const context = useCellContext(name, "details");
  const access = useAccess();
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
  return (
    <>
      <ol className="journal">
        {entries.map((entry) => (
          <JournalItem key={entry.id} entry={entry} fields={descriptor.fields} context={context} />
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
