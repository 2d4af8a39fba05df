import { beforeEach, expect, test } from "vitest";
import { misfits } from "../support/fit.ts";
import { HttpClient } from "../support/httpClient.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();
const count = 20;
let api: HttpClient;
let ids: number[] = [];

/** Twenty customers of one reseller, found by their external id. */
async function createCustomers(): Promise<number[]> {
  const [model] = await api.all("customers", "id=2");
  if (!model) throw new Error("no customer to copy from");
  const made: number[] = [];
  for (let number = 1; number <= count; number++) {
    made.push(
      await api.create("customers", {
        contact_id: model.contact_id,
        billing_profile_id: model.billing_profile_id,
        type: "sipaccount",
        status: "active",
        external_id: `move-${String(number).padStart(2, "0")}`,
      }),
    );
  }
  return made;
}

const profiles = async () =>
  (await api.all("customers", "external_id=move-*")).map(({ billing_profile_id }) => Number(billing_profile_id));

let panel: PanelPage;
beforeEach(async () => {
  panel = await journey.openAs("administrator", { address: "/customer" });
  api = await HttpClient.login(new URL(panel.page.url()).origin, "administrator", journey.passwordOf("administrator"));
  if (ids.length === 0) ids = await createCustomers();
});

/** From the list of the twenty to the dialog with the new profile chosen. */
async function chooseProfile({ page }: PanelPage): Promise<void> {
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: `Select all ${count} that match` }).click();
  await page.getByRole("button", { name: "Change billing" }).click();
  await page.getByRole("combobox", { name: /New value/ }).click();
  await page.getByRole("option", { name: /Home 300/ }).click();
}

test("a job goes on when its tab closes; elsewhere its outcome is seen, and undone", async () => {
  await panel.search("move-");
  await panel.see(`1–10 of ${count}`);
  const before = await profiles();
  await chooseProfile(panel);
  const dialog = panel.page.getByRole("dialog", { name: `Change billing: Customers (${count})` });
  const started = panel.page.waitForResponse((response) => response.url().endsWith("/api/bulkjobs/"));
  await dialog.getByRole("button", { name: `Change ${count}` }).click();
  await started;
  await panel.page.close();

  const elsewhere = await journey.openAs("administrator");
  const jobs = elsewhere.page.getByRole("button", { name: /^Bulk changes/ });
  await jobs.waitFor();
  expect(await misfits(elsewhere.page), "with every icon in the header").toEqual([]);
  await jobs.click();
  const list = elsewhere.page.getByRole("dialog", { name: "Bulk changes" });
  const job = list.getByRole("listitem").first();
  await job.getByText(`${count} done, 0 failed.`).waitFor();
  await job.getByRole("button", { name: "Undo" }).click();
  await elsewhere.page.getByText(`${count} changes undone`).waitFor();
  expect(await profiles()).toEqual(before);
  await list.getByRole("listitem").nth(1).getByText("Undone").waitFor();
});
