import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("preferences of resellers, customers, peers, profiles and subscribers are changed and stored", async () => {
  // A reseller: a text.
  const panel = await journey.openAs("administrator", {
    address: "/reseller/2/preferences?search=cdr_export_field_separator",
  });
  await panel.seeHeading("Preferences of Albion Voice");
  await panel.fillField("Field separator", "|");
  await panel.store(() => panel.press("Save Field separator"));

  // A customer: a list that only administrators can set.
  await panel.visit("/customer/2/preferences?search=adm_block_out_list");
  await panel.see("Administrators only");
  await panel.fillField("Administrative: outgoing block list", "4499*");
  await panel.store(() => panel.field("Administrative: outgoing block list").press("Enter"));

  // A peering server: a select.
  await panel.visit("/peering/1/details/server/1/preferences?search=record_call");
  await panel.store(() => panel.choose("Record calls", "Always"));

  // A subscriber profile, and the value that a subscriber inherits from it.
  await panel.visit("/subscriberprofile/1/details/profile/1/preferences?search=concurrent_max");
  await panel.seeHeading("Preferences of Standard");
  await panel.fillField("Concurrent calls", "7");
  await panel.store(() => panel.press("Save Concurrent calls"));
  await panel.visit("/subscriber/109/preferences?search=concurrent_max");
  await panel.seeHeading("Preferences of 441134960000@sip.albion-voice.example");
  await panel.see("In force: 7, from the profile");
  await panel.fillField("Concurrent calls", "1");
  await panel.store(() => panel.press("Save Concurrent calls"));
  await panel.see("Set here");

  // The same subscriber: uploads and downloads a file.
  await panel.searchPreferences("emergency_location_object");
  const file = { name: "place.xml", mimeType: "text/xml", buffer: Buffer.from("<presence/>") };
  await panel.store(() => panel.page.locator("input[type=file]").setInputFiles(file));
  await panel.see("Stored");
  const download = panel.page.waitForEvent("download");
  await panel.press("Download Emergency location");
  const kept = await download;
  expect(kept.suggestedFilename()).toMatch(/^\d+-emergency_location_object/);
  expect(await readFile(await kept.path(), "utf8")).toBe("<presence/>");
});
