import type { Page } from "playwright";
import { afterAll, describe, expect, test } from "vitest";
import { can } from "../../src/core/access/access.ts";
import { summaries } from "../../src/generated/index.gen.ts";
import { pages, redirects } from "../../src/generated/pages.gen.ts";
import { routes } from "../../src/generated/routes.gen.ts";
import { isTab } from "../../src/panel/navigation/paths.ts";
import { findByAxe, findSidewaysScrolling, findViolations, installAxe, narrowest } from "../support/accessibility.ts";
import { settle } from "../support/browser.ts";
import { startJourney } from "../support/journey.ts";
import { OlderPanel } from "../support/olderPanel.ts";
import type { PanelPage } from "../support/panelPage.ts";
import { RequestCount } from "../support/requestCount.ts";
import { goTo, recordsOf } from "../support/tour.ts";
import { publicRoutes, type SpecRoute, specRoutes } from "./specRoutes.ts";

const older = await OlderPanel.start();
afterAll(() => older.stop());
const journey = startJourney({ env: { LEGACY_URL: older.url } });

/** Record ids by resource, as a superuser sees them. */
const ids = new Map<string, string>();
/** Maximum number of requests per page of a list, whatever its rows refer to. */
const MAX_REQUESTS = 4;
const widths = { wide: { width: 1280, height: 900 }, narrow: narrowest };
type Width = keyof typeof widths;
const lists = routes.filter(({ view }) => view === "list").map(({ path }) => path);

test("a superuser can open every page of the specification, and axe finds nothing", async () => {
  const panel = await journey.openAs("administrator", { address: "/security" });
  await findIds(panel);
  await installAxe(panel.page);
  await panel.open("/security");
  await panel.see("Security bans");
  expect(await findViolations(panel.page)).toEqual([]);
  const barriers: Record<string, string[]> = {};
  const requests = new RequestCount(panel.page);
  let wasFramed = false;
  let width: Width = "wide";
  for (const route of specRoutes) {
    requests.reset();
    const isList = lists.includes(route.path);
    const wanted = `${fill(route.path)}${isList ? "?perPage=25" : ""}`;
    const { heading, address, framed } = await goTo(panel.page, wanted, { framed: route.framed === true });
    expect(heading, `${route.path} at ${address}`).toMatch(route.heading ?? /^(?!Forbidden|Page not found|This page)/);
    if (route.framed) expect(framed, route.path).toMatch(/^Older \//);
    await expect.poll(() => panel.page.title(), { message: route.path }).toMatch(/\S · Patchbay$/);
    // Pages with a frame only differ in their title.
    if (route.framed && wasFramed) continue;
    wasFramed ||= route.framed === true;
    const checks: Record<Width, () => Promise<string[]>> = {
      wide: async () => {
        const found = await findByAxe(panel.page, { within: "main" });
        if (isList || route.path.includes("/details/")) expectFew(requests, route.path);
        if (isList) await expectFit(panel.page, route.path);
        return found;
      },
      narrow: () => findSidewaysScrolling(panel.page),
    };
    const first = await checks[width]();
    // The next page opens at this width, so that each is laid out twice, not three times.
    width = width === "wide" ? "narrow" : "wide";
    await panel.page.setViewportSize(widths[width]);
    const found = [...first, ...(await checks[width]())];
    if (found.length > 0) barriers[route.path] = found;
  }
  expect(barriers).toEqual({});
});

test.each(["intercept", "caredesk"] as const)("%s cannot open pages that its role does not allow", async (login) => {
  const panel = await journey.openAs(login);
  for (const { path, refused } of specRoutes) {
    if (refused !== login) continue;
    const { heading } = await goTo(panel.page, fill(path));
    expect(heading, path).toBe("Forbidden");
  }
});

test("every other route opens too, and old ones redirect", async () => {
  const panel = await journey.openAs("administrator");
  await findIds(panel);
  const addresses = await otherAddresses(panel);
  const requests = new RequestCount(panel.page);
  for (const address of addresses) {
    requests.reset();
    const isList = lists.includes(address);
    const { heading } = await goTo(panel.page, `${address}${isList ? "?perPage=25" : ""}`);
    expect(heading, address).not.toMatch(/^(Forbidden|Page not found|Something went wrong on this page)$/);
    if (!isList) continue;
    await settle(panel.page);
    expectFew(requests, address);
    await expectFit(panel.page, address);
  }
  // The branding page redirects to a tab.
  for (const { from, to } of redirects.filter((redirect) => !redirect.to.endsWith("/css"))) {
    const filled = (path: string) => path.replaceAll(/:(\w+)/g, (_, name) => (name === "id" ? "3" : "9"));
    await panel.page.evaluate(
      (address) => {
        window.location.hash = address;
      },
      filled(from).replace("*", "rest"),
    );
    await expect.poll(() => pathOf(panel.address), { message: from }).toBe(pathOf(filled(to)));
    // A loading list would write its state to the next address.
    await settle(panel.page);
  }
});

test("without a session, public pages open, and all others redirect to the login", async () => {
  const panel = await journey.openPanel("/login/admin");
  for (const [path, heading] of publicRoutes) {
    await panel.open(path);
    await panel.seeHeading(heading);
  }
  await panel.open("/customer?page=2");
  await panel.logIn("administrator", journey.passwordOf("administrator"));
  await panel.seeAddress(/^\/customer\?page=2/);
  await panel.open("/login/admin");
  await panel.seeAddress("/dashboard");
});

describe("a page of the older panel", () => {
  test("is framed, and its links update the address", async () => {
    const panel = await journey.openAs("administrator", { address: "/batchprovisioning/older" });
    const frame = panel.page.frameLocator("iframe");
    await frame.getByRole("heading", { name: "Older /batchprovisioning/older" }).waitFor();
    expect(older.requests.at(-1)).toMatch(/^\/batchprovisioning\/older\?lang=en&framed=1&back=/);
    const height = async () => (await panel.page.locator("iframe").boundingBox())?.height ?? 0;
    await expect.poll(height).toBeGreaterThan(1500);
    await expect.poll(() => panel.page.title()).toBe("Older panel · Provisioning templates · Patchbay");

    await frame.getByRole("link", { name: "More" }).click();
    await frame.getByRole("heading", { name: "Older /batchprovisioning/detail" }).waitFor();
    await panel.seeAddress("/batchprovisioning/detail");
    await panel.open("/batchprovisioning/older");
    await frame.getByRole("link", { name: "Elsewhere" }).click();
    await panel.seeAddress("/proxy/elsewhere/new");

    await panel.open("/batchprovisioning/older");
    await frame.getByRole("link", { name: "Domains" }).click();
    await panel.seeHeading("Domains");
    await panel.open("/proxy/batchprovisioning/older?a=1");
    await panel.seeAddress("/batchprovisioning/older?a=1");
    await frame.getByRole("button", { name: "Customers" }).click();
    await panel.seeHeading("Customers");
  });

  test("shows the panel's own page for 403, 404 and logout, and never frames another site", async () => {
    const panel = await journey.openAs("administrator");
    expect((await goTo(panel.page, "/proxy/refused")).heading).toBe("Forbidden");
    expect((await goTo(panel.page, "/proxy/missing")).heading).toBe("Page not found");
    for (const path of ["//elsewhere.example/", "/ajax_logout", "/invoicetemplate/1/delete"]) {
      await goTo(panel.page, "/dashboard");
      expect((await goTo(panel.page, `/proxy${path}`)).heading, path).toBe("Page not found");
    }
    await panel.open("/proxy/loggedout");
    await panel.see("Your session has ended");
  });
});

describe("going back", () => {
  const list = "/subscriber?page=2&perPage=50&sort=id&order=DESC";
  const top = (panel: PanelPage) =>
    panel.page.evaluate(() => (document.querySelector("main table")?.parentElement?.scrollTop ?? 0) + window.scrollY);

  test("restores the list, from its records and from their forms", async () => {
    const panel = await journey.openAs("administrator", { address: list });
    const back = panel.main.getByRole("button", { name: "Back", exact: true });
    const row = panel.main.getByRole("rowheader").getByRole("link").nth(30);
    await row.scrollIntoViewIfNeeded();
    await expect.poll(() => top(panel)).toBeGreaterThan(300);
    const position = await top(panel);
    const isBack = async () => {
      await panel.seeAddress(/^\/subscriber\?.*page=2/);
      await expect.poll(() => top(panel)).toBe(position);
    };

    await row.click();
    await back.waitFor();
    await expect.poll(() => top(panel)).toBe(0);
    await panel.page.goBack();
    await isBack();

    await row.click();
    await panel.main.getByRole("link", { name: "Edit", exact: true }).click();
    await panel.press("Cancel");
    await panel.seeAddress(/details/);
    await back.click();
    await isBack();
  });

  test("opens the list if the record was opened from another page", async () => {
    const panel = await journey.openAs("administrator");
    await goTo(panel.page, "/customer/4/edit");
    await panel.press("Cancel");
    await panel.seeAddress(/^\/customer(\?|$)/);
    await goTo(panel.page, "/customer/4/details");
    await goTo(panel.page, "/customer/5/details");
    await panel.main.getByRole("button", { name: "Back", exact: true }).click();
    await panel.seeAddress(/^\/customer(\?|$)/);
  });
});

test("the panel reports if the older panel does not respond", async () => {
  const panel = await journey.openAs("administrator");
  await older.stop();
  await goTo(panel.page, "/batchprovisioning/older");
  await panel.see("The older panel does not answer.");
  await panel.page.getByRole("button", { name: "Try again" }).waitFor();
});

function expectFew({ addresses }: RequestCount, what: string): void {
  expect(addresses.length, `${what} asks for ${addresses.join(", ")}`).toBeLessThanOrEqual(MAX_REQUESTS);
}

/** At this width, 1280 pixels, no list needs scrolling sideways, and no value in it is cut off. */
async function expectFit(page: Page, what: string): Promise<void> {
  await settle(page);
  const findCut = () =>
    page.evaluate(() => {
      const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
      const parts = document.querySelectorAll(
        "[data-keeps-scroll]:has(> table), [data-keeps-scroll] > table :is(th, td):not(tr > :last-child, :has(> label))",
      );
      return [...parts].filter(isCut).map(({ tagName, textContent }) => `${tagName}: ${textContent?.slice(0, 60)}`);
    });
  // Columns are folded away once the rows have been laid out.
  await expect.poll(findCut, { message: what }).toEqual([]);
}

function pathOf(address: string): string {
  return address.split("?")[0] ?? "";
}

/** Whether a row in docs/reference/routes.md matches an address of the specification. */
function covers(known: string, path: string): boolean {
  const pattern = known.replaceAll(/:\w+/g, "[^/]+").replace("*", ".+");
  return new RegExp(`^${pattern}$`).test(path);
}

async function findIds(panel: PanelPage): Promise<void> {
  for (const resource of Object.keys(summaries)) {
    if (ids.has(resource) || summaries[resource]?.parent) continue;
    const records = await recordsOf(panel.page, resource);
    // Only cloud PBX customers have every tab.
    const record = records.find(({ type }) => type === "pbxaccount") ?? records[0];
    if (record) ids.set(resource, String(record.id));
  }
}

function fill(path: SpecRoute["path"]): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, resource: string) => {
    const id = ids.get(resource);
    if (id === undefined) throw new Error(`no record of ${resource} for ${path}`);
    return id;
  });
}

/** Interceptions are only visible to the role for them. */
function isRead(resource: string): boolean {
  const summary = summaries[resource];
  const caller = { role: "superuserMaster", adminId: 1, admin: { call_data: true, billing_data: true } };
  return summary !== undefined && can(caller, summary, "read");
}

/** Our own addresses that are not in the specification, if there is a record for them. */
async function otherAddresses(panel: PanelPage): Promise<string[]> {
  const spec = specRoutes.map(({ path }) => path);
  const isOther = (path: string) => !spec.some((known) => covers(path, known));
  const native: string[] = [];
  for (const { path, resource, view } of routes) {
    const parent = summaries[resource]?.parent;
    if (!isOther(path) || (view === "list" && parent) || isTab(path) || !isRead(resource)) continue;
    const [record] = path.includes(":") ? await recordsOf(panel.page, resource) : [{}];
    if (!record) continue;
    const owner = parent ? record[parent.reference] : undefined;
    native.push(path.replace(":parentId", String(owner)).replace(":id", String(record.id)));
  }
  const others = pages.filter(({ path }) => isOther(path)).map(({ path }) => path.replaceAll(/:\w+/g, "1"));
  return [...native, ...others.map((path) => path.replace("*", "some/page"))];
}
