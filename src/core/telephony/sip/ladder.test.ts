import { expect, it } from "vitest";
import type { Captured, Endpoint } from "./captured.ts";
import { type Arrow, buildLadder, type CallEvent, type Ladder, labelOf, summarize } from "./ladder.ts";
import { methodOf } from "./message.ts";
import { buildSampleCall, type SampleKind } from "./sampleCalls.ts";

const phone = (user: string, address: string) => ({
  user,
  domain: "example.org",
  endpoint: { address, port: 5060 },
  agent: `Phone ${user}`,
});

const sample = (kind: SampleKind) =>
  buildSampleCall(kind, {
    callId: `${kind}@example.org`,
    start: 1_767_225_600_000_000,
    caller: phone("431", "198.51.100.20"),
    callee: phone("432", "203.0.113.7"),
    third: phone("433", "203.0.113.9"),
  });

/** `0>1 INVITE`, with `=1` for a repetition of the first message. */
const drawn = ({ arrows }: Ladder) =>
  arrows.map(({ from, to, message, repeats }) => `${from}>${to} ${labelOf(message)}${repeats ? ` =${repeats}` : ""}`);

function toEvent({ captured: { at }, message }: Arrow): CallEvent {
  const status = message.kind === "response" ? message.status : null;
  return { at, callId: message.callId, method: methodOf(message), status };
}
const summaryOf = ({ arrows }: Ladder) => summarize(arrows.map(toEvent));

it("draws a call through a proxy with two ports as one of three parties", () => {
  const ladder = buildLadder(sample("answered").toReversed());
  expect(ladder.parties).toEqual([
    { endpoints: ["198.51.100.20:5060"], agent: "Phone 431" },
    { endpoints: ["192.0.2.5:5060", "192.0.2.5:5062"], agent: "" },
    { endpoints: ["203.0.113.7:5060"], agent: "Phone 432" },
  ]);
  expect(drawn(ladder)).toEqual([
    "0>1 INVITE",
    "1>0 407 Proxy Authentication Required",
    "0>1 ACK",
    "0>1 INVITE",
    "1>0 100 Trying",
    "1>2 INVITE",
    "2>1 100 Trying",
    "2>1 180 Ringing",
    "1>0 180 Ringing",
    "2>1 200 OK",
    "1>0 200 OK",
    "0>1 ACK",
    "1>2 ACK",
    "2>1 BYE",
    "1>0 BYE",
    "0>1 200 OK",
    "1>2 200 OK",
  ]);
  expect(ladder.arrows.slice(0, 3).map(({ delta, elapsed }) => [delta, elapsed])).toEqual([
    [0, 0],
    [1200, 1200],
    [18_000, 19_200],
  ]);
  expect(summaryOf(ladder)).toEqual({
    method: "INVITE",
    status: 200,
    talked: 42_038_600,
  });
});

it("marks what is sent again, by the proxy and by phones", () => {
  const ladder = buildLadder(sample("repeated"));
  expect(drawn(ladder).filter((line) => line.includes("="))).toEqual([
    "1>2 INVITE =3",
    "1>2 INVITE =3",
    "2>1 200 OK =9",
    "1>0 200 OK =10",
  ]);
});

it("tells how calls end", () => {
  expect(summaryOf(buildLadder(sample("busy")))).toMatchObject({ status: 486, talked: null });
  const forwarded = buildLadder(sample("forwarded"));
  expect(forwarded.parties.map(({ agent }) => agent)).toEqual([
    "Phone 431",
    "Patchbay demonstration proxy",
    "Phone 432",
    "Phone 433",
  ]);
  expect(summaryOf(forwarded)).toMatchObject({ status: 200, talked: 25_738_600 });
  expect(summarize([])).toEqual({ method: "", status: null, talked: null });
});

const at = (address: string, port = 5060): Endpoint => ({ address, port });

/** One message; `vias` from the last hop to the first, as `host:port branch`. */
function message(
  time: number,
  source: Endpoint,
  target: Endpoint,
  line: string,
  vias: readonly string[],
  more = "",
): Captured {
  const heads = vias.map((via) => `Via: SIP/2.0/UDP ${via.split(" ")[0]};branch=${via.split(" ")[1]}`);
  const text = [line, ...heads, "Call-ID: c", "From: <sip:a@x>;tag=f", "CSeq: 1 INVITE", more, "", ""]
    .filter((one, index, all) => one !== "" || index >= all.length - 2)
    .join("\r\n");
  return { at: time, transport: "UDP", source, target, text };
}

const invite = "INVITE sip:b@x SIP/2.0";

it("joins a back-to-back agent by its Contact, and a connection by its Via", () => {
  const ladder = buildLadder([
    message(1, at("192.0.2.1", 40_001), at("192.0.2.9"), invite, ["192.0.2.1:5060 z1"]),
    message(
      2,
      at("192.0.2.9", 5080),
      at("192.0.2.2"),
      invite.replace("b@", "c@"),
      ["192.0.2.9:5080 z2"],
      "Contact: <sip:192.0.2.9:5060>",
    ),
    message(3, at("192.0.2.2"), at("192.0.2.1", 5060), "BYE sip:a@x SIP/2.0", ["192.0.2.2:5060 z3"]),
  ]);
  expect(ladder.parties.map(({ endpoints }) => endpoints)).toEqual([
    ["192.0.2.1:40001", "192.0.2.1:5060"],
    ["192.0.2.9:5060", "192.0.2.9:5080"],
    ["192.0.2.2:5060"],
  ]);
});

it("joins a proxy on two networks, but not phones that have the same private address", () => {
  const outer = [at("198.51.100.1", 1024), at("198.51.100.2", 1024)] as const;
  const ladder = buildLadder([
    message(1, outer[0], at("192.0.2.5"), invite, ["10.0.0.1:5060 z1"]),
    message(2, at("10.0.0.5"), at("10.0.0.1"), invite, ["10.0.0.5:5060 p1", "10.0.0.1:5060 z1"]),
    message(3, outer[1], at("192.0.2.5"), invite, ["10.0.0.1:5060 z2"], "Contact: <sip:10.0.0.1>"),
  ]);
  expect(ladder.parties.map(({ endpoints }) => endpoints)).toEqual([
    ["198.51.100.1:1024"],
    ["192.0.2.5:5060", "10.0.0.5:5060"],
    ["10.0.0.1:5060"],
    ["198.51.100.2:1024"],
  ]);
});

it("does not take answers of several phones to one request for repetitions", () => {
  const ringing = (time: number, tag: string) =>
    message(
      time,
      at("192.0.2.5"),
      at("192.0.2.1"),
      "SIP/2.0 180 Ringing",
      ["192.0.2.1:5060 z1"],
      `To: <sip:b@x>;tag=${tag}`,
    );
  expect(drawn(buildLadder([ringing(1, "one"), ringing(2, "two"), ringing(3, "one")]))).toEqual([
    "0>1 180 Ringing",
    "0>1 180 Ringing",
    "0>1 180 Ringing =1",
  ]);
});

it("draws what was captured twice once, and counts what is no SIP", () => {
  const one = message(1, at("192.0.2.1"), at("192.0.2.1"), invite, []);
  const ladder = buildLadder([one, { ...one }, { ...one, at: 2, text: "hello" }]);
  expect(drawn(ladder)).toEqual(["0>0 INVITE"]);
  expect(ladder.unread).toBe(1);
  expect(buildLadder([])).toEqual({ parties: [], arrows: [], dialogs: [], unread: 0 });
});
