import { act, cleanup, screen, within } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { mountApp } from "../../App.tsx";
import type { PlatformFacts } from "../../providers/facts.ts";
import { startSession } from "../../session.ts";
import { loadOtherPages } from "../../shell/otherPages.ts";

let unmount = () => {};

// Compiled beforehand: on a busy machine that takes longer than a page may take to appear.
beforeAll(async () => {
  await loadOtherPages();
});
beforeEach(() => {
  localStorage.clear();
  startSession(`e30.${btoa('{"id":42}')}.s`);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal("fetch", async () => Response.json({ total_count: 0, aaData: [], iTotalDisplayRecords: 0 }));
});
afterEach(() => {
  unmount();
  cleanup();
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

const superuser = { id: 42, login: "ada", role: "admin", is_superuser: true, is_master: true };

async function open(
  address: string,
  surroundings: Partial<PlatformFacts>,
  admin = superuser as PlatformFacts["admin"],
) {
  window.location.hash = `#${address}`;
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const facts = { admin, info: {}, capabilities: new Map(), hasOlderPanel: false, ...surroundings };
  await act(async () => {
    const dispose = mountApp(root, facts);
    unmount = () => {
      act(() => root.unmount());
      dispose();
    };
  });
}

const platform = { hasOlderPanel: true, hasRealPlatform: true };
const inMenu = async (name: string) =>
  within(await screen.findByRole("navigation", { name: "Main menu" })).findByRole("link", { name });
const patience = { timeout: 10_000 };

it("leads to statistics in a window of their own, and says so", async () => {
  await open("/error404", platform);
  const link = await inMenu("SIP statistics (opens in a new window)");
  expect(link.getAttribute("href")).toBe("/grafana/d/sip-statistics?ngcp_grafana_admin=no&kiosk=tv");
  expect(link.getAttribute("target")).toBe("_blank");
  expect(link.getAttribute("rel")).toBe("noopener");
});

it("shows a link at the address of what has a window of its own", async () => {
  await open("/handbook", platform);
  expect(await screen.findByRole("heading", { level: 1, name: "Handbook" }, patience)).toBeTruthy();
  const link = screen.getByRole("link", { name: "Open: Handbook" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/handbook/", "_blank"]);
  expect(document.title).toBe("Handbook · Patchbay");
});

it("brings a file of the older panel by a link", async () => {
  await open("/invoice/7/download", { ...platform, info: { licenses: ["invoice"] } });
  const link = await screen.findByRole("link", { name: "Open: Invoice as a file" }, patience);
  expect(link.getAttribute("href")).toBe("/invoice/7/download");
});

it("offers no statistics without a real platform, but the embedded one's documentation", async () => {
  await open("/sip-statistics", {});
  expect(await screen.findByText(/^The platform behind this panel does not bring this/, {}, patience)).toBeTruthy();
  const documentation = await inMenu("API documentation (opens in a new window)");
  expect(documentation.getAttribute("href")).toBe("/api/");
  expect(screen.queryByRole("link", { name: /SIP statistics/ })).toBeNull();
  expect(screen.queryByRole("link", { name: /Handbook/ })).toBeNull();
});

it("says of a page without a schema that nobody here has it", async () => {
  await open("/emailtemplate/4/texts", {});
  expect(await screen.findByText(/^This page has no schema yet/, {}, patience)).toBeTruthy();
  const trail = screen.getByRole("navigation", { name: "Where you are" });
  expect(within(trail).getByRole("link", { name: "Email templates" }).getAttribute("href")).toMatch(
    /#\/emailtemplate$/,
  );
});

it("knows nothing below a list of its own where there is no older panel", async () => {
  await open("/domain/some/page", {});
  expect(await screen.findByRole("heading", { name: "Page not found" }, patience)).toBeTruthy();
});

it("guards them like every other page", async () => {
  await open("/sip-statistics", platform, { id: 42, login: "rae", role: "reseller", reseller_id: 1 });
  expect(await screen.findByRole("heading", { name: "Forbidden" }, patience)).toBeTruthy();
  expect(await inMenu("Handbook (opens in a new window)")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /SIP statistics/ })).toBeNull();
});
