import { act, cleanup, configure, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mountApp } from "./App.tsx";
import { nativePageLoaders } from "./pages/nativePages.ts";
import type { PlatformFacts } from "./providers/facts.ts";
import { currentSession, startSession } from "./session.ts";

// Pages load on demand, and a busy machine takes its time over the first.
configure({ asyncUtilTimeout: 15_000 });

const requests: string[] = [];
let unmount = () => {};

// Compiled beforehand: on a busy machine that takes longer than a page may take to appear.
beforeAll(async () => {
  await nativePageLoaders.dashboard();
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
  cleanup();
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

const superuser = { id: 42, login: "ada", role: "admin", is_superuser: true, is_master: true };
const reseller = { id: 42, login: "rae", role: "reseller", reseller_id: 1 };

async function open(
  address: string,
  admin: PlatformFacts["admin"] = superuser,
  info: PlatformFacts["info"] = {},
  hasOlderPanel = false,
) {
  window.location.hash = `#${address}`;
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  await act(async () => {
    const dispose = mountApp(root, { admin, info, capabilities: new Map(), hasOlderPanel });
    unmount = () => {
      act(() => root.unmount());
      dispose();
    };
  });
  return userEvent.setup();
}

const menu = () => screen.findByRole("navigation", { name: "Main menu" });

describe("the shell", () => {
  it("leads from / and from the login page to the dashboard", async () => {
    await open("/login/admin");
    expect(await screen.findByRole("heading", { level: 1, name: "Dashboard" })).toBeTruthy();
    expect(window.location.hash).toBe("#/dashboard");
    expect(document.title).toBe("Dashboard · Patchbay");
  });

  it("offers in the menu what the person may open", async () => {
    await open("/error404", reseller);
    const links = within(await menu())
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"));
    expect(links).toContain("#/domain");
    expect(links).not.toContain("#/peering");
  });

  it("sends a person without the right to the 403 page", async () => {
    await open("/peering", reseller);
    expect(await screen.findByRole("heading", { name: "Forbidden" })).toBeTruthy();
    expect(window.location.hash).toBe("#/error403");
  });

  it("says so where there is no page, and keeps the address", async () => {
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

  it("searches everything from anywhere, and goes where one chooses by keyboard alone", async () => {
    const user = await open("/error404");
    await menu();
    await user.keyboard("{Control>}k{/Control}");
    const box = await screen.findByRole("combobox", { name: "Page, name, number, domain or ID" });
    await user.type(box, "domai");
    const options = await screen.findAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Domains",
      expect.stringMatching(/^Create:? domain$/i),
    ]);
    expect(options[0]?.getAttribute("aria-selected")).toBe("true");
    await user.keyboard("{ArrowDown}{Enter}");
    expect(window.location.hash).toBe("#/domain/create");
    expect(screen.queryByRole("combobox", { name: "Page, name, number, domain or ID" })).toBeNull();
  });

  it("leaves the page alone on the screen, without a menu to bring out, until asked back", async () => {
    const user = await open("/error404");
    await menu();
    await user.click(screen.getByRole("button", { name: "Full screen" }));
    expect(screen.queryByRole("banner")).toBeNull();
    expect(screen.queryByRole("contentinfo")).toBeNull();
    expect(screen.queryByRole("navigation", { name: "Main menu" })).toBeNull();
    await user.keyboard("{Escape}");
    expect(await menu()).toBeTruthy();
  });

  it("leads to the same page of the older panel, and says once that there is one", async () => {
    const user = await open("/customer/12/details", superuser, {}, true);
    await user.click(await screen.findByRole("button", { name: "Do not show again" }));
    expect(screen.queryByText(/The older panel is still there/)).toBeNull();
    await user.click(screen.getByRole("button", { name: /^ada/ }));
    const link = await screen.findByRole("menuitem", { name: "Open in the older panel" });
    expect(link.getAttribute("href")).toBe("/customer/12/details?lang=en&framed=0");
    unmount();
    const { id: _, ...rest } = superuser;
    await open("/error404", superuser, {}, true);
    await menu();
    expect(screen.queryByText(/The older panel is still there/)).toBeNull();
    unmount();
    await open("/error404", { id: 43, ...rest }, {}, true);
    expect(await screen.findByText(/The older panel is still there/)).toBeTruthy();
  });

  it("asks not to change anything while the platform is in maintenance", async () => {
    await open("/error404", superuser, { maintenance_mode: true });
    expect(await screen.findByText(/Maintenance mode is enabled/)).toBeTruthy();
  });

  it("forgets the token before it tells the platform of the logout", async () => {
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
