import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

const MAC = "00:50:C2:00:00:77";
const BARE = "0050c2000077";

test("a phone of the catalogue becomes a customer's device, and fetches its configuration", async () => {
  const panel = await journey.openAs("administrator", { address: "/device/model" });
  const { page } = panel;
  await panel.press("Choose models");
  await panel.choose("Reseller", "Albion Voice");
  await panel.press("Take in 13 models");
  await panel.seeNotice("13 models taken in");

  await panel.open("/device/create");
  await panel.choose("Customer", "Sonnenberg");
  await panel.choose("Profile", "Yealink T46U");
  await panel.fillField("MAC address", MAC);
  await panel.fillField("Station name", "Reception");
  await panel.create("Create device");

  await panel.open("/device");
  await panel.search(BARE);
  await panel.follow("Reception");
  await panel.follow("Configuration");
  await panel.see("The phone has not fetched its configuration yet.");
  const address = await page.getByText(/autoprov\/config/).innerText();

  // As the phone does: no login, no browser.
  const answer = await fetch(address.trim(), { headers: { "user-agent": "Yealink SIP-T46U 108.86" } });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/^#!version:1\.0\.0\.1/);
  await panel.reload();
  await panel.see(/^Fetched .*, version 1\./);

  const unknown = await fetch(address.trim().replace(BARE, "0050c2ffffff"));
  expect(unknown.status).toBe(404);
  await panel.openMenu("Device requests");
  await panel.search("0050c2ffffff");
  await panel.see("Unknown device");
});
