import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useNotify, useTranslate } from "react-admin";
import { compareCalls } from "../../providers/callSimulation.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { CallTable, type RunCall, withExpected } from "../../views/callSimulation/CallTable.tsx";
import { LoadState } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";

/** The calls of a test as they are routed now, next to how each is expected to end. */
export function RunTab({ descriptor, record }: CustomTabProps<"routingtests">) {
  const translate = useTranslate();
  const mayChange = useAccess().can(descriptor, "update");
  const { calls: expectedCalls } = record;
  const query = useQuery({
    queryKey: ["callrouting", "test", record.id, expectedCalls],
    queryFn: ({ signal }) => compareCalls(expectedCalls, undefined, signal),
    retry: false,
  });
  const { data, error, isFetching, refetch } = query;
  if (error) return <LoadState query={query} question={{ page: "tool.callroutingverify", right: "read" }} />;
  const calls = data?.map((call, index) => withExpected(call, expectedCalls[index]));
  return (
    <div aria-live="polite" aria-busy={isFetching}>
      {calls && <Summary calls={calls} />}
      <div className="row above-16 below-16">
        <Button variant="outlined" loading={isFetching} onClick={() => void refetch()}>
          {translate("routing.runs.run")}
        </Button>
        {mayChange && calls && !calls.every(isMet) && (
          <AcceptButton {...{ descriptor, record }} outcomes={calls.map(({ now }) => now.outcome)} />
        )}
      </div>
      {calls && <CallTable calls={calls} label={record.name} />}
    </div>
  );
}

const isMet = ({ now, expected }: RunCall) => now.outcome === expected;

function Summary({ calls }: { readonly calls: readonly RunCall[] }) {
  const translate = useTranslate();
  const count = calls.filter(isMet).length;
  const severity = calls.some((call) => call.expected && !isMet(call)) ? "error" : "success";
  return (
    <Alert severity={count === 0 && severity === "success" ? "info" : severity}>
      {translate("routing.runs.summary", { count, total: calls.length })}
    </Alert>
  );
}

/** Stores the results of a run as those that are expected from now on. */
function AcceptButton({
  descriptor,
  record,
  outcomes,
}: CustomTabProps<"routingtests"> & { readonly outcomes: readonly string[] }) {
  const translate = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const calls = record.calls.map((call, index) => ({ ...call, expected: outcomes[index] ?? null }));
      return dataProvider.patchField(descriptor.name, record.id, "calls", calls);
    },
    onSuccess: async () => {
      notify("routing.runs.accepted", { type: "success" });
      await queries.invalidateQueries({ queryKey: [descriptor.name] });
    },
    onError: (error) => notify(requestErrorText(translate, error), { type: "error" }),
  });
  return (
    <Button variant="contained" loading={isPending} onClick={() => mutate()}>
      {translate("routing.runs.accept")}
    </Button>
  );
}
