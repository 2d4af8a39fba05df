import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  consumeHandedOverToken,
  currentSession,
  decodeAdminId,
  endSession,
  onSessionEnd,
  startCookieSession,
  startSession,
} from "./session.ts";

const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.signature`;

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, "", "/");
});

it.each([
  [tokenOf({ id: 42, username: "ada" }), 42],
  [tokenOf({ id: "42" }), 42],
  // The part in the middle holds "-" and "_", which are not plain base64.
  ["e30.eyJpZCI6NywieCI6Ij8_Pj4-In0.s", 7],
  [tokenOf({ subscriber_id: 42 }), null],
  ["not a token", null],
  ["a.b.c", null],
])("decodeAdminId %s belongs to %s", (token, id) => {
  expect(decodeAdminId(token)).toBe(id);
});

describe("a session", () => {
  it("is token and administrator", () => {
    const token = tokenOf({ id: 42 });
    expect(startSession(token)).toBe(true);
    expect(currentSession()).toEqual({ token, adminId: 42 });
    expect(localStorage.getItem("v1_auth")).toBe(token);
    expect(localStorage.getItem("aui_adminId")).toBe("42");
  });

  it("is only the administrator where the gateway keeps the token", () => {
    startSession(tokenOf({ id: 42 }));
    startCookieSession(43);
    expect(currentSession()).toEqual({ token: null, adminId: 43 });
    expect(localStorage.getItem("v1_auth")).toBeNull();
  });

  it("does not start with a token without an administrator", () => {
    expect(startSession("nonsense")).toBe(false);
    expect(currentSession()).toBeNull();
  });

  it("ends once, however many requests fail", () => {
    const listener = vi.fn();
    const stop = onSessionEnd(listener);
    startSession(tokenOf({ id: 42 }));
    endSession("expired");
    endSession("expired");
    stop();
    expect(listener.mock.calls).toEqual([["expired"]]);
    expect(currentSession()).toBeNull();
  });

  it("ends here when another tab logs out", () => {
    const listener = vi.fn();
    const stop = onSessionEnd(listener);
    window.dispatchEvent(new StorageEvent("storage", { key: "aui_adminId", newValue: null }));
    stop();
    expect(listener).toHaveBeenCalledWith("loggedOut");
  });
});

describe("a token in the URL", () => {
  it("is removed from the URL at once", () => {
    const token = tokenOf({ id: 7 });
    window.history.replaceState(null, "", `/?lang=en&v1_auth=${token}#/customer/12`);
    expect(consumeHandedOverToken()).toBe(token);
    expect(window.location.search + window.location.hash).toBe("?lang=en#/customer/12");
  });

  it("is taken from the real query only, not from behind the #", () => {
    window.history.replaceState(null, "", `/#/customer?v1_auth=${tokenOf({ id: 7 })}`);
    expect(consumeHandedOverToken()).toBeNull();
  });
});
