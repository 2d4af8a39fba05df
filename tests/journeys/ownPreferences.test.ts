import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("a new preference is made in the panel, set on a subscriber, and gone with its values", async () => {
  const panel = await journey.openAs("administrator", { address: "/subscriber/109/preferences?search=desk" });
  const { page } = panel;
  await panel.seeHeading("Preferences of 441134960000@sip.albion-voice.example");
  await panel.visit("/preference");
  await panel.seeHeading("Own preferences");
  await panel.visit("/preference/create");
  await page.getByRole("textbox", { name: /^Name/ }).fill("desk");
  await page
    .getByRole("textbox", { name: /^Label/ })
    .first()
    .fill("Number of the desk");
  await page.getByRole("textbox", { name: /^Description/ }).fill("As it is written on the plan.");
  await panel.choose("Type", "Text");
  await panel.flip("Single value");
  await panel.press("Create preference");
  await panel.see("Choose at least one record type");
  await panel.flip("Subscribers");
  await panel.create("Create preference");

  await panel.visit("/subscriber/109/preferences?search=desk");
  await panel.see("As it is written on the plan.");
  await panel.see("__desk");
  await panel.fillField("Number of the desk", "B-17");
  await panel.store(() => panel.press("Save Number of the desk"));
  await panel.reload();
  await panel.seeField("Number of the desk", "B-17");

  await panel.visit("/preference?attribute=desk");
  await panel.follow("Number of the desk");
  await panel.press("Delete preference");
  await panel.confirm("Delete preference");
  await panel.visit("/subscriber/109/preferences?search=desk");
  await expect.poll(() => page.getByText("Number of the desk").count()).toBe(0);
});
