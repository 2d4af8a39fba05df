import { screen, within } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { mountApp } from "../../app/App.tsx";
import { addTexts } from "../../providers/i18nProvider.ts";
import { startSession } from "../../providers/session.ts";
import type { StartupData } from "../../providers/startupData.ts";

let unmount = () => {};

// Load the lazy modules first: on a busy machine that takes longer than a page may take to appear.
beforeAll(async () => {
  await Promise.all([import("./LegacyPages.tsx"), addTexts("pages")]);
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
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

const superuser = { id: 42, login: "ada", role: "admin", is_superuser: true, is_master: true };

async function open(address: string, surroundings: Partial<StartupData>, admin = superuser as StartupData["admin"]) {
  window.location.hash = `#${address}`;
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const facts = { admin, info: {}, capabilities: new Map(), hasLegacyPanel: false, ...surroundings };
  const dispose = mountApp(root, facts);
  unmount = () => {
    root.unmount();
    dispose();
  };
}

const platform = { hasLegacyPanel: true, hasRealPlatform: true };
const inMenu = async (name: string) =>
  within(await screen.findByRole("navigation", { name: "Main menu" })).findByRole("link", { name });

it("opens statistics in a new window, and says so", async () => {
  await open("/error404", platform);
  const link = await inMenu("SIP statistics (opens in a new window)");
  expect(link.getAttribute("href")).toBe("/grafana/d/sip-statistics?ngcp_grafana_admin=no&kiosk=tv");
  expect(link.getAttribute("target")).toBe("_blank");
  expect(link.getAttribute("rel")).toBe("noopener");
});

it("shows a link at the URL of a page that opens in a new window", async () => {
  await open("/handbook", platform);
  expect(await screen.findByRole("heading", { level: 1, name: "Handbook" })).toBeTruthy();
  const link = screen.getByRole("link", { name: "Open: Handbook" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/handbook/", "_blank"]);
  expect(document.title).toBe("Handbook · Patchbay");
});

it("links to a file", async () => {
  await open("/invoice/7/download", { ...platform, info: { licenses: ["invoice"] } });
  const link = await screen.findByRole("link", { name: "Open: Invoice as a file" });
  expect(link.getAttribute("href")).toBe("/invoice/7/download");
});

it("offers no statistics without a real platform, but the embedded one's documentation", async () => {
  await open("/sip-statistics", {});
  expect(await screen.findByText(/^The platform behind this panel does not offer this/)).toBeTruthy();
  const documentation = await inMenu("API documentation (opens in a new window)");
  expect(documentation.getAttribute("href")).toBe("/api/");
  expect(screen.queryByRole("link", { name: /SIP statistics/ })).toBeNull();
  expect(screen.queryByRole("link", { name: /Handbook/ })).toBeNull();
});

it("says that a page of the legacy panel is not here without one", async () => {
  await open("/proxy/licenses", {});
  expect(await screen.findByText(/^This page has no schema yet/)).toBeTruthy();
});

it.each([
  ["/domain/some/page", {}],
  ["/batchprovisioning/4/texts", { info: { batch_provisioning: true } }],
])("has no page %s below its own lists without a legacy panel", async (address, surroundings) => {
  await open(address, surroundings);
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
});

it("guards these pages like all others", async () => {
  await open("/sip-statistics", platform, { id: 42, login: "rae", role: "reseller", reseller_id: 1 });
  expect(await screen.findByRole("heading", { name: "Forbidden" })).toBeTruthy();
  expect(await inMenu("Handbook (opens in a new window)")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /SIP statistics/ })).toBeNull();
});
