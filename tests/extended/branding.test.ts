import { expect, test } from "vitest";
import { findViolations, installAxe } from "../support/accessibility.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

/** 160 by 40 pixels in the brand's color. */
const logo = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><rect width="160" height="40" rx="8" fill="#7a1fa2"/>
  <text x="16" y="27" font-family="sans-serif" font-size="20" fill="#fff">Albion</text></svg>`,
);

const accent = (panel: PanelPage) =>
  panel.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"));
const logoInHeader = ({ page }: PanelPage) => page.getByRole("banner").getByRole("img", { name: "Patchbay" });

test("a reseller's colour and logo are previewed, saved, and visible to its own administrators only", async () => {
  const master = await journey.openPanel("/reseller/css");
  await installAxe(master.page);
  await master.reload();
  await master.logIn("albion-voice", journey.passwordOf("albion-voice"));
  await master.seeHeading("Branding");
  const before = await accent(master);

  await master.fillField("Font colour", "#ffe066");
  await master.see(/Contrast with the background is only 1\.\d+ to 1/);
  await master.press("Use #857435");
  await master.see(/Contrast with the background: 4\.\d+ to 1/);
  await master.fillField("Font colour", "#7a1fa2");
  await master.page.locator("input[type=file]").setInputFiles({
    name: "albion.svg",
    mimeType: "image/svg+xml",
    buffer: logo,
  });
  await master.see("albion.svg, 1 KB, not saved yet");
  const sketch = master.page.getByRole("img", { name: "This panel, light" });
  await expect.poll(() => sketch.locator("img").getAttribute("src")).toMatch(/^data:image\/svg\+xml/);
  expect(await accent(master), "nothing changes before it is saved").toBe(before);
  expect(await findViolations(master.page)).toEqual([]);
  await master.page.emulateMedia({ colorScheme: "light" });
  await master.press("Create branding");
  await master.seeNotice("Branding saved");
  await expect.poll(() => accent(master)).toBe("#7a1fa2");
  await logoInHeader(master).waitFor();

  const colleague = await journey.openAs("shopkeeper");
  await logoInHeader(colleague).waitFor();
  await expect.poll(() => accent(colleague)).toBe("#7a1fa2");

  const other = await journey.openAs("spreeklang", { address: "/reseller/css" });
  await other.seeHeading("Branding");
  await other.seeField("Font colour", "");
  expect(await accent(other)).toBe(before);
  await logoInHeader(other).waitFor({ state: "detached" });
});
