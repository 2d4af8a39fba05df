import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useGetList, useTranslate } from "react-admin";
import { useSearchParams } from "react-router";
import { type Captured, parseTransport } from "../../../core/telephony/sip/captured.ts";
import { userOf } from "../../../core/telephony/sip/headers.ts";
import { NativeChoice } from "../../kinds/controls/NativeChoice.tsx";
import { FactsSkeleton } from "../../kit/Skeletons.tsx";
import { fetchObject } from "../../providers/fetchObject.ts";
import { itemPath, type RecordOf } from "../../providers/rest.ts";
import { LoadState } from "../../views/LoadError.tsx";
import { callFileName, type FlowCall, LadderView } from "./LadderView.tsx";
import { timeText } from "./times.ts";

/** The latest calls that can be chosen to compare with. */
const MAX_OFFERED_CALLS = 100;

/** The ladder of a stored call, next to that of another one (`?with=<Call-ID>`). */
export function StoredFlow({ record }: { readonly record: RecordOf<"callflows"> }) {
  const translate = useTranslate();
  const [search, setSearch] = useSearchParams();
  const other = search.get("with") ?? "";
  const { id } = record;
  const { data: latest = [] } = useGetList<RecordOf<"callflows">>("callflows", {
    pagination: { page: 1, perPage: MAX_OFFERED_CALLS },
    sort: { field: "timestamp", order: "DESC" },
    meta: { expand: [] },
  });
  const ids = useMemo(() => (other === "" ? [id] : [id, other]), [id, other]);
  const answers = useQueries({
    queries: ids.map((callId) => ({
      queryKey: ["sipcaptures", callId],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadMessages(callId, signal),
    })),
  });
  const [ownQuery, otherQuery] = answers;
  const calls = useMemo((): readonly FlowCall[] => {
    return [ownQuery?.data, otherQuery?.data].flatMap((messages, index) => {
      const callId = ids[index];
      if (!messages || callId === undefined) return [];
      const flow = callId === id ? record : latest.find((candidate) => candidate.id === callId);
      return [{ title: flow ? titleOf(flow) : callId, fileName: callFileName(callId), messages }];
    });
  }, [ids, id, record, latest, ownQuery?.data, otherQuery?.data]);
  const compare = (callId: string) => setSearch(callId === "" ? {} : { with: callId }, { replace: true });
  const failed = answers.find(({ error }) => error);
  if (failed) return <LoadState query={failed} question={{ resource: "callflows", right: "read" }} />;
  if (calls.length < ids.length) return <FactsSkeleton />;
  const offered = latest
    .filter((candidate) => candidate.id !== id)
    .map((candidate) => [candidate.id, titleOf(candidate)] as const);
  const isOffered = other === "" || offered.some(([callId]) => callId === other);
  return (
    <LadderView key={ids.join("\n")} calls={calls}>
      <NativeChoice
        size="small"
        label={translate("callflow.compare")}
        value={other}
        options={[["", translate("callflow.alone")], ...offered, ...(isOffered ? [] : [[other, other] as const])]}
        onChange={compare}
      />
    </LadderView>
  );
}

/** `10:11:12 431 → 432`: which call it is among others. */
function titleOf({ timestamp, from_uri, to_uri }: RecordOf<"callflows">): string {
  const [from, to] = [from_uri, to_uri].map((uri) => (typeof uri === "string" ? userOf(uri) : "?"));
  return `${timeText(Date.parse(timestamp ?? "") * 1000, 0)} ${from} → ${to}`;
}

interface WireMessage {
  /** UTC with microseconds. */
  readonly timestamp: string;
  readonly transport: string;
  readonly src_ip: string;
  readonly src_port: number;
  readonly dst_ip: string;
  readonly dst_port: number;
  readonly payload: string;
}

/** The captured messages of a call. Rejects with an HttpError. */
async function loadMessages(callId: string, signal?: AbortSignal): Promise<readonly Captured[]> {
  const request = { path: itemPath("sipcaptures", callId), signal };
  const { messages } = await fetchObject<{ messages: readonly WireMessage[] }>(request, { messages: "array" });
  return messages.map((message) => ({
    at: Date.parse(`${message.timestamp.slice(0, 19)}Z`) * 1000 + Number(message.timestamp.slice(20, 26)),
    transport: parseTransport(message.transport) ?? "UDP",
    source: { address: message.src_ip, port: message.src_port },
    target: { address: message.dst_ip, port: message.dst_port },
    text: message.payload,
  }));
}
