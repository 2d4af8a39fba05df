import { toStoredDestination } from "../../core/callDestination.ts";
import type { Row } from "../entityHooks.ts";
import type { Draft } from "./draft.ts";

/** One in this many subscribers forwards calls. */
const EVERY = 25;

type Line = Row<"subscribers">;

/** Call forwards of some subscribers, with their destination, time and source sets. */
export function addCallForwards(draft: Draft): void {
  const lines = draft.rows("subscribers");
  for (const line of lines.filter(({ id }) => id % EVERY === 1)) addSets(draft, line);
}

function addSets(draft: Draft, { id, reseller_id, domain_id }: Line): void {
  const numbers = draft.rows("numbers");
  const domains = draft.rows("domains");
  const number = numbers.find(({ subscriber_id }) => subscriber_id === id)?.number ?? "";
  const domain = domains.find((one) => one.id === domain_id)?.domain ?? "";
  const to = (destination: string, timeout: number, priority = 1) => ({
    destination: toStoredDestination(destination, { number, domain }),
    timeout,
    priority,
  });
  const own = { reseller_id, subscriber_id: id };
  const voicebox = draft.add("cfdestinationsets", {
    ...own,
    name: "Voicebox",
    destinations: [to("voicebox", 300)],
  });
  const mobile = `${number.slice(0, 2)}7700900${String(id).padStart(3, "0")}`;
  const mobileFirst = draft.add("cfdestinationsets", {
    ...own,
    name: "Mobile, then voicebox",
    destinations: [to(mobile, 20), to("voicebox", 300, 2)],
  });
  const weekdays = draft.add("cftimesets", { ...own, name: "Weekdays", times: [{ wday: "2-6", hour: "8-17" }] });
  draft.add("cftimesets", {
    ...own,
    name: "Nights and Sundays",
    times: [{ hour: "20-6" }, { wday: "1" }],
  });
  const family = draft.add("cfsourcesets", {
    ...own,
    name: "Family",
    mode: "whitelist",
    is_regex: false,
    sources: [{ source: `${number.slice(0, 7)}*` }, { source: mobile }],
  });
  draft.add("cfbnumbersets", {
    ...own,
    name: "Main number",
    mode: "whitelist",
    is_regex: false,
    bnumbers: [{ bnumber: number }],
  });
  const forward = (cfm_id: number, destinationset_id: number, more: object = {}) => ({
    enabled: true,
    use_redirection: false,
    cfm_id,
    destinationset_id,
    ...more,
  });
  draft.add("cfmappings", {
    id,
    cfu: [],
    cfb: [forward(1, voicebox, { timeset_id: weekdays })],
    cft_ringtimeout: 25,
    cft: [forward(2, mobileFirst), forward(3, voicebox, { sourceset_id: family, enabled: false })],
    cfna: [forward(4, voicebox)],
    cfo: [],
    cfr: [],
    cfs: [],
  });
}
