import { expect, test } from "vitest";
import { countWork } from "../support/countWork.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney({ isEmpty: true });

const card = ({ page }: PanelPage) => page.getByRole("region", { name: "First steps" });
const field = ({ page }: PanelPage, id: string) => page.locator(`[id="field-${id}"]`);

/** Follows the card's step that is the next one to the form with this heading. */
async function begin(panel: PanelPage, { step, form }: { readonly step: string; readonly form: string }) {
  const next = card(panel).getByRole("listitem").and(panel.page.locator("[aria-current=step]"));
  await next.getByRole("link", { name: step, exact: true }).click();
  await panel.seeHeading(new RegExp(`^${form}$`));
}

/** Makes the record, which leads back to the card. */
async function finish(panel: PanelPage, { form, done }: { readonly form: string; readonly done: number }) {
  await panel.create(form);
  await panel.seeAddress("/dashboard");
  await card(panel).getByText(`${done} of 6 done`).waitFor();
}

/** Opens a picker by a click, and takes the choice with this text. */
async function pick(panel: PanelPage, id: string, text: string): Promise<void> {
  await field(panel, id).click();
  await panel.page.getByRole("listbox").getByRole("option", { name: text }).first().click();
}

test("from an empty PostgreSQL to the first subscriber, with the password that the start has printed", async () => {
  const panel = await journey.openPanel("/");
  await panel.sendLogin("administrator", journey.passwordOf("administrator"));
  await panel.see("was meant for the first login");
  await panel.page.getByLabel("New password", { exact: true }).fill("Fresh-otter8");
  await panel.page.getByLabel("Repeat the new password").fill("Fresh-otter8");
  await panel.page.getByRole("button", { name: "Set the new password" }).click();
  await card(panel).getByText("0 of 6 done").waitFor();
  const work = await countWork(panel);

  await begin(panel, { step: "Reseller", form: "Create reseller" });
  // Contact and billing profile of the contract are the only ones there are.
  await panel.press("Create reseller contract");
  await panel.seeField("Billing profile", /Default/);
  await field(panel, "name").fill("Harbour Voice");
  await finish(panel, { form: "Create reseller", done: 1 });

  await begin(panel, { step: "Domain", form: "Create domain" });
  await field(panel, "domain").fill("sip.harbour.example");
  await finish(panel, { form: "Create domain", done: 2 });

  await begin(panel, { step: "Billing profile", form: "Create billing profile" });
  await field(panel, "handle").fill("standard");
  await field(panel, "name").fill("Standard");
  await finish(panel, { form: "Create billing profile", done: 3 });

  await begin(panel, { step: "SIP peering group", form: "Create peering group" });
  await panel.press("Create peering contract");
  await pick(panel, "contract_id-billing_profile_id", "Default");
  await field(panel, "name").fill("Carrier");
  await panel.press("Create peering server");
  await field(panel, "peeringservers-0-name").fill("carrier-1");
  await field(panel, "peeringservers-0-ip").fill("192.0.2.77");
  await finish(panel, { form: "Create peering group", done: 4 });

  await begin(panel, { step: "Customer", form: "Create customer" });
  await panel.press("Create customer contact");
  await field(panel, "contact_id-company").fill("Marsh Books");
  await field(panel, "contact_id-email").fill("office@marsh.example");
  await pick(panel, "billing_profile_id", "Standard");
  await finish(panel, { form: "Create customer", done: 5 });

  await begin(panel, { step: "Subscriber", form: "Create subscriber" });
  await pick(panel, "domain_id", "sip.harbour.example");
  await field(panel, "username").fill("office");
  // The second one is that of the web password.
  await panel.main.getByRole("button", { name: "Generate a password" }).first().click();
  await field(panel, "primary_number-cc").fill("44");
  await field(panel, "primary_number-ac").fill("20");
  await field(panel, "primary_number-sn").fill("79460100");
  await panel.create("Create subscriber");
  await panel.seeAddress("/dashboard");

  const { keys, clicks, pages } = await work();
  console.log(`six first steps: ${clicks} clicks, ${keys} keys beside what is typed, ${pages} pages`);
  expect(clicks).toBeLessThanOrEqual(23);
  expect(pages).toBe(13);
  await card(panel).waitFor({ state: "detached" });
  await panel.openMenu("Subscribers");
  await panel.seeRow("office@sip.harbour.example");
});
