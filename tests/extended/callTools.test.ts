import { test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

const CALLER = "441134960015";
const PERSONAL = "447012345678";

test("a blocked call is explained, and the NCOS pattern that blocks it is opened; a test of calls turns red", async () => {
  const panel = await journey.goOnAs("administrator", "/subscriber");
  await panel.search(CALLER);
  await panel.act(`${CALLER}@sip.albion-voice.example`, "Preferences");
  await panel.searchPreferences("ncos");
  await panel.store(() => panel.choose("NCOS level", "no_premium"));

  await panel.openMenu("Call routing verification");
  await panel.fillField("Caller", CALLER);
  await panel.fillField("Called number", PERSONAL);
  await panel.press("Verify");
  await panel.see("Refused by NCOS.");
  await panel.page.getByRole("link", { name: /4470/ }).click();
  await panel.seeFact("Description", "Personal numbers");

  await panel.openMenu("Routing tests");
  await panel.follow("Create routing test");
  await panel.fillField("Name", "Personal numbers");
  await panel.press("Add to Calls");
  await panel.fillField("Caller", CALLER);
  await panel.fillField("Called number", PERSONAL);
  await panel.create("Create routing test");
  await runTest(panel);
  await panel.press("Expect these results");
  await panel.see("1 of 1 calls end as expected.");
  await panel.visit("/ncos");
  await panel.act("no_premium", "Delete NCOS level");
  await panel.confirm("Delete NCOS level");
  await panel.openMenu("Routing tests");
  await runTest(panel);
  await panel.see("0 of 1 calls end as expected.");
  await panel.see("Not as expected");
});

async function runTest(panel: PanelPage): Promise<void> {
  await panel.follow("Personal numbers");
  await panel.follow("Run");
}

test("a fax is sent, says what became of it, and is sent again", async () => {
  const panel = await journey.goOnAs("administrator", "/subscriber");
  await panel.search(CALLER);
  await panel.follow(`${CALLER}@sip.albion-voice.example`);
  await panel.seeHeading(`${CALLER}@sip.albion-voice.example`);
  const [line] = /\/subscriber\/\d+/.exec(panel.address) ?? [];
  await panel.visit(`${line}/details/fax/edit`);
  await panel.flip("Active");
  await panel.save();
  await panel.visit(`${line}/details/faxes`);
  await panel.follow("Send fax");
  await panel.fillField("To", "441134967009");
  await panel.press("Send fax");
  await panel.see("This field is required");
  await panel.fillField("Text", "The goods will be delivered on Thursday.");
  await panel.create("Send fax");
  await panel.seeRow("441134967009", "Not sent");
  await panel.follow("Send fax");
  await panel.fillField("To", "441134967010");
  await panel.choose("Send again", "441134967009");
  await panel.create("Send fax");
  await panel.seeRow("441134967010", "Not sent");
});
