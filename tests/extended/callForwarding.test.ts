import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();
/** Demo subscribers: one without forwards, and another one. */
const SUBSCRIBER = 30;
const OTHER = 26;

test("forwards calls on busy to voicemail on weekdays, with sets created on the way", async () => {
  const panel = await journey.openAs("administrator", {
    address: `/subscriber/${SUBSCRIBER}/details/call-forwarding`,
  });
  const { page, main } = panel;
  const { origin } = new URL(page.url());
  await main.getByRole("button", { name: "Edit: Busy" }).click();
  await panel.page
    .getByRole("group", { name: "Busy", exact: true })
    .getByRole("button", { name: "Add forwarding" })
    .click();
  const busy = main.getByRole("group", { name: "Busy 1" });

  await busy.getByRole("button", { name: "Create destination set" }).click();
  await panel.seeAddress(`/subscriber/${SUBSCRIBER}/details/call-forwarding/destination-set/create`);
  await main.getByRole("textbox", { name: "Name" }).fill("To the voicebox");
  await panel.press("Add to Destinations");
  await main.getByRole("combobox", { name: "Destination" }).selectOption({ label: "Voicemail" });
  await panel.create("Create destination set");

  await busy.getByRole("button", { name: "Create time set" }).click();
  await main.getByRole("textbox", { name: "Name" }).fill("Weekdays");
  await panel.press("Add to Times");
  await main.getByRole("combobox", { name: "Weekday", exact: true }).selectOption({ label: "Monday" });
  await main.getByRole("combobox", { name: "Weekday to" }).selectOption({ label: "Friday" });
  await panel.create("Create time set");

  await expect.poll(() => busy.getByRole("combobox", { name: "Forward to" }).inputValue()).toBe("To the voicebox");
  await panel.saveAndClose();
  await panel.see("To Voicemail, Monday–Friday");

  const stored = await page.request.get(`${origin}/api/cfmappings/${SUBSCRIBER}`, { headers: await bearer() });
  const [forward] = ((await stored.json()) as { cfb: Record<string, unknown>[] }).cfb;
  expect(forward).toMatchObject({ destinationset: "To the voicebox", timeset: "Weekdays", enabled: true });

  const refused = await page.request.put(`${origin}/api/cfmappings/${OTHER}`, {
    headers: await bearer(),
    data: { cfb: [{ destinationset_id: forward?.destinationset_id }] },
  });
  expect(refused.status()).toBe(422);
  expect(await refused.text()).toContain("Belongs to another subscriber");

  await panel.store(() => main.getByRole("switch", { name: /^Busy/ }).click());
  await panel.see("(switched off)");

  const flow = main.getByRole("list", { name: /^Busy: / });
  await flow.getByRole("button", { name: "Add destination" }).click();
  await main.getByRole("combobox", { name: "Destination" }).selectOption({ label: "Auto attendant" });
  await panel.store(() => main.getByRole("button", { name: "Save" }).press("Enter"));
  await panel.see("To Voicemail, then Auto attendant, Monday–Friday");
  const voicemail = flow.getByRole("button", { name: /^Voicemail/ });
  await panel.store(() => flow.getByRole("button", { name: /^Auto attendant/ }).dragTo(voicemail));
  await panel.see("To Auto attendant, then Voicemail, Monday–Friday");
  await panel.store(() => voicemail.press("Alt+ArrowLeft"));
  await panel.see("To Voicemail, then Auto attendant, Monday–Friday");

  async function bearer() {
    const data = { username: "administrator", password: journey.passwordOf("administrator") };
    const { jwt } = (await (await page.request.post(`${origin}/login_jwt`, { data })).json()) as { jwt: string };
    return { authorization: `Bearer ${jwt}` };
  }
});
