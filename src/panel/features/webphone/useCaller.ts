import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "react-admin";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isSameNumber } from "../../../core/values/dialled.ts";
import { toE164Digits, toNumberParts } from "../../../core/values/phoneNumber.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { send } from "../../providers/http.ts";
import { describeResource } from "../../providers/resources.ts";
import { collectionPath, fromList, type PanelRecord, readText } from "../../providers/rest.ts";
import { type Access, useAccess } from "../../providers/StartupDataContext.tsx";
import { searchRecords } from "../../providers/search.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { type PhoneOwner, usePhone } from "./phone.ts";
import type { PhoneCall } from "./phoneState.ts";

/** Milliseconds for which an answer is good: who calls again soon is not looked up again. */
const FRESH_MS = 5 * 60_000;

/** Names the other side: by phonebook, by subscriber, by the name that came with the call, else by number. */
export function useCaller({ number, displayName }: Pick<PhoneCall, "number" | "displayName">): {
  readonly name: string;
  readonly subscriber: PanelRecord | null;
} {
  const translate = useTranslate();
  const access = useAccess();
  const { owner } = usePhone();
  const { data } = useQuery({
    queryKey: ["webphone", "caller", owner?.subscriberId, number],
    queryFn: () => (owner ? findCaller(number, owner, access) : null),
    enabled: owner !== null && number !== "",
    staleTime: FRESH_MS,
  });
  const subscriber = data?.subscriber ?? null;
  const ownName = typeof subscriber?.display_name === "string" ? subscriber.display_name : null;
  const name = data?.name || ownName || displayName || number || translate("webphone.call.unknown");
  return { name, subscriber };
}

/** The owner of a number, as far as the user may know. */
interface Caller {
  /** Name in the phonebook of the phone's subscriber, its customer or its reseller. */
  readonly name: string | null;
  readonly subscriber: PanelRecord | null;
}

/** Digits at the end of a number by which the phonebook is asked: entries differ in how they begin. */
const LAST_DIGITS = 6;
const MAX_ROWS = 50;

/** Looks a number or user up by the same lists that the user can open; a list that fails knows nobody. */
export async function findCaller(number: string, owner: PhoneOwner, access: Access): Promise<Caller> {
  const [name, subscriber] = await Promise.all([
    findName(number, owner, access).catch(() => null),
    findSubscriber(number, owner, access).catch(() => null),
  ]);
  return { name, subscriber };
}

async function findName(number: string, { subscriberId }: PhoneOwner, access: Access): Promise<string | null> {
  const phonebook = summaryOf("subscriberphonebookentries");
  if (!access.can(phonebook, "read") || access.findLack(phonebook) !== null) return null;
  const ending = number.slice(-LAST_DIGITS);
  const query = { subscriber_id: subscriberId, include: "all", number: `*${ending}`, rows: MAX_ROWS, no_count: 1 };
  const entries = await loadList("subscriberphonebookentries", query);
  const same = entries.filter((entry) => isSameNumber(readText(entry, "number") ?? "", number));
  const match = same.find(({ own }) => own === true) ?? same[0];
  return match ? readText(match, "name") : null;
}

async function findSubscriber(number: string, { domain }: PhoneOwner, access: Access): Promise<PanelRecord | null> {
  if (!access.can(summaryOf("subscribers"), "read")) return null;
  const [user = "", host = domain] = number.split("@");
  const namesakes = await loadList("subscribers", { username: user.replaceAll("*", ""), rows: MAX_ROWS, no_count: 1 });
  const byName = namesakes.find((record) => record.username === user && record.domain === host);
  if (byName) return byName;
  if (!/^\+?\d{3,}$/.test(number)) return null;
  const hits = await searchRecords({ send, describe: describeResource, isOffered: hasExtension }, number, {
    resources: ["subscribers"],
  });
  return hits.find(({ record }) => hasNumber(record, number))?.record ?? null;
}

async function loadList(resource: string, query: Readonly<Record<string, string | number>>): Promise<PanelRecord[]> {
  return [...fromList(resource, await send({ path: collectionPath(resource), query })).data];
}

function hasNumber({ primary_number, alias_numbers }: WireRecord, number: string): boolean {
  const all = [primary_number, ...(Array.isArray(alias_numbers) ? alias_numbers : [])];
  return all.some((candidate) => isSameNumber(digitsOf(candidate), number));
}

function digitsOf(number: Json | undefined): string {
  return toE164Digits(toNumberParts(number) ?? {}) ?? "";
}
