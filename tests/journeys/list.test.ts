import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("records are found by their visible fields, or by a chosen criterion", async () => {
  const panel = await journey.goOnAs("administrator");
  await panel.openMenu("Customers");
  await panel.search("dental");
  await panel.seeTitles(["Copperbeech Dental"]);
  await panel.choose("Search by", "External ID");
  await panel.see("Nothing matches these filters.");
  await panel.search("GB-10010");
  await panel.seeTitles(["Copperbeech Dental"]);

  await panel.visit("/subscriber/create");
  await panel.choose("Customer", "Copperbeech");
  await panel.seeField("Customer", "Copperbeech Dental");
});

test("another tab of a record replaces the previous one at once, loaded or not", async () => {
  const panel = await journey.openAs("administrator", { address: "/reseller/2/details/customers" });
  const { page } = panel;
  await page.getByRole("rowheader").first().waitFor();
  let release = () => {};
  const isChecked = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await isChecked;
    await route.continue();
  });
  await panel.follow("Journal");
  await page.getByRole("rowheader").first().waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Journal", exact: true }).and(page.locator("[aria-current=page]")).waitFor();
  release();
  await page.getByRole("status", { name: "Loading" }).waitFor({ state: "detached" });
});

test("what has no room in the table is folded out below each row", async () => {
  const panel = await journey.goOnAs("administrator", "/call");
  const { page } = panel;
  await page.setViewportSize({ width: 1280, height: 900 });
  const more = page.getByRole("button", { name: /^\+\d+ columns?: / });
  await more.waitFor();
  // At one moment, as columns are folded away one after the other.
  const folding = () =>
    page.evaluate(() => {
      const labelOf = (button?: Element) => button?.getAttribute("aria-label") ?? "";
      const button = [...document.querySelectorAll("button")].find((one) => /^\+\d+ columns?: /.test(labelOf(one)));
      const [count = "", names = ""] = labelOf(button).split(/ columns?: /);
      const texts = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent ?? "");
      const [heads, shown] = [texts("thead th"), new Set(texts("tr[data-rest] dt"))];
      return { count, told: button?.textContent, folded: names.split(", "), heads, shown: [...shown] };
    });
  // Named in the button, and not in the table's head.
  const { count, told, folded, heads, shown } = await folding();
  expect([told, `+${folded.length}`]).toEqual([count, count]);
  expect(folded.filter((name) => heads.includes(name))).toEqual([]);
  expect(shown).toEqual([]);

  await more.press("Enter");
  await page.locator("tr[data-rest]").first().waitFor();
  await expect.poll(() => more.getAttribute("aria-expanded")).toBe("true");
  // Both are counted at one moment, as the higher rows make the page fit fewer of them; rows unfold one by one.
  const countRows = () =>
    page.evaluate(() =>
      ["tr[data-rest]", "[role=rowheader], tbody th"].map((rows) => document.querySelectorAll(rows).length),
    );
  await expect.poll(async () => new Set(await countRows()).size).toBe(1);
  const unfolded = await folding();
  expect(unfolded.shown.filter((name) => !unfolded.folded.includes(name))).toEqual([]);
  expect(unfolded.shown.length).toBeGreaterThan(0);

  // Remembered, and folded in again.
  await panel.reload();
  await page.locator("tr[data-rest]").first().waitFor();
  await more.press("Enter");
  await page.locator("tr[data-rest]").first().waitFor({ state: "detached" });
});
