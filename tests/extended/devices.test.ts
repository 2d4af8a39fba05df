import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

const MAC = "00:50:C2:00:00:77";
const BARE = "0050c2000077";

test("a phone of the catalogue becomes a customer's device, whose keys are set on its picture and which fetches its file", async () => {
  const panel = await journey.openAs("administrator", { address: "/device/model" });
  const { page } = panel;
  await panel.press("Choose models");
  const within = "Ready models";
  await panel.choose("Reseller", "Albion Voice", { within });
  await panel.press("Add 16 models", { within });
  await panel.seeNotice("16 models added");

  await panel.visit("/device/firmware/create");
  await panel.choose("Model", "T46U");
  await panel.fillField("Version", "108.86.0.45");
  const firmware = { name: "T46U.rom", mimeType: "application/octet-stream", buffer: Buffer.from("firmware") };
  await panel.store(() => page.locator("input[type=file]").setInputFiles(firmware));
  await panel.create("Create firmware");

  await panel.visit("/device/create");
  await panel.choose("Customer", "Foxglove Bakery");
  await panel.choose("Profile", "Yealink T46U");
  await panel.fillField("MAC address", MAC);
  await panel.fillField("Station name", "Counter");
  const key = (number: number) => page.getByRole("button", { name: new RegExp(`^Key ${number} of Line keys:`) });
  // On a telephone the picture may leave no room for the form of the key that is pressed.
  await page.setViewportSize({ width: 390, height: 800 });
  await key(1).evaluate((pressed) => pressed.scrollIntoView({ block: "end" }));
  await key(1).click();
  await expect.poll(() => key(1).getAttribute("aria-current")).toBe("true");
  const first = { within: "Key 1 of Line keys" };
  await expect.poll(() => page.getByRole("group", { name: first.within }).evaluate(isInView)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 900 });
  await panel.choose("Subscriber", "hugo.drake", first);
  await key(1)
    .and(page.getByRole("button", { name: /own line, Hugo Drake$/ }))
    .waitFor();

  // The next key by keyboard alone: an arrow leads there, Tab into what it does.
  await key(1).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Busy");
  await page.keyboard.press("Tab");
  await page.keyboard.type("maja.bell");
  await page
    .getByRole("option", { name: /maja\.bell/ })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await key(2)
    .and(page.getByRole("button", { name: /busy lamp, Maja Bell$/ }))
    .waitFor();
  await panel.press("Fill with busy lamps");
  await panel.see(/^\d+ busy lamps? placed\./);

  await panel.press("Add extension module Yealink EXP43");
  await page.getByRole("button", { name: "Key 3 of EXP43 keys, module 1: free" }).click();
  const onModule = { within: "Key 3 of EXP43 keys, module 1" };
  await panel.choose("Function", "Speed dial", onModule);
  await panel.choose("Subscriber", "hugo.drake", onModule);
  await panel.fillField("Number", "900", onModule);
  await panel.fillField("Label", "Taxi", onModule);
  await panel.create("Create device");

  await panel.visit("/device");
  await panel.search(BARE);
  await panel.follow("Counter");
  await panel.follow("Configuration");
  await panel.see("The phone has not fetched its configuration yet.");
  const address = (await page.getByText(/^http.*autoprov\/config/).innerText()).trim();

  // As the phone does: no login, no browser.
  const answer = await fetch(address, { headers: { "user-agent": "Yealink SIP-T46U 108.86.0.15 00:50:c2:10:00:7f" } });
  const file = await answer.text();
  expect(answer.status, file).toBe(200);
  expect(file).toMatch(/^#!version:1\.0\.0\.1/);
  expect(file).toContain("account.1.user_name = hugo.drake");
  expect(file).toMatch(/linekey\.2\.type = 16\n.*\n.*\nlinekey\.2\.label = Maja Bell/);
  expect(file).toMatch(
    /expansion_module\.1\.key\.3\.type = 13\n.*\nexpansion_module\.1\.key\.3\.value = 900\n.*label = Taxi/,
  );
  await panel.reload();
  await panel.see(/^Fetched .*, version 1\./);
  await panel.see("Firmware 108.86.0.15 is older than 108.86.0.45, the newest for this model.");

  const unknown = await fetch(address.replace(BARE, "0050c2ffffff"));
  expect(unknown.status).toBe(404);
  await panel.openMenu("Device requests");
  await panel.search("0050c2ffffff");
  await panel.see("Unknown device");
});

/** Runs in the browser: whether the first field of a group can be seen and pressed. */
function isInView(group: Element): boolean {
  const field = group.querySelector("input, select, [role=combobox]");
  const { left, top, width, height } = (field ?? group).getBoundingClientRect();
  return group.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
