import { describe, expect, it } from "vitest";
import { registrationFailureOf, toCallEnd } from "./callEndReasons.ts";
import {
  actionsOf,
  canDial,
  canTakeCall,
  durationOf,
  initialPhoneState,
  liveCalls,
  type PhoneCall,
  type PhoneEvent,
  type PhoneState,
  phoneReducer,
} from "./phoneState.ts";

const phoneAfter = (...events: readonly PhoneEvent[]): PhoneState => events.reduce(phoneReducer, initialPhoneState);
const registered: readonly PhoneEvent[] = [{ type: "started" }, { type: "registered" }];
const dialled: PhoneEvent = { type: "dialled", id: "1", number: "+431234567" };
const answered = (id: string): PhoneEvent => ({ type: "answered", id, at: 1_000 });
const incoming = (id: string): PhoneEvent => ({ type: "incoming", id, number: "439999", displayName: null });
const talking = [...registered, dialled, { type: "ringing", id: "1" }, answered("1")] as const;

function callIn(state: PhoneState, id = "1"): PhoneCall {
  const call = state.calls.find((one) => one.id === id);
  if (!call) throw new Error(`there is no call ${id}`);
  return call;
}

describe("the line", () => {
  it("registers, fails with a reason, and comes back", () => {
    expect(phoneAfter({ type: "started" }).line).toEqual({ status: "registering" });
    expect(phoneAfter(...registered).line).toEqual({ status: "registered" });
    const lost = phoneAfter(...registered, { type: "lineFailed", reason: "lost" });
    expect(lost.line).toEqual({ status: "failed", reason: "lost", code: undefined });
    expect(phoneReducer(lost, { type: "registered" }).line).toEqual({ status: "registered" });
  });

  it("is silent once it is turned off, whatever arrives late", () => {
    const off = phoneAfter(...talking, { type: "stopped" });
    expect(off).toEqual(initialPhoneState);
    expect(phoneReducer(off, { type: "registered" })).toEqual(initialPhoneState);
    expect(phoneReducer(off, { type: "lineFailed", reason: "lost" })).toEqual(initialPhoneState);
    expect(phoneReducer(off, answered("1"))).toEqual(initialPhoneState);
  });

  it("keeps a call while the connection is lost", () => {
    expect(callIn(phoneAfter(...talking, { type: "lineFailed", reason: "lost" })).status).toBe("active");
  });
});

describe("a call", () => {
  it("is dialled, rings, is answered and ends", () => {
    let state = phoneAfter(...registered, dialled);
    expect(callIn(state)).toMatchObject({ status: "dialling", direction: "out", number: "+431234567" });
    state = phoneReducer(state, { type: "ringing", id: "1" });
    expect(callIn(state).status).toBe("ringing");
    state = phoneReducer(state, answered("1"));
    expect(callIn(state)).toMatchObject({ status: "active", answeredAt: 1_000 });
    state = phoneReducer(state, { type: "ended", id: "1", at: 5_500, end: "hungUp" });
    expect(callIn(state)).toMatchObject({ status: "ended", end: "hungUp" });
    expect(durationOf(callIn(state), 99_000)).toBe(4_500);
    expect(phoneReducer(state, { type: "dismissed", id: "1" }).calls).toEqual([]);
  });

  it("that nobody answered has no duration", () => {
    const state = phoneAfter(...registered, dialled, { type: "ended", id: "1", at: 9, end: "busy", code: 486 });
    expect(callIn(state)).toMatchObject({ end: "busy", code: 486 });
    expect(durationOf(callIn(state), 10)).toBeNull();
  });

  it("comes in, and connects once the microphone is there", () => {
    let state = phoneAfter(...registered, incoming("1"));
    expect(callIn(state).status).toBe("incoming");
    state = phoneReducer(state, { type: "answering", id: "1" });
    expect(callIn(state).status).toBe("connecting");
    expect(callIn(phoneReducer(state, answered("1"))).status).toBe("active");
    const none = phoneReducer(state, { type: "ended", id: "1", at: 1, end: "microphone_denied" });
    expect(callIn(none).end).toBe("microphone_denied");
  });

  it.each([
    ["ringing after the answer", [...talking, { type: "ringing", id: "1" }], "active"],
    ["an answer after the end", [...talking, { type: "ended", id: "1", at: 2, end: "hungUp" }, answered("1")], "ended"],
    ["hold while it rings", [...registered, dialled, { type: "held", id: "1" }], "dialling"],
    ["the end of a hold that was none", [...talking, { type: "resumed", id: "1" }], "active"],
  ] as const)("ignores %s", (_, events, status) => {
    expect(callIn(phoneAfter(...events)).status).toBe(status);
  });

  it("is held, muted and sends tones, which a held one does not", () => {
    const held = phoneAfter(...talking, { type: "muted", id: "1" }, { type: "held", id: "1" });
    expect(callIn(held)).toMatchObject({ status: "held", isMuted: true });
    expect(callIn(phoneReducer(held, { type: "tone", id: "1", tone: "5" })).tones).toBe("");
    const back = [
      { type: "resumed", id: "1" },
      { type: "unmuted", id: "1" },
    ] as const;
    const tones = [
      { type: "tone", id: "1", tone: "5" },
      { type: "tone", id: "1", tone: "#" },
    ] as const;
    expect(callIn([...back, ...tones].reduce<PhoneState>(phoneReducer, held))).toMatchObject({
      status: "active",
      isMuted: false,
      tones: "5#",
    });
  });

  it("says that the other side holds it", () => {
    const state = phoneAfter(...talking, { type: "heldByOther", id: "1", isHeld: true });
    expect(callIn(state)).toMatchObject({ status: "active", isHeldByOther: true });
  });

  it("is transferred, or stays held after a refusal", () => {
    const going = phoneAfter(...talking, { type: "held", id: "1" }, { type: "transferring", id: "1", to: "439999" });
    expect(callIn(going)).toMatchObject({ status: "transferring", transferTo: "439999" });
    const refused = phoneReducer(going, { type: "transferRefused", id: "1" });
    expect(callIn(refused)).toMatchObject({ status: "held", transferTo: null, isTransferRefused: true });
    const done = phoneReducer(going, { type: "ended", id: "1", at: 2, end: "transferred" });
    expect(callIn(done).end).toBe("transferred");
  });
});

describe("two calls", () => {
  it("fit, and a third finds the line busy", () => {
    const one = phoneAfter(...talking);
    expect(canTakeCall(one)).toBe(true);
    expect(canDial(one)).toBe(true);
    const two = phoneReducer(one, incoming("2"));
    expect(canTakeCall(two)).toBe(false);
    expect(canDial(two)).toBe(false);
  });

  it("can be joined once the second has answered and the first is held", () => {
    const events = [...talking, { type: "held", id: "1" }, { type: "dialled", id: "2", number: "5" }] as const;
    const asking = phoneAfter(...events);
    expect(actionsOf(callIn(asking, "2"), asking)).toEqual(["hangUp"]);
    const asked = phoneReducer(asking, answered("2"));
    expect(actionsOf(callIn(asked, "2"), asked)).toContain("join");
    expect(actionsOf(callIn(asked, "1"), asked)).not.toContain("join");
  });

  it("leave only the last that ended behind", () => {
    const ended = phoneAfter(...talking, { type: "ended", id: "1", at: 2, end: "hungUp" });
    const next = phoneReducer(ended, incoming("2"));
    expect(next.calls.map(({ id }) => id)).toEqual(["2"]);
    expect(liveCalls(ended)).toEqual([]);
  });
});

it("nothing can be dialled while the phone is not registered, or a call rings", () => {
  expect(canDial(initialPhoneState)).toBe(false);
  expect(canDial(phoneAfter(...registered))).toBe(true);
  expect(canDial(phoneAfter(...registered, dialled))).toBe(false);
  expect(canDial(phoneAfter(...registered, { type: "lineFailed", reason: "lost" }))).toBe(false);
});

it.each([
  [{ originator: "remote", cause: "Terminated" }, "out", "hungUp"],
  [{ originator: "remote", cause: "Busy", code: 486 }, "out", "busy"],
  [{ originator: "remote", cause: "Rejected", code: 403 }, "out", "forbidden"],
  [{ originator: "remote", cause: "Rejected", code: 603 }, "out", "declined"],
  [{ originator: "remote", cause: "Unavailable", code: 480 }, "out", "unavailable"],
  [{ originator: "remote", cause: "Unavailable", code: 408 }, "out", "noAnswer"],
  [{ originator: "remote", cause: "Not Found", code: 404 }, "out", "notFound"],
  [{ originator: "remote", cause: "SIP Failure Code", code: 503 }, "out", "failed"],
  [{ originator: "remote", cause: "Canceled" }, "in", "missed"],
  [{ originator: "local", cause: "Canceled" }, "out", "cancelled"],
  [{ originator: "system", cause: "Connection Error" }, "out", "connection"],
  [{ originator: "remote", cause: "Incompatible SDP", code: 488 }, "out", "media"],
] as const)("a call that fails by %j (%s) ends as %s", (failure, direction, end) => {
  expect(toCallEnd(failure, direction)).toBe(end);
});

it.each([
  [{ cause: "Authentication Error", code: 401 }, "credentials"],
  [{ cause: "Rejected", code: 403 }, "credentials"],
  [{ cause: "SIP Failure Code", code: 503 }, "refused"],
  [{ cause: "Request Timeout" }, "timeout"],
  [{ cause: "Connection Error" }, "unreachable"],
] as const)("a registration that fails by %j is %s", (failure, reason) => {
  expect(registrationFailureOf(failure)).toBe(reason);
});
