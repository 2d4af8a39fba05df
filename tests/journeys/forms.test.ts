import { expect, test } from "vitest";
import { HttpClient } from "../support/httpClient.ts";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("the error summary scrolls into view below the sticky header", async () => {
  const panel = await journey.openAs("administrator", { address: "/customer/create" });
  await panel.page.setViewportSize({ width: 900, height: 500 });
  await panel.fillField("VAT rate", "130");
  await panel.press("Create customer");
  await panel.see("need your attention");
  const summary = panel.main.getByRole("alert").first();
  await panel.fillField("VAT rate", "140");
  // Visible to the browser, but covered by the header.
  await summary.evaluate((element) => window.scrollBy({ top: element.getBoundingClientRect().top - 10 }));
  await panel.field("VAT rate").evaluate((field) => (field as HTMLInputElement).form?.requestSubmit());
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
  const bar = await panel.page.getByRole("banner").boundingBox();
  await expect
    .poll(async () => (await summary.boundingBox())?.y)
    .toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
});

test("a notice with Undo covers no button of the form, which asks before the browser's back button too", async () => {
  const panel = await journey.goOnAs("administrator");
  await panel.openMenu("Customers");
  await panel.act("Larkfield Solicitors", "Edit");
  await panel.fillField("External ID", "GB-SAVED");
  await panel.press("Save");
  await panel.page.getByRole("button", { name: "Undo" }).waitFor();
  for (const width of [390, 1280]) {
    await panel.page.setViewportSize({ width, height: 900 });
    await expect.poll(() => panel.page.evaluate(coveredByNotices, undefined)).toEqual([]);
  }
  await panel.fillField("External ID", "GB-CHANGED");
  await panel.page.goBack();
  await panel.seeQuestion("will be lost");
  await panel.confirm("Stay");
  await panel.seeField("External ID", "GB-CHANGED");
  await panel.page.goBack();
  await panel.confirm("Leave without saving");
  await panel.seeHeading("Customers");
});

test("a form whose address was typed asks before the browser's back and forward buttons, too", async () => {
  const panel = await journey.openAs("administrator", { address: "/domain" });
  await panel.seeHeading("Domains");
  for (const address of ["/customer/4/edit", "/customer/5/edit"])
    await panel.page.evaluate((to) => Object.assign(window.location, { hash: to }), address);
  await panel.page.goBack();
  for (const [go, seen] of [
    ["goForward", "/customer/5/edit"],
    ["goBack", "/domain"],
  ] as const) {
    await panel.page.waitForURL(/customer\/4\/edit$/);
    await panel.fillField("External ID", `typed before ${go}`);
    await panel.page[go]();
    await panel.seeQuestion("will be lost");
    await panel.confirm("Stay");
    await panel.page.waitForURL(/customer\/4\/edit$/);
    await panel.seeField("External ID", `typed before ${go}`);
    await panel.page[go]();
    await panel.confirm("Leave without saving");
    await panel.page.waitForURL((url) => url.hash === `#${seen}`);
    if (go === "goForward") await panel.page.goBack();
  }
});

test("a conflict about lists is compared in columns wide enough to read, also on a telephone", async () => {
  const mine = await journey.goOnAs("administrator", "/subscriber/26/details/call-forwarding/summary/edit");
  await mine.fillField("No answer after", "40 s");
  const { origin } = new URL(mine.page.url());
  const elsewhere = await HttpClient.login(origin, "operator", journey.passwordOf("operator"));
  await elsewhere.request("PATCH", "/api/cfmappings/26", [
    { op: "replace", path: "/cfb", value: [{ destinationset: "Mobile, then voicebox", enabled: false }] },
  ]);
  await mine.press("Save");
  const cells = mine.main.getByRole("row", { name: /^Busy/ }).getByRole("cell");
  await cells.getByText("Mobile, then voicebox").waitFor();
  for (const width of [1280, 390]) {
    await mine.page.setViewportSize({ width, height: 800 });
    const narrowest = () =>
      cells.evaluateAll((all) => Math.min(...all.map((cell) => cell.getBoundingClientRect().width)));
    await expect.poll(narrowest).toBeGreaterThan(80);
  }
});

test("a notice with Undo covers no button of a dialog or of the bar of a selection", async () => {
  const panel = await journey.goOnAs("administrator", "/customer");
  await panel.page.getByRole("button", { name: /^External ID of Larkfield/ }).click();
  await panel.page.keyboard.type("GB-NOTICED");
  await panel.page.keyboard.press("Enter");
  await panel.page.getByRole("button", { name: "Undo" }).waitFor();
  // It stays while the pointer is on it.
  await panel.page.locator("[data-notice]").dispatchEvent("pointerover");
  const uncovered = async (within: string) => {
    for (const width of [390, 1280]) {
      await panel.page.setViewportSize({ width, height: 900 });
      await expect.poll(() => panel.page.evaluate(coveredByNotices, within)).toEqual([]);
    }
  };
  await panel.page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await uncovered("[data-selection] button");
  await panel.press("Change a field…");
  await panel.page.getByRole("dialog").waitFor();
  await uncovered("[role=dialog] button");
});

/** Runs in the browser: the buttons that a notice lies on, or nothing seen of either. */
function coveredByNotices(wanted = "[data-form-bar] button"): string[] {
  const boxesOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map((found) => found.getBoundingClientRect());
  const [notices, buttons] = [boxesOf("[data-notice]"), boxesOf(wanted)];
  if (notices.length === 0 || buttons.length === 0) return ["nothing to compare"];
  const isOn = (one: DOMRect, other: DOMRect) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  return buttons.filter((button) => notices.some((notice) => isOn(button, notice))).map(({ x, y }) => `${x}, ${y}`);
}
