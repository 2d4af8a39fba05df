import { expect, test } from "vitest";
import { settle } from "../support/browser.ts";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("off-peak times drawn, moved and resized in a picture of the week", async () => {
  const panel = await journey.openAs("administrator", { address: "/billing/create" });
  const { page } = panel;
  await page.getByRole("combobox", { name: /^Reseller/ }).fill("Albion Voice");
  await page.getByRole("option", { name: "Albion Voice" }).first().click();
  await page.getByRole("textbox", { name: /^Handle/ }).fill("week");
  await page.getByRole("textbox", { name: /^Name/ }).fill("Evenings");

  const week = page.getByRole("group", { name: "Weekly off-peak times in a week" });
  await week.scrollIntoViewIfNeeded();
  // What is still being laid out moves.
  await settle(page);
  const box = await week.boundingBox();
  if (!box) throw new Error("The week has no picture");
  const at = (day: number, hour: number) =>
    [box.x + (box.width * hour) / 24, box.y + (box.height * (day + 0.5)) / 7] as const;
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 5 });
    await page.mouse.up();
  };
  const bar = week.getByRole("slider");
  const time = () => bar.getAttribute("aria-valuetext");
  await drag(at(0, 20), at(0, 24));
  await expect.poll(time).toBe("Monday, 20:00 to 24:00");
  await drag(at(0, 22), at(2, 20));
  await expect.poll(time).toBe("Wednesday, 18:00 to 22:00");
  const [end, line] = at(2, 22);
  await drag([end - 3, line], at(2, 23));
  await expect.poll(time).toBe("Wednesday, 18:00 to 23:00");
  await bar.press("Shift+ArrowLeft");
  await expect.poll(time).toBe("Wednesday, 18:00 to 22:45");

  await panel.create("Create billing profile");
  await panel.openMenu("Billing profiles");
  await panel.search("Evenings");
  await panel.follow("Evenings");
  await page.getByRole("img", { name: "Wednesday, 18:00 to 22:45" }).waitFor();
});
