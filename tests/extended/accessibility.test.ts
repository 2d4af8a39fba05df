import { expect, test } from "vitest";
import { findViolations, installAxe } from "../support/accessibility.ts";
import { misfits } from "../support/fit.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

/** Opens the palette and searches; then the first record's overview, with its actions. */
async function find(panel: PanelPage, text: string, { isOpened = false } = {}): Promise<void> {
  await panel.page.locator("main h1:not([data-loading])").waitFor();
  await panel.page.keyboard.press("Control+k");
  await panel.page.keyboard.type(text);
  await panel.page.locator("[role=option] mark").first().waitFor();
  if (!isOpened) return;
  await panel.page.keyboard.press("Tab");
  await panel.page.getByRole("dialog").locator("h3").nth(2).waitFor();
}

/** What the last state may have left: it would stay, or hold the page. */
const leftOpen = "[role=dialog], [role=alertdialog], [role=menu], [aria-invalid=true]";

async function move(panel: PanelPage, address: string): Promise<void> {
  if (panel.address === address || (await panel.page.locator(leftOpen).count()) > 0) await panel.open(address);
  else await panel.visit(address);
}

/** States of the panel to check, beside its pages as they open, which routes.test.ts checks. */
const states: readonly (readonly [name: string, address: string, show: (panel: PanelPage) => Promise<void>])[] = [
  ["dashboard", "/dashboard", (panel) => panel.seeHeading("Dashboard")],
  ["list with an open row menu", "/reseller", (panel) => panel.openRowMenu("Spreeklang")],
  [
    "confirmation",
    "/domain",
    async (panel) => {
      await panel.act("voip.platform.example", "Delete domain");
      await panel.seeQuestion("voip.platform.example will be deleted");
    },
  ],
  [
    "create form with errors",
    "/customer/create",
    async (panel) => {
      await panel.fillField("VAT rate", "130");
      await panel.press("Create customer");
      await panel.see("need your attention");
    },
  ],
  ["edit form", "/subscriber/2/edit", (panel) => panel.field("SIP username").waitFor()],
  ["details of a record", "/customer/3/details/master-data", (panel) => panel.seeHeading("Tidewater Logistics")],
  ["call forwarding", "/subscriber/2/details/call-forwarding/summary", (panel) => panel.see("Unconditional")],
  ["details of another record", "/customer/3/details/reseller", (panel) => panel.see("WebRTC")],
  ["form with pictures and keys", "/device/model/1/edit", (panel) => panel.see("MAC address label")],
  ["profile package", "/package/1/details", (panel) => panel.see("In words")],
  [
    "API access",
    "/administrator/1/details/api-access",
    (panel) => panel.page.getByRole("button", { name: "Download CA certificate" }).waitFor(),
  ],
  ["form with a large file", "/device/firmware/1/edit", (panel) => panel.see("Drop a file here")],
  [
    "journal",
    "/customer/3/edit",
    async (panel) => {
      await panel.flip("Charge VAT");
      await panel.save();
      await panel.open("/customer/3/details/journal");
      await panel.see("Changed");
    },
  ],
  [
    "restore of an entry",
    "/customer/3/details/journal",
    async (panel) => {
      await panel.page.getByRole("button", { name: "Restore these values" }).first().click();
      await panel.page.getByRole("alertdialog").getByRole("table").waitFor();
    },
  ],
  ["journal of all records", "/journal", (panel) => panel.see("Changed")],
  ["preferences", "/domain/5/preferences?search=ip", (panel) => panel.field("Address header").waitFor()],
  [
    "call flow with an open message",
    "/callflow",
    async (panel) => {
      await panel.page.locator("tbody a").first().click();
      await panel.page
        .getByRole("button", { name: /: INVITE SDP$/ })
        .first()
        .click();
      await panel.page.getByRole("complementary", { name: "Message 1" }).waitFor();
    },
  ],
  ["found records", "/domain", (panel) => find(panel, "460113")],
  ["a found record", "/domain", (panel) => find(panel, "460113", { isOpened: true })],
  ["forbidden", "/error403", (panel) => panel.seeHeading("Forbidden")],
];

test("axe finds nothing on the login page, before and after a failed login", async () => {
  const panel = await journey.openPanel("/dashboard");
  await installAxe(panel.page);
  await panel.open("/dashboard");
  await panel.page.getByRole("button", { name: "Log in" }).waitFor();
  expect(await findViolations(panel.page)).toEqual([]);
  await panel.sendLogin("administrator", "");
  await panel.see("Enter your password.");
  expect(await findViolations(panel.page)).toEqual([]);
});

test("axe finds nothing in any state of the panel", async () => {
  const panel = await journey.openAs("administrator");
  await installAxe(panel.page);
  const violations: Record<string, string[]> = {};
  for (const [index, [name, address, show]] of states.entries()) {
    await move(panel, address);
    await show(panel);
    // The menu, with a link for each resource, is the same on every page.
    const found = await findViolations(panel.page, index === 0 ? {} : { except: "[aria-label='Main menu']" });
    if (found.length > 0) violations[name] = found;
  }
  expect(violations).toEqual({});
});

test("axe finds nothing on loading pages", async () => {
  const panel = await journey.openAs("administrator");
  await installAxe(panel.page);
  let end = () => {};
  const isChecked = new Promise<void>((resolve) => {
    end = resolve;
  });
  await panel.page.route("**/api/customers/**", async (route) => {
    await isChecked;
    await route.abort();
  });
  const violations: Record<string, string[]> = {};
  const check = async (name: string, options?: { readonly isHeldBack: boolean }) => {
    const found = await findViolations(panel.page, options);
    if (found.length > 0) violations[name] = found;
  };
  const addresses = ["/customer/3/edit", "/customer/3/details"];
  for (const address of addresses) {
    await panel.open(address);
    await panel.seeHeading("Loading the page");
    await check(`${address} loading`, { isHeldBack: true });
    await panel.seeHeading("Loading the page");
  }
  // The same if loading fails.
  end();
  for (const address of addresses) {
    await panel.open(address);
    await panel.see("This could not be loaded");
    await check(`${address} not loaded`);
  }
  expect(violations).toEqual({});
});

/** One state of each main kind of page, found by German texts. */
const germanStates: typeof states = [
  ["dashboard", "/dashboard", (panel) => panel.page.locator("main ul a").first().waitFor()],
  ["list", "/customer", (panel) => panel.page.getByText("Foxglove Bakery").first().waitFor()],
  ["long heading", "/administrator", (panel) => panel.page.getByText("operator@").first().waitFor()],
  [
    "bulk dialog",
    "/domain",
    async (panel) => {
      await panel.page.getByRole("checkbox", { name: /^Alle auf dieser Seite/ }).check();
      await panel.page.getByRole("button", { name: "Löschen" }).click();
      await panel.page.getByRole("dialog").waitFor();
    },
  ],
  ["create form", "/subscriber/create", (panel) => panel.page.getByRole("button", { name: "Abbrechen" }).waitFor()],
  [
    "form with errors",
    "/customer/3/edit",
    async (panel) => {
      await panel.page.locator("#field-max_subscribers").fill("-4");
      await panel.page.getByRole("button", { name: "Speichern", exact: true }).click();
      await panel.page.locator("[aria-invalid=true]").first().waitFor();
    },
  ],
  ["details", "/customer/4/details", (panel) => panel.page.locator("main h1:not([data-loading])").waitFor()],
  ["preferences", "/domain/5/preferences?search=ip", (panel) => panel.page.locator("main input").nth(3).waitFor()],
  [
    "open menu",
    "/reseller",
    async (panel) => {
      await panel.page
        .locator("main td button[aria-haspopup=menu], main li button[aria-haspopup=menu]")
        .first()
        .click();
      await panel.page.getByRole("menu").waitFor();
    },
  ],
  [
    "palette",
    "/domain",
    async (panel) => {
      await panel.page.locator("main h1:not([data-loading])").waitFor();
      await panel.page.keyboard.press("Control+k");
      await panel.page.getByRole("dialog").waitFor();
    },
  ],
  ["found records", "/domain", (panel) => find(panel, "460113")],
  ["a found record", "/domain", (panel) => find(panel, "460113", { isOpened: true })],
];

test("German fits on every kind of page at every width", async () => {
  const panel = await journey.openAs("administrator");
  await panel.page.context().addCookies([{ name: "ngcp_panel_lang", value: "de", url: panel.page.url() }]);
  const found: Record<string, string[]> = {};
  for (const [name, address, show] of germanStates) {
    await move(panel, address);
    await show(panel);
    const here = await misfits(panel.page);
    if (here.length > 0) found[name] = here;
  }
  const login = await journey.openPanel("/login/admin");
  await login.page.getByRole("combobox").selectOption("de");
  await login.page.getByRole("heading", { name: "Anmelden" }).waitFor();
  const onLogin = await misfits(login.page);
  expect({ ...found, ...(onLogin.length > 0 ? { login: onLogin } : {}) }).toEqual({});
});

test("nothing moves with prefers-reduced-motion, and something does without", async () => {
  const panel = await journey.openAs("administrator", { address: "/reseller" });
  const moving = async (reducedMotion: "reduce" | "no-preference") => {
    await panel.page.emulateMedia({ reducedMotion });
    await panel.openRowMenu("Spreeklang");
    const seconds = await panel.page
      .getByRole("menu")
      .locator("xpath=ancestor-or-self::*[contains(@class, 'MuiPaper-root')]")
      .evaluate((paper) => Number.parseFloat(getComputedStyle(paper).transitionDuration));
    await panel.page.keyboard.press("Escape");
    await panel.page.getByRole("menu").waitFor({ state: "detached" });
    return seconds;
  };
  expect(await moving("reduce")).toBe(0);
  expect(await moving("no-preference")).toBeGreaterThan(0);
});
