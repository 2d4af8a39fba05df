import type { Page } from "playwright";
import { expect, test } from "vitest";
import { HttpClient } from "../support/httpClient.ts";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

type Records = Record<string, { readonly id: number; readonly name: string }[]>;

/** The API as somebody else uses it meanwhile. */
function elsewhere(page: Page, login: string): Promise<HttpClient> {
  return HttpClient.login(new URL(page.url()).origin, login, journey.passwordOf(login));
}

async function firstOf(api: HttpClient, resource: string) {
  const { body } = await api.request("GET", `/api/${resource}/?rows=1&order_by=id`);
  const records = body?._embedded as unknown as Records | undefined;
  const first = records?.[`ngcp:${resource}`]?.[0];
  if (!first) throw new Error(`no ${resource}`);
  return first;
}

/** Clicks controls by their role and name, and counts. */
function counting(page: Page) {
  let clicks = 0;
  return {
    async click(role: "link" | "button", name: string) {
      await page.getByRole(role, { name, exact: true }).first().click();
      clicks++;
    },
    count: () => clicks,
  };
}

test("who changed this subscriber, and put it back: three clicks", async () => {
  const panel = await journey.goOnAs("administrator");
  const { page } = panel;
  const other = await elsewhere(page, "spreeklang");
  const { id } = await firstOf(other, "subscribers");
  const address = `/api/subscribers/${id}`;
  const before = (await other.request("GET", address)).body?.external_id ?? null;
  const change = [{ op: "replace", path: "/external_id", value: "changed-by-another" }];
  expect((await other.request("PATCH", address, change)).status).toBe(204);

  await panel.visit(`/subscriber/${id}/details`);
  await page.getByRole("main").getByRole("link", { name: "Journal", exact: true }).waitFor();
  const steps = counting(page);
  await page.getByRole("main").getByRole("link", { name: "Journal", exact: true }).click();
  await panel.see("spreeklang");
  await steps.click("button", "Restore these values");
  await page.getByRole("alertdialog").getByText("changed-by-another").waitFor();
  await steps.click("button", "Restore");
  await panel.seeNotice("Restored");
  await page.getByText(/^Restores entry \d+$/).waitFor();
  const clicks = steps.count() + 1;
  console.log(`who changed this subscriber, and put it back: ${clicks} clicks`);
  expect(clicks).toBe(3);
  expect((await other.request("GET", address)).body?.external_id ?? null).toBe(before);
});

test("a deleted record is found in the journal and comes back, and the journal is proven", async () => {
  const panel = await journey.goOnAs("administrator");
  const { page } = panel;
  const api = await elsewhere(page, "administrator");
  const { id } = await firstOf(api, "rewriterulesets");
  const made = await api.request("POST", `/api/rewriterulesets/${id}/clone`, { name: "Short-lived" });
  const path = String(made.headers.get("location"));
  const count = async () => {
    const { body } = await api.request("GET", `/api/rewriterules/?rows=1&set_id=${path.split("/").at(-1)}`);
    return Number(body?.total_count);
  };
  const rules = await count();
  expect(rules).toBeGreaterThan(0);
  expect((await api.request("DELETE", path)).status).toBe(204);

  await panel.openMenu("Journal");
  await panel.see("Short-lived");
  const steps = counting(page);
  await steps.click("button", "Restore record");
  await panel.see(`${rules} × `);
  await steps.click("button", "Restore");
  await panel.seeNotice("Restored");
  await page.getByRole("link", { name: "Short-lived" }).first().waitFor();
  expect(await count()).toBe(rules);
  console.log(`a deleted record comes back: ${steps.count() + 1} clicks from the menu`);

  await page.getByRole("combobox", { name: "Action" }).click();
  await page.getByRole("option", { name: "Removed" }).click();
  await panel.seeAddress(/operation=delete/);
  await panel.reload();
  await panel.see("Short-lived");
  await page.getByRole("button", { name: "Verify journal" }).click();
  await panel.see(/^The journal is complete/);
});
