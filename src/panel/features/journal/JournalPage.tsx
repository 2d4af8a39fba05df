import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link as RouterLink, useSearchParams } from "react-router";
import type { Json } from "../../../core/schema/descriptor.ts";
import { isDroppedResource } from "../../../core/validation/droppedRecords.ts";
import { Value } from "../../kinds/Value.tsx";
import { Confirm } from "../../kit/Confirm.tsx";
import { Labeled, SimpleShowLayout } from "../../kit/SimpleShowLayout.tsx";
import { nameKey } from "../../navigation/labels.ts";
import { toJobError } from "../../providers/jobs.ts";
import { type ListedEntry, loadJournal, verifyJournal } from "../../providers/journal.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { useDocumentTitle } from "../../ui/useDocumentTitle.ts";
import { historyKey } from "../../views/form/refreshAfterWrite.ts";
import { useOwnJob } from "../../views/jobs/useJobs.ts";
import styles from "../../views/journal/history.module.css";
import { ListedItem } from "../../views/journal/ListedItem.tsx";
import { LoadError } from "../../views/LoadError.tsx";
import { requestErrorText } from "../../views/requestErrorText.ts";
import { authorText } from "../../views/show/authorText.ts";
import detailsStyles from "../../views/show/details.module.css";
import { useCellContext } from "../../views/useCellContext.ts";
import { Filters, queryIn } from "./Filters.tsx";

/** `/journal`: the changes of all records, found by person, record, kind and time, which the URL holds. */
export function JournalPage() {
  const translate = useTranslate();
  const access = useAccess();
  const [search] = useSearchParams();
  const title = translate("pages.names.journal");
  useDocumentTitle([title]);
  const filters = queryIn(search);
  const query = useInfiniteQuery({
    queryKey: [historyKey, filters],
    queryFn: ({ pageParam, signal }) => loadJournal(filters, pageParam, signal),
    // The first page needs no parameter.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // Entries stay until the response to the next filter is there.
    placeholderData: (previous) => previous,
  });
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <div className="row across-24 top between">
        <div>
          <Typography variant="h1">{title}</Typography>
          <p className="above-4 quiet">{translate("history.about")}</p>
        </div>
        {access.canOpen("tool.journalverification", "read") && <Verify />}
      </div>
      <Filters resources={data?.pages[0]?.resources ?? []} />
      {filters.run && <RestoreRun key={filters.run} run={filters.run} />}
      {isPending && <Loading />}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && entries.length === 0 && !hasNextPage && <p className="quiet">{translate("history.empty")}</p>}
      {entries.length > 0 && (
        <ol className={detailsStyles.journal} aria-busy={query.isPlaceholderData}>
          {entries.map((entry) => (
            <Suspense key={entry.id} fallback={<Waiting />}>
              {isDropped(entry) ? <DroppedItem entry={entry} /> : <ListedItem entry={entry} />}
            </Suspense>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {translate("views.journal.more")}
        </Button>
      )}
    </>
  );
}

function Loading() {
  const translate = useTranslate();
  return (
    <div role="status" aria-label={translate("history.loading")}>
      <ol className={detailsStyles.journal} aria-hidden="true">
        {[1, 2, 3, 4].map((row) => (
          <Waiting key={row} />
        ))}
      </ol>
    </div>
  );
}

function Waiting() {
  return (
    <li>
      <Skeleton width="50%" />
      <Skeleton width="30%" />
    </li>
  );
}

/** Proves by a click that the journal is whole, or names the first entry that is not as it was. */
function Verify() {
  const translate = useTranslate();
  const locale = useLocale();
  const { data, error, isPending, mutate } = useMutation({ mutationFn: verifyJournal });
  return (
    <div className="stack gap-8 at-start">
      <Button variant="outlined" loading={isPending} onClick={() => mutate()}>
        {translate("history.verify.do")}
      </Button>
      {error && <Alert severity="error">{requestErrorText(translate, error)}</Alert>}
      {data && !data.broken && (
        <Alert severity="success" role="status">
          <div>{translate("history.verify.whole", { entries: data.entries.toLocaleString(locale) })}</div>
          {data.dropped > 0 && (
            <div>{translate("history.verify.dropped", { entries: data.dropped.toLocaleString(locale) })}</div>
          )}
        </Alert>
      )}
      {data?.broken && (
        <Alert severity="error">
          {translate(`history.verify.${data.broken.fault}`, {
            entry: data.broken.entry ?? "",
            link: data.broken.link.toLocaleString(locale),
          })}
        </Alert>
      )}
    </div>
  );
}

/** Whether the entry stands for many records that were dropped after their time, and so for no single one. */
function isDropped({ resource, recordId, isScheduled }: ListedEntry): boolean {
  return isScheduled && recordId === 0 && isDroppedResource(resource);
}

/** Describes the dropped records: their resource, number and age. */
function DroppedItem({ entry }: { readonly entry: ListedEntry }) {
  const { id, resource, timestamp, changes } = entry;
  const translate = useTranslate();
  const locale = useLocale();
  const context = useCellContext("calls", "details");
  const before = (name: string) => changes.find(({ field }) => field === name)?.before ?? null;
  const time = (value: Json) => (
    <Value kind="dateTime" value={value} source="timestamp" record={{ timestamp: value }} context={context} />
  );
  const from = before("from");
  return (
    <li>
      <p className={`below-4 ${styles.head}`}>
        <strong>{translate("views.journal.operation.delete")}</strong>{" "}
        <span className="quiet">
          {resource === "calls" ? translate(nameKey(resource), { smart_count: 2 }) : translate("history.entries")}
        </span>
        {" · "}
        {authorText(entry, translate)}{" "}
        <span className="quiet">
          <Link component={RouterLink} to={`/journal?entry=${id}`} color="inherit">
            {time(timestamp)}
          </Link>
        </span>
      </p>
      <SimpleShowLayout className="stack facts gap-2 above-8">
        <Labeled label="history.dropped.records">{Number(before("records")).toLocaleString(locale)}</Labeled>
        {from !== null && <Labeled label="history.filters.from">{time(from)}</Labeled>}
        <Labeled label="history.filters.to">{time(before("until"))}</Labeled>
      </SimpleShowLayout>
    </li>
  );
}

/** Most failures that are named. */
const MAX_NAMED_FAILURES = 5;

/** Puts back all that a bulk run has changed, as a job of the platform. */
function RestoreRun({ run }: { readonly run: string }) {
  const translate = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  const { job, hasFinished, act, isActing, error, forget } = useOwnJob();
  useEffect(() => {
    if (hasFinished) forget();
  }, [hasFinished, forget]);
  const { done = 0, failed = 0, total = 0, failures = [] } = job ?? {};
  return (
    <div className="stack gap-8 at-start below-12">
      <Button
        variant="outlined"
        loading={isActing || (job !== undefined && !hasFinished)}
        onClick={() => setIsAsking(true)}
      >
        {translate("history.wholeRun.do")}
      </Button>
      {error ? <Alert severity="error">{requestErrorText(translate, error)}</Alert> : null}
      {job && !hasFinished && (
        <LinearProgress
          variant="determinate"
          value={((done + failed) / Math.max(total, 1)) * 100}
          aria-label={translate("history.wholeRun.do")}
        />
      )}
      {hasFinished && (
        <Alert severity={failed > 0 ? "warning" : "success"} role="status">
          {translate("history.wholeRun.finished", { done, count: total })}
          {failures.slice(0, MAX_NAMED_FAILURES).map((failure) => (
            <div key={failure.record_id}>
              {translate("history.wholeRun.failure", {
                title: failure.title,
                reason: requestErrorText(translate, toJobError(failure)),
              })}
            </div>
          ))}
        </Alert>
      )}
      <Confirm
        isOpen={isAsking}
        title="history.wholeRun.title"
        content="history.wholeRun.text"
        confirm="history.restore.confirm"
        cancel="history.restore.cancel"
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          act({ action: "restore", run });
        }}
      />
    </div>
  );
}
