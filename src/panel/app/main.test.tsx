import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loginText } from "../providers/loginText.ts";

const token = `e30.${btoa('{"id":42}')}.s`;
const replies = new Map<string, () => Response>();

/** Loads the page at a URL, as a browser would. */
async function visit(address: string, stored?: string) {
  localStorage.clear();
  if (stored) {
    localStorage.setItem("v1_auth", stored);
    localStorage.setItem("aui_adminId", "42");
  }
  window.history.replaceState(null, "", address);
  document.body.innerHTML = '<div id="root"></div>';
  vi.resetModules();
  await import("./main.tsx");
}

beforeEach(() => {
  replies.clear();
  replies.set("/api/platforminfo", () => Response.json({ ngcp_version: "mr1" }));
  replies.set("/api/admins/42", () => Response.json({ id: 42, login: "ada", role: "reseller" }));
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal("fetch", async (address: string) => replies.get(address)?.() ?? Response.json({ total_count: 0 }));
});
afterEach(() => vi.unstubAllGlobals());

it("redirects to the login without a session, and back afterwards", async () => {
  await visit("/#/customer/12");
  expect(await screen.findByRole("heading", { name: loginText.title })).toBeTruthy();
  expect(window.location.hash).toBe("#/login/admin?next=%2Fcustomer%2F12");
});

it.each([
  ["/#/error403", loginText.error403.title],
  ["/#/error404", loginText.error404.title],
])("shows %s to anybody", async (address, title) => {
  await visit(address);
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
});

it("shows the login if the token from the URL is refused", async () => {
  replies.set("/login_jwt", () => Response.json({ code: 403, message: "Forbidden!" }, { status: 403 }));
  await visit(`/?v1_auth=${token}#/customer`);
  expect(await screen.findByRole("heading", { name: loginText.title })).toBeTruthy();
  expect(window.location.search).toBe("");
});

it("goes back to the login with a notice when the platform cannot say who is there", async () => {
  replies.set("/api/admins/42", () => Response.json({ code: 503, message: "down" }, { status: 503 }));
  await visit("/#/customer", token);
  expect((await screen.findByRole("status")).textContent).toBe(loginText.ended.unavailable);
  expect(localStorage.getItem("aui_adminId")).toBeNull();
  expect(window.location.hash).toBe("#/login/admin?next=%2Fcustomer");
});

it("says that the session has ended when the token is refused, and keeps the URL", async () => {
  replies.set("/api/admins/42", () => Response.json({ code: 401, message: "expired" }, { status: 401 }));
  await visit("/#/customer", token);
  expect((await screen.findByRole("status")).textContent).toBe(loginText.ended.expired);
  expect(window.location.hash).toBe("#/login/admin?next=%2Fcustomer");
});

it("forgets the location on logout: the next user starts at the dashboard", async () => {
  await visit("/#/customer/12", token);
  const { endSession } = await import("../providers/session.ts");
  endSession("loggedOut");
  expect((await screen.findByRole("status")).textContent).toBe(loginText.ended.loggedOut);
  expect(window.location.hash).toBe("#/login/admin");
});
