import Alert from "@mui/material/Alert";
import { useGetOne, useTranslate } from "react-admin";
import { commonCallId } from "../../../core/telephony/sip/callId.ts";
import { hasStatus } from "../../providers/errors.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { LoadState } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { StoredFlow } from "../callflows/StoredFlow.tsx";

/** The ladder of a call's captured messages, all its legs. */
export function FlowTab({ record }: CustomTabProps<"calls">) {
  const translate = useTranslate();
  const id = commonCallId(record.call_id);
  const query = useGetOne<RecordOf<"callflows">>("callflows", { id }, { retry: false });
  const { data, error } = query;
  if (hasStatus(error, 404)) return <Alert severity="info">{translate("callflow.uncaptured")}</Alert>;
  if (error || !data) return <LoadState query={query} question={{ resource: "callflows", right: "read" }} />;
  return <StoredFlow record={data} />;
}
