import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "react-admin";
import type { WireRecord } from "../../core/descriptor.ts";
import { useAccess } from "../providers/FactsContext.tsx";
import { findCaller } from "./findCaller.ts";
import { usePhone } from "./phone.ts";
import type { PhoneCall } from "./phoneState.ts";

/** Milliseconds for which an answer is good: who calls again soon is not looked up again. */
const FRESH = 5 * 60_000;

/** Who is on the other side: by phonebook, by subscriber, by the name that came with the call, else by number. */
export function useCaller({ number, displayName }: Pick<PhoneCall, "number" | "displayName">): {
  readonly name: string;
  readonly subscriber: WireRecord | null;
} {
  const translate = useTranslate();
  const access = useAccess();
  const { owner } = usePhone();
  const { data } = useQuery({
    queryKey: ["webphone", "caller", owner?.subscriberId, number],
    queryFn: () => (owner ? findCaller(number, owner, access) : null),
    enabled: owner !== null && number !== "",
    staleTime: FRESH,
  });
  const subscriber = data?.subscriber ?? null;
  const ownName = typeof subscriber?.display_name === "string" ? subscriber.display_name : null;
  const name = data?.name || ownName || displayName || number || translate("webphone.call.unknown");
  return { name, subscriber };
}
