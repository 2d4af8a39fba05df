import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const RESELLER = "Albion Voice";
const COMPANY = "Lantern Works";
const CONTACT = "office@lantern-works.example";
const DOMAIN = "sip.albion-voice.example";
const PASSWORD = "Tide-Table-7!x";
const PILOT_NUMBER = { cc: "44", ac: "1632", sn: "9607" };

const journey = startJourney();

test("a cloud PBX is provisioned: customer, pilot with numbers, seats and a group; a number moves to another owner", async () => {
  const panel = await journey.openAs("administrator", { address: "/contact/create" });
  await createCustomer(panel);
  await createPilot(panel);
  await createSeat(panel, "reception", "101");
  await createSeat(panel, "workshop", "102");
  await createGroup(panel);
  await seeOwners(panel);
  await moveNumber(panel);
  await seeOnCustomer(panel);
});

async function createCustomer(panel: PanelPage): Promise<void> {
  await panel.choose("Reseller", RESELLER);
  await panel.fillField("Email", CONTACT);
  await panel.fillField("Company", COMPANY);
  await panel.create("Create customer contact");

  await panel.openMenu("Customers");
  await panel.follow("Create customer");
  await panel.choose("Product", "Cloud PBX account");
  await panel.choose("Contact", CONTACT);
  await panel.choose("Billing profile", "Business");
  await panel.create("Create customer");
}

/** Creates a subscriber of the customer; `describe` fills in its kind and numbers. */
async function createSubscriber(panel: PanelPage, username: string, describe: () => Promise<void>): Promise<void> {
  await panel.openMenu("Subscribers");
  await panel.follow("Create subscriber");
  await panel.choose("Customer", CONTACT);
  await panel.choose("Domain", DOMAIN);
  await panel.fillField("SIP username", username);
  await panel.fillPassword("SIP password", PASSWORD);
  await describe();
  await panel.create("Create subscriber");
}

/** Seats need a pilot, and a pilot needs a number. */
async function createPilot(panel: PanelPage): Promise<void> {
  await createSubscriber(panel, "lantern-pilot", async () => {
    await panel.fillField("Extension", "100");
    await panel.press("Create subscriber");
    await panel.seeProblem("PBX pilot", "pilot");
    await panel.flip("PBX pilot");
    await panel.press("Create subscriber");
    await panel.seeProblem("Country code", /required/i, { within: "Primary number" });
    await fillNumber(panel, "Primary number", PILOT_NUMBER);
    await panel.press("Add number");
    await fillNumber(panel, "Alias numbers", { ...PILOT_NUMBER, sn: "960888" });
  });
}

async function fillNumber(panel: PanelPage, within: string, number: typeof PILOT_NUMBER): Promise<void> {
  await panel.fillField("Country code", number.cc, { within });
  await panel.fillField("Area code", number.ac, { within });
  await panel.fillField("Subscriber number", number.sn, { within });
}

function createSeat(panel: PanelPage, username: string, extension: string): Promise<void> {
  return createSubscriber(panel, username, () => panel.fillField("Extension", extension));
}

/** From the customer's page: the form omits login fields and returns there. */
async function createGroup(panel: PanelPage): Promise<void> {
  await panel.openMenu("Customers");
  await panel.search(COMPANY);
  await panel.follow(COMPANY);
  await panel.follow("PBX groups");
  await panel.follow("Create group");
  await panel.press("Create group");
  await panel.seeProblem("Display name", /required/i);
  expect(await panel.page.getByLabel("SIP username").count()).toBe(0);
  await panel.fillField("Display name", "Everybody here");
  await panel.fillField("Extension", "500");
  for (const member of ["reception", "workshop"]) await panel.choose("Group members", member);
  await panel.choose("Hunt policy", "Parallel ringing");
  await panel.create("Create group");
  await panel.seeAddress(/^\/customer\/\d+\/details\/pbx-groups$/);
  await panel.seeRow("Everybody here", "500");
}

/** A seat's number is the pilot's plus the extension; aliases belong to the pilot. */
async function seeOwners(panel: PanelPage): Promise<void> {
  await panel.visit("/number");
  for (const [sn, number, owner] of [
    ["9607102", "+4416329607102", "workshop"],
    ["960888", "+441632960888", "lantern-pilot"],
  ] as const) {
    await panel.search(sn);
    await panel.seeRow(number, owner);
  }
}

/** Moves an alias to another seat. */
async function moveNumber(panel: PanelPage): Promise<void> {
  await panel.act("+441632960888", "Edit");
  await panel.choose("Subscriber", "workshop");
  await panel.saveAndClose();
  await panel.seeRow("+441632960888", "workshop");
}

async function seeOnCustomer(panel: PanelPage): Promise<void> {
  await panel.openMenu("Customers");
  await panel.search(COMPANY);
  await panel.follow(COMPANY);
  await panel.follow("PBX groups");
  await panel.seeRow("Everybody here", "500");
  await panel.follow("Everybody here");
  await panel.see(`everybody-here@${DOMAIN}`);
  await panel.seeFact("Group members", "workshop");
}
