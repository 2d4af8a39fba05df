import { expect, it } from "vitest";
import { buildLookup, ZONE } from "../../../testing/callRouting.ts";
import { type Row, tablesOf } from "../../../testing/documentTables.ts";
import { parseWireInstant } from "../../values/dateTime.ts";
import { type CalleeState, type CallSource, calleeStates, type RoutingQuestion } from "./callTrace.ts";
import { routeCall } from "./routeCall.ts";
import type { RoutingStep } from "./steps.ts";

const tables = tablesOf("call-routing.md");
const lookup = buildLookup(tables);

function toQuestion(row: Row): RoutingQuestion {
  const options = row.with ?? "";
  const [state, code] = options.split(" ");
  const [, day = "2026-03-03", time] = /at (?:(\d{4}-\d\d-\d\d) )?(\d\d:\d\d)/.exec(options) ?? [];
  const set = (way: string) =>
    lookup.rewriteSet({ name: new RegExp(`set ${way} (\\w+)`).exec(options)?.[1] ?? "" })?.id;
  const to = /to group (\d+)/.exec(options)?.[1];
  return {
    caller: row.caller ?? "",
    callee: row.callee ?? "",
    source: sourceOf(row.from),
    calleeState: calleeStates.find((one): one is CalleeState => one === state) ?? null,
    responseCode: code && /^\d+$/.test(code) ? Number(code) : null,
    callerRewriteSetId: set("in"),
    calleeRewriteSetId: set("out"),
    calleeGroupId: to ? Number(to) : null,
    at: parseWireInstant(`${day} ${time ?? "10:00"}:00`, ZONE) ?? new Date(Number.NaN),
    zone: ZONE,
  };
}

function sourceOf(cell = ""): CallSource | undefined {
  const [kind, value = ""] = cell.split(" ");
  if (kind === "subscriber") return { subscriberId: Number(value) };
  if (kind === "group") return { groupId: Number(value) };
  return kind === "address" ? { address: value } : undefined;
}

const brief = (title: unknown) => String(title).replace(/@.*/, "");

/** A step as the table writes it; empty: nothing happened that is worth a word. */
function describeStep({
  kind,
  outcome,
  input,
  output,
  record,
  pattern,
  preference,
  others,
  price,
}: RoutingStep): string {
  switch (kind) {
    case "source":
      return record ? `${outcome} ${brief(output.subscriber ?? output.server)}` : outcome;
    case "rewrite":
      return outcome === "rewritten" ? `${input.way} ${output.number} (${record?.id})` : "";
    case "allowed_clis":
      return outcome === "kept" ? "" : `number ${outcome}${outcome === "rejected" ? "" : ` ${output.number}`}`;
    case "user_number":
      return `user number ${output.number}`;
    case "emergency":
      return `emergency ${outcome}${outcome === "rejected" ? "" : ` ${output.number} from ${output.caller}`}`;
    case "callee":
      return record ? `${outcome} to ${brief(record.title)}` : outcome;
    case "ncos":
      return `${input.level} ${outcome.replaceAll("_", " ")}${pattern ? ` ${pattern}` : ""}`;
    case "ported":
      return `${outcome} ${output.rn ?? output.number}`;
    case "block_in":
    case "block_out":
    case "user_number_block":
      return `${preference} ${outcome}${pattern ? ` ${pattern}` : ""}`;
    case "forward":
      return [
        `${preference} ${outcome === "none" ? "none" : brief(output.destination).replace("sip:", "")}`,
        tried(others),
      ].join("");
    case "group":
      return `group ${outcome}${output.members ? ` ${output.members}` : ""}`;
    case "ring":
      return outcome === "answers" ? "" : outcome;
    case "peers":
      return `${outcome === "none" ? "no peer" : `${output.group} ${output.server}`}${tried(others)}`;
    case "headers":
      return `${outcome} ${output.actions}`;
    case "fee":
      return price ? `${price.net} cents` : "no fee";
    case "inbound_peer_rules":
      return `inbound ${record?.id ?? ""} ${outcome}`;
    case "end":
      return "";
    default:
      return `${kind.replaceAll("_", " ")} ${outcome}`;
  }
}

function tried(others: RoutingStep["others"]): string {
  const texts = others
    .filter(({ reason }) => reason !== "prefix")
    .map(({ record, text, reason, values }) => {
      const title = brief(record?.title ?? text).replace("sip:", "");
      return `${title} ${reason}${values?.share === undefined ? "" : ` ${values.share}`}`;
    });
  return texts.length > 0 ? ` [${texts.join(", ")}]` : "";
}

const calls = tables("Calls");

it.each(calls)("call $call: $shows", (row) => {
  const { steps, ending, reason } = routeCall(lookup, toQuestion(row));
  const path = steps.map(describeStep).filter((text) => text !== "");
  expect({ path: path.join("; "), ends: reason ?? ending }).toEqual({ path: row.path, ends: row.ends });
});
