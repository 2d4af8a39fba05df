import Button from "@mui/material/Button";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useLocale, useNotify, useTranslate } from "react-admin";
import type { KeptRun } from "../../../core/telephony/deviceTemplates/provisioningReport.ts";
import { Moment } from "../../kinds/time/Moment.tsx";
import { Confirm } from "../../kit/Confirm.tsx";
import { DataTable } from "../../kit/dataTable/DataTable.tsx";
import { listRuns, undoRun } from "../../providers/provisioning.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { serverFormErrors } from "../../views/form/formErrors.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { useErrorMessageContext } from "../../views/form/useErrorMessageContext.ts";
import { LoadState } from "../../views/LoadError.tsx";
import { requestErrorText } from "../../views/requestErrorText.ts";

const Column = DataTable.Col<KeptRun>;

interface RunsProps {
  readonly record: RecordOf<"provisioningtemplates">;
  readonly mayUndo: boolean;
}

/** The last runs of a template, each of which can be undone. */
export function Runs({ record, mayUndo }: RunsProps): ReactNode {
  const translate = useTranslate();
  const locale = useLocale();
  const notify = useNotify();
  const titleId = useId();
  const queryClient = useQueryClient();
  const messageContext = useErrorMessageContext("provisioningtemplates");
  const [runToUndo, setRunToUndo] = useState<KeptRun>();
  const queryKey = ["provisioningruns", record.id];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => listRuns(record.id, signal) });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (runId: number) => undoRun(record.id, runId),
    onSuccess: (count) => notify("provisioning.undoDone", { type: "success", messageArgs: { smart_count: count } }),
    onError: (undoError) => {
      const reasons = serverFormErrors(undoError, messageContext).map(({ text }) => text);
      const reason = reasons.length > 0 ? reasons.join("; ") : requestErrorText(translate, undoError);
      notify("provisioning.undoFailed", { type: "error", messageArgs: { reason } });
    },
    onSettled: () => {
      refreshAfterWrite(queryClient);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  const { data, error } = query;
  if (error || !data)
    return <LoadState query={query} question={{ resource: "provisioningtemplates", right: "read" }} />;
  const numbers = new Intl.NumberFormat(locale);
  const stateOf = ({ undone, undone_by, is_complete }: KeptRun) =>
    undone !== null
      ? translate("provisioning.undoneBy", { name: undone_by ?? "" })
      : translate(is_complete ? "provisioning.complete" : "provisioning.incomplete");
  return (
    <section aria-labelledby={titleId} className="max-760 scroll">
      <h2 id={titleId} className="below-8">
        {translate("provisioning.runs")}
      </h2>
      {data.length === 0 && <p className="quiet">{translate("provisioning.noRuns")}</p>}
      {data.length > 0 && (
        <DataTable data={data} className="plain-table" aria-labelledby={titleId}>
          <Column label="provisioning.run_columns.when" render={({ started }) => <Moment at={started} />} />
          <Column label="provisioning.run_columns.who" source="username" />
          <Column label="provisioning.run_columns.made" render={({ created }) => numbers.format(created)} />
          <Column label="provisioning.run_columns.left" render={({ failed }) => numbers.format(failed)} />
          <Column label="provisioning.run_columns.state" render={stateOf} />
          <Column
            render={(run) =>
              mayUndo &&
              run.undone === null &&
              run.created > 0 && (
                <Button size="small" loading={isPending && variables === run.id} onClick={() => setRunToUndo(run)}>
                  {translate("provisioning.undo")}
                </Button>
              )
            }
          />
        </DataTable>
      )}
      <Confirm
        isOpen={runToUndo !== undefined}
        title="provisioning.undoTitle"
        content={translate("provisioning.undoText", { smart_count: runToUndo?.created ?? 0 })}
        confirm="provisioning.undo"
        cancel="provisioning.cancel"
        onConfirm={() => {
          if (runToUndo) mutate(runToUndo.id);
          setRunToUndo(undefined);
        }}
        onClose={() => setRunToUndo(undefined)}
      />
    </section>
  );
}
