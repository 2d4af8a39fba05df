import { expect, test } from "vitest";
import { HttpClient } from "../support/httpClient.ts";
import { startJourney } from "../support/journey.ts";

/** A platform as the recorded one: without our extensions, and deaf to filters that it does not declare. */
const journey = startJourney({ env: { EXTENSIONS: "0" } });
const SUBSCRIBER = 30;

const apiOf = (address: string) =>
  HttpClient.login(new URL(address).origin, "administrator", journey.passwordOf("administrator"));

test("a customer gets a subscriber, whose calls are forwarded", async () => {
  const panel = await journey.openAs("administrator", { address: "/contact/create" });
  await panel.choose("Reseller", "Albion Voice");
  await panel.fillField("Email", "office@plain.example");
  await panel.create("Create customer contact");
  await panel.openMenu("Customers");
  await panel.follow("Create customer");
  await panel.choose("Contact", "office@plain.example");
  await panel.choose("Billing profile", "Business");
  await panel.fillField("External ID", "PLAIN-1");
  await panel.create("Create customer");

  await panel.openMenu("Subscribers");
  await panel.follow("Create subscriber");
  await panel.choose("Customer", "office@plain.example");
  await panel.choose("Domain", "sip.albion-voice.example");
  await panel.fillField("SIP username", "plain");
  await panel.fillPassword("SIP password", "Tide-Table-7!x");
  await panel.fillField("Country code", "44", { within: "Primary number" });
  await panel.fillField("Area code", "1632", { within: "Primary number" });
  await panel.fillField("Subscriber number", "960778", { within: "Primary number" });
  await panel.create("Create subscriber");
  await panel.seeHeading("plain@sip.albion-voice.example");

  await panel.visit(`/subscriber/${SUBSCRIBER}/details/call-forwarding`);
  await panel.main.getByRole("button", { name: "Edit: Busy" }).click();
  const group = panel.page.getByRole("group", { name: "Busy", exact: true });
  await group.getByRole("button", { name: "Add forwarding" }).click();
  const busy = panel.main.getByRole("group", { name: "Busy 1" });
  await busy.getByRole("button", { name: "Create destination set" }).click();
  await panel.main.getByRole("textbox", { name: "Name" }).fill("Voicebox");
  await panel.press("Add to Destinations");
  await panel.main.getByRole("combobox", { name: "Destination" }).selectOption({ label: "Voicemail" });
  await panel.create("Create destination set");
  await expect.poll(() => busy.getByRole("combobox", { name: "Forward to" }).inputValue()).toBe("Voicebox");
  await panel.saveAndClose();
  await panel.see("To Voicemail");
});

test("a peering gets a server and a rule", async () => {
  const panel = await journey.goOnAs("administrator", "/contract");
  await panel.follow("Create peering contract");
  await panel.choose("Contact", "interconnect@rheintransit.example");
  await panel.choose("Billing profile", "Default");
  await panel.fillField("External ID", "PEER-PLAIN");
  await panel.create("Create peering contract");

  await panel.openMenu("SIP peering groups");
  await panel.follow("Create peering group");
  await panel.choose("Contract", "PEER-PLAIN");
  await panel.fillField("Name", "Plain Carrier");
  await panel.create("Create peering group");
  await panel.follow("Peering servers");
  await panel.follow("Create peering server");
  await panel.fillField("Name", "plain-sbc1");
  await panel.fillField("IP address", "192.0.2.78");
  await panel.create("Create peering server");
  await panel.follow("Outbound rules");
  await panel.follow("Create outbound rule");
  await panel.fillField("Callee prefix", "372");
  await panel.fillField("Description", "To Estonia");
  await panel.create("Create outbound rule");
  await panel.seeRow("To Estonia", "372");
});

test("preferences of a subscriber are changed and stored", async () => {
  const panel = await journey.goOnAs("administrator", `/subscriber/${SUBSCRIBER}/preferences?search=concurrent_max`);
  await panel.fillField("Concurrent calls", "3");
  await panel.store(() => panel.press("Save Concurrent calls"));
  const api = await apiOf(panel.page.url());
  const { body } = await api.request("GET", `/api/subscriberpreferences/${SUBSCRIBER}`);
  expect(body).toMatchObject({ concurrent_max: 3 });
});

test("nothing is offered that the platform has not", async () => {
  const panel = await journey.goOnAs("administrator", "/subscriber");
  await panel.main.getByRole("row").nth(1).waitFor();
  await panel.press("Add filter");
  await panel.page.getByRole("menuitem").first().waitFor();
  const offered = await panel.page.getByRole("menuitem").allTextContents();
  expect(offered).toContain("Domain");
  expect(offered).not.toContain("Status");
  await panel.page.keyboard.press("Escape");
  const menu = await panel.page.getByRole("navigation").allTextContents();
  expect(menu.join()).not.toContain("Number blocks");
});
