import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

/** Rows of the list, and pixels from the end of its pager to that of the window. */
const seen = ({ page }: PanelPage) =>
  page.evaluate(() => ({
    rows: document.querySelectorAll("tbody > tr[data-id]").length,
    room: window.innerHeight - (document.querySelector("nav:has(select)")?.getBoundingClientRect().bottom ?? 0),
  }));

test("gives all lists as many rows as the window has room for, until a number is chosen", async () => {
  const panel = await journey.openAs("administrator", {
    address: "/subscriber",
    viewport: { width: 1440, height: 900 },
  });
  const sizes = panel.main.getByRole("combobox", { name: "Rows per page" });
  await expect.poll(() => seen(panel)).toMatchObject({ rows: 10 });
  await sizes.selectOption({ label: "Fit the window" });
  const isFull = ({ rows, room }: Awaited<ReturnType<typeof seen>>) => rows > 12 && room >= 0 && room < 80;
  await expect.poll(() => seen(panel)).toSatisfy(isFull);
  const high = await seen(panel);

  await panel.page.setViewportSize({ width: 1440, height: 600 });
  const isLow = ({ rows, room }: typeof high) => rows < high.rows - 4 && room >= 0;
  await expect.poll(() => seen(panel)).toSatisfy(isLow);

  await panel.page.setViewportSize({ width: 1440, height: 900 });
  await panel.visit("/customer");
  await expect.poll(async () => (await seen(panel)).rows).toBeGreaterThan(12);
  await panel.page.reload();
  await expect.poll(async () => (await seen(panel)).rows).toBeGreaterThan(12);

  // Below a record's head, whose parts load later than the list.
  await panel.open("/customer/2/details/subscribers");
  await panel.page.getByRole("img", { name: /calls/ }).waitFor();
  await expect.poll(async () => (await seen(panel)).room).toBeGreaterThanOrEqual(0);
  await panel.visit("/customer");
  await expect.poll(async () => (await seen(panel)).rows).toBeGreaterThan(12);

  await sizes.selectOption({ label: "10" });
  await expect.poll(async () => (await seen(panel)).rows).toBe(10);
  await panel.visit("/subscriber");
  await expect.poll(() => sizes.inputValue()).not.toBe("fit");
});
