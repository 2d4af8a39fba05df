import { expect, test } from "vitest";
import { countWork } from "../support/countWork.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

const field = ({ page }: PanelPage, id: string) => page.locator(`[id="field-${id}"]`);

async function tab({ page }: PanelPage, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await page.keyboard.press("Tab");
}

/** Types into the picker that has the focus, and takes the first choice once it is there. */
async function pick({ page }: PanelPage, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.getByRole("option", { name: text }).first().waitFor();
  await page.keyboard.press("Enter");
}

/** Opens a picker by a click, and takes the first choice. */
async function pickFirst(panel: PanelPage, id: string): Promise<void> {
  await field(panel, id).click();
  await panel.page.getByRole("listbox").getByRole("option").first().waitFor();
  await panel.page.keyboard.press("Enter");
}

const seeFocus = (panel: PanelPage, id: string) =>
  expect.poll(() => panel.page.evaluate(() => document.activeElement?.id)).toBe(`field-${id}`);

/** How many records of each resource of a customer there are. */
async function countAll(panel: PanelPage): Promise<number[]> {
  const resources = ["customers", "customercontacts", "subscribers"];
  return panel.page.evaluate(async (names) => {
    const totals = names.map(async (name) => {
      const answer = await fetch(`/api/${name}/?rows=1`, { headers: { Accept: "application/hal+json" } });
      return ((await answer.json()) as { total_count: number }).total_count;
    });
    return Promise.all(totals);
  }, resources);
}

async function fillCustomer(panel: PanelPage, username: string, number: string): Promise<void> {
  const { page } = panel;
  await panel.press("Create customer contact");
  await seeFocus(panel, "contact_id-reseller_id");
  await pick(panel, "Albion Voice");
  await tab(panel, 2);
  await page.keyboard.type("Marsh Books");
  await tab(panel, 3);
  await page.keyboard.type("office@marsh.example");
  await pickFirst(panel, "billing_profile_id");
  await panel.press("Create subscriber");
  await seeFocus(panel, "subscribers-0-domain_id");
  // Those of the new contact's reseller.
  await pick(panel, "sip.albion");
  await field(panel, "subscribers-0-username").click();
  await page.keyboard.type(username);
  await panel.press("Generate a password");
  await field(panel, "subscribers-0-primary_number-cc").click();
  for (const [index, part] of ["44", "20", number].entries()) {
    await tab(panel, index > 0 ? 1 : 0);
    await page.keyboard.type(part);
  }
}

test("a customer with a new contact and its first subscriber: one form", async () => {
  const panel = await journey.goOnAs("administrator", "/customer");
  await panel.seeRow("Foxglove Bakery");
  const work = await countWork(panel);
  await panel.follow("Create customer");
  await panel.seeHeading("Create customer");
  await fillCustomer(panel, "marsh", "79460999");
  await panel.press("Create customer");
  await panel.seeHeading("Marsh Books");
  const { keys, clicks, pages } = await work();
  console.log(`customer with contact and subscriber: ${clicks} clicks, ${keys} keys, ${pages} pages`);
  expect(clicks).toBeLessThanOrEqual(12);
  expect(pages).toBe(3);

  const next = panel.page.getByRole("region", { name: "Next steps" });
  await next.getByRole("link", { name: "Set preferences" }).waitFor();
  await panel.seeNotice("Customer Marsh Books created");
  await next.getByRole("link", { name: "Create subscriber" }).click();
  await panel.seeHeading("Create subscriber");
  await panel.page.goBack();
  await panel.seeHeading("Marsh Books");
  await next.getByRole("button", { name: "Dismiss" }).click();
  await next.waitFor({ state: "detached" });
  await panel.follow("Subscribers");
  await panel.seeRow("marsh@");
});

test("what is refused in one of them makes none, and nothing typed is lost", async () => {
  const panel = await journey.goOnAs("administrator", "/customer/create");
  await panel.seeHeading("Create customer");
  const before = await countAll(panel);
  await fillCustomer(panel, "marsh2", "79460998");
  await panel.press("Create subscriber");
  await seeFocus(panel, "subscribers-1-domain_id");
  await pick(panel, "sip.albion");
  await field(panel, "subscribers-1-username").fill("second");
  const generators = panel.page.getByRole("button", { name: "Generate a password" });
  await generators.last().click();
  for (const [part, text] of Object.entries({ cc: "44", ac: "20", sn: "79460998" }))
    await field(panel, `subscribers-1-primary_number-${part}`).fill(text);
  await panel.press("Create customer");
  const problem = panel.page.getByRole("alert").getByRole("link", { name: "Subscriber 2, Primary number" });
  await problem.waitFor();
  expect(await countAll(panel)).toEqual(before);
  expect(await field(panel, "contact_id-email").inputValue()).toBe("office@marsh.example");
  expect(await field(panel, "subscribers-0-username").inputValue()).toBe("marsh2");
  const password = await field(panel, "subscribers-0-password").inputValue();
  expect(password).not.toBe("");
  await problem.click();
  await seeFocus(panel, "subscribers-1-primary_number");

  // After a reload, all but the passwords.
  await panel.reload();
  await panel.seeHeading("Create customer");
  await expect.poll(() => field(panel, "subscribers-1-username").inputValue()).toBe("second");
  expect(await field(panel, "contact_id-company").inputValue()).toBe("Marsh Books");
  expect(await field(panel, "subscribers-0-primary_number-sn").inputValue()).toBe("79460998");
  expect(await field(panel, "subscribers-0-password").inputValue()).toBe("");
  expect(await panel.page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(password);

  await generators.first().click();
  await panel.page.getByRole("button", { name: "Remove Subscribers 2" }).click();
  await panel.press("Create customer");
  await panel.seeHeading("Marsh Books");
  expect(await countAll(panel)).toEqual(before.map((total) => total + 1));
});
