import { test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("preferences of a domain are found, changed one by one and kept", async () => {
  const panel = await journey.openAs("administrator");
  await panel.openMenu("Domains");
  await panel.act("foxglove-bakery.pbx.albion-voice.example", "Preferences");
  await panel.seeHeading("Preferences of foxglove-bakery.pbx.albion-voice.example");

  await panel.searchPreferences("dtmf_info");
  await panel.store(() => panel.flip("Convert DTMF from INFO"));

  await panel.searchPreferences("contact_ringtimeout");
  await panel.fillField("Ring time of each device", "a while");
  await panel.seeProblem("Ring time of each device", "Only whole numbers");
  await panel.fillField("Ring time of each device", "25");
  await panel.seeNoProblem("Ring time of each device");
  await panel.store(() => panel.press("Save Ring time of each device"));

  await panel.searchPreferences("allowed_ips");
  await panel.fillField("Allowed source addresses", "203.0.113.300");
  await panel.field("Allowed source addresses").press("Enter");
  await panel.seeProblem("Allowed source addresses", "Not valid");
  await panel.removeChip("203.0.113.300");
  await panel.fillField("Allowed source addresses", "203.0.113.7");
  await panel.store(() => panel.field("Allowed source addresses").press("Enter"));
  await panel.store(() => panel.removeChip("198.51.100.0/24"));

  await panel.reload();
  await panel.searchPreferences("allowed_ips");
  await panel.chip("203.0.113.7").waitFor();
  await panel.chip("198.51.100.0/24").waitFor({ state: "detached" });
  await panel.searchPreferences("dtmf_info");
  await panel.seeField("Convert DTMF from INFO", "on");
  await panel.searchPreferences("contact_ringtimeout");
  await panel.seeField("Ring time of each device", "25");
});
