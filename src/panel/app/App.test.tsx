import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addTexts } from "../providers/i18nProvider.ts";
import { currentSession, startSession } from "../providers/session.ts";
import type { StartupData } from "../providers/startupData.ts";
import { mountApp } from "./App.tsx";

const requests: string[] = [];
let unmount = () => {};

// Load the lazy modules first: on a busy machine that takes longer than a page may take to appear.
beforeAll(async () => {
  await Promise.all([import("../features/dashboard/DashboardPage.tsx"), addTexts("dashboard")]);
});
beforeEach(() => {
  localStorage.clear();
  requests.length = 0;
  startSession(`e30.${btoa('{"id":42}')}.s`);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal("fetch", async (address: string) => {
    requests.push(address);
    return Response.json({ total_count: 0, aaData: [], iTotalDisplayRecords: 0 });
  });
});
afterEach(() => {
  unmount();
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

const superuser = { id: 42, login: "ada", role: "admin", is_superuser: true, is_master: true };
const reseller = { id: 42, login: "rae", role: "reseller", reseller_id: 1 };

async function open(
  address: string,
  admin: StartupData["admin"] = superuser,
  info: StartupData["info"] = {},
  hasLegacyPanel = false,
) {
  window.location.hash = `#${address}`;
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  const dispose = mountApp(root, { admin, info, capabilities: new Map(), hasLegacyPanel });
  unmount = () => {
    root.unmount();
    dispose();
  };
  return userEvent.setup();
}

const menu = () => screen.findByRole("navigation", { name: "Main menu" });

describe("the shell", () => {
  it.each([
    superuser,
    // Of no reseller, which must not be asked for by a number.
    { id: 42, login: "cora", role: "ccare", is_ccare: true },
  ])("redirects / and the login page to the dashboard: $role", async (admin) => {
    await open("/login/admin", admin);
    expect(await screen.findByRole("heading", { level: 1, name: "Dashboard" })).toBeTruthy();
    expect(window.location.hash).toBe("#/dashboard");
    expect(document.title).toBe("Dashboard · Patchbay");
    expect(requests.filter((address) => /NaN|undefined|null/.test(address))).toEqual([]);
  });

  it("shows permitted pages in the menu", async () => {
    await open("/error404", reseller);
    const links = within(await menu())
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"));
    expect(links).toContain("#/domain");
    expect(links).not.toContain("#/peering");
  });

  it("sends users without the right to the 403 page", async () => {
    await open("/peering", reseller);
    expect(await screen.findByRole("heading", { name: "Forbidden" })).toBeTruthy();
    expect(window.location.hash).toBe("#/error403");
  });

  it("shows an error for unknown pages, and keeps the URL", async () => {
    await open("/nowhere/5");
    expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
    expect(window.location.hash).toBe("#/nowhere/5");
  });

  it("searches the menu, and goes to the first match", async () => {
    const user = await open("/error404");
    await user.type(within(await menu()).getByRole("searchbox"), "domai");
    expect(within(await menu()).getAllByRole("link")).toHaveLength(1);
    await user.keyboard("{Enter}");
    expect(window.location.hash).toBe("#/domain");
  });

  it("shows the page alone in full screen, without a menu, until closed", async () => {
    const user = await open("/error404");
    await menu();
    await user.click(screen.getByRole("button", { name: "Full screen" }));
    expect(screen.queryByRole("banner")).toBeNull();
    expect(screen.queryByRole("contentinfo")).toBeNull();
    expect(screen.queryByRole("navigation", { name: "Main menu" })).toBeNull();
    await user.keyboard("{Escape}");
    expect(await menu()).toBeTruthy();
  });

  it("links to the same page of the legacy panel, and announces it once", async () => {
    const user = await open("/customer/12/details", superuser, {}, true);
    await user.click(await screen.findByRole("button", { name: "Do not show again" }));
    expect(screen.queryByText(/The older panel is still available/)).toBeNull();
    await user.click(screen.getByRole("button", { name: /^ada/ }));
    const link = await screen.findByRole("menuitem", { name: "Open in the older panel" });
    expect(link.getAttribute("href")).toBe("/customer/12/details?lang=en&framed=0");
    unmount();
    const { id: _, ...rest } = superuser;
    await open("/error404", superuser, {}, true);
    await menu();
    expect(screen.queryByText(/The older panel is still available/)).toBeNull();
    unmount();
    await open("/error404", { id: 43, ...rest }, {}, true);
    expect(await screen.findByText(/The older panel is still available/)).toBeTruthy();
  });

  it("asks not to change anything during maintenance", async () => {
    await open("/error404", superuser, { maintenance_mode: true });
    expect(await screen.findByText(/Maintenance mode is enabled/)).toBeTruthy();
  });

  it("forgets the token before logging out on the platform", async () => {
    const user = await open("/error404");
    const tokens: unknown[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      tokens.push([address, currentSession()]);
      return Response.json({});
    });
    await user.click(await screen.findByRole("button", { name: "ada Superuser master" }));
    await user.click(await screen.findByRole("menuitem", { name: "Log out" }));
    expect(tokens).toContainEqual(["/ajax_logout", null]);
  });
});
