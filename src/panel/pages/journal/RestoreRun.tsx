import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { HttpError, useTranslate } from "react-admin";
import type { Json } from "../../../core/descriptor.ts";
import { isObject } from "../../../core/prepare.ts";
import { getHistory, type ListedEntry, restore } from "../../providers/journal.ts";
import { runRows } from "../../views/bulk/runRows.ts";
import { ConfirmDialog } from "../../views/form/ConfirmDialog.tsx";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { historyKey } from "../../views/history/useRestore.ts";
import { refusalText } from "../../views/record/refusalText.ts";

/** Most failures that are named. */
const namedAtMost = 5;

/** Puts back all that a bulk run has changed: one request per record, as the run itself. */
export function RestoreRun({ run }: { readonly run: string }) {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<readonly ListedEntry[] | null>(null);
  const collecting = useMutation({ mutationFn: () => collect(run), onSuccess: setAsked });
  const restoring = useMutation({
    mutationFn: (entries: readonly ListedEntry[]) => restoreAll(entries),
    onSuccess: () => {
      refreshAfterWrite(queryClient);
      void queryClient.invalidateQueries({ queryKey: [historyKey] });
    },
  });
  const { data } = restoring;
  const error = collecting.error ?? restoring.error;
  return (
    <div className="journal-run">
      <Button
        variant="outlined"
        loading={collecting.isPending || restoring.isPending}
        onClick={() => collecting.mutate()}
      >
        {translate("history.wholeRun.do")}
      </Button>
      {error && <Alert severity="error">{refusalText(translate, error)}</Alert>}
      {data && (
        <Alert severity={data.failures.length > 0 ? "warning" : "success"} role="status">
          {translate("history.wholeRun.finished", { done: data.done, count: data.count })}
          {data.failures.slice(0, namedAtMost).map(({ entry, refusal }) => (
            <div key={entry.id}>
              {translate("history.wholeRun.failure", { title: entry.title, reason: refusalText(translate, refusal) })}
            </div>
          ))}
        </Alert>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title={translate("history.wholeRun.title")}
        text={translate("history.wholeRun.text", { count: asked?.length ?? 0 })}
        confirmLabel={translate("history.restore.confirm")}
        cancelLabel={translate("history.restore.cancel")}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked) restoring.mutate(asked);
          setAsked(null);
        }}
      />
    </div>
  );
}

/** The entries of the records that the run itself changed; what followed from these is restored with them. */
async function collect(run: string): Promise<readonly ListedEntry[]> {
  const roots = new Map<string, ListedEntry>();
  let before: string | undefined;
  do {
    const page = await getHistory({ run }, before);
    for (const entry of page.entries) {
      // A request journals its own record last, and the newest come first.
      const key = entry.unit ?? String(entry.id);
      if (!roots.has(key)) roots.set(key, entry);
    }
    before = page.next ?? undefined;
  } while (before !== undefined);
  return [...roots.values()].filter(({ restorable, returns }) => restorable.length > 0 || returns);
}

interface Outcome {
  readonly count: number;
  readonly done: number;
  readonly failures: readonly { readonly entry: ListedEntry; readonly refusal: unknown }[];
}

async function restoreAll(entries: readonly ListedEntry[]): Promise<Outcome> {
  const run = crypto.randomUUID();
  const failures: { entry: ListedEntry; refusal: unknown }[] = [];
  let done = 0;
  await runRows({
    rows: entries,
    signal: new AbortController().signal,
    work: ({ id, resource, recordId }) => restore(resource, recordId, { entry: id }, { run }),
    onResult: (entry, result) => {
      if (result.state === "done" || isRestored(result.refusal)) done += 1;
      else failures.push({ entry, refusal: result.refusal });
    },
  });
  return { count: entries.length, done, failures };
}

/** Another of these has brought it back. */
function isRestored(refusal: unknown): boolean {
  const body: Json | undefined = refusal instanceof HttpError ? refusal.body : undefined;
  return isObject(body) && body.key === "errors.nothing_to_restore";
}
