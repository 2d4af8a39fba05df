import Alert from "@mui/material/Alert";
import { useGetOne, useTranslate } from "react-admin";
import { commonCallId } from "../../../core/telephony/sip/callId.ts";
import { hasStatus } from "../../providers/errors.ts";
import { FactsSkeleton } from "../../kit/Skeletons.tsx";
import type { RecordOf } from "../../providers/rest.ts";
import { LoadError } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { StoredFlow } from "../callflows/StoredFlow.tsx";

/** The ladder of a call's captured messages, all its legs. */
export function FlowTab({ record }: CustomTabProps<"calls">) {
  const translate = useTranslate();
  const {
    data: flow,
    error,
    refetch,
  } = useGetOne<RecordOf<"callflows">>("callflows", { id: commonCallId(record.call_id) }, { retry: false });
  if (hasStatus(error, 404)) return <Alert severity="info">{translate("callflow.uncaptured")}</Alert>;
  if (error)
    return (
      <LoadError error={error} question={{ resource: "callflows", right: "read" }} onRetry={() => void refetch()} />
    );
  return flow ? <StoredFlow record={flow} /> : <FactsSkeleton />;
}
