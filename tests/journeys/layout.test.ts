import { expect, test } from "vitest";
import { settle } from "../support/browser.ts";
import { misfits } from "../support/fit.ts";
import { HttpClient } from "../support/httpClient.ts";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

/** A page of each layout: tiles, rows, facts beside tabs, fields. */
const pages = ["/dashboard", "/subscriber?perPage=25", "/customer/2/details", "/billing/create"];

test("each kind of page fits at every width, with every button that the header has", async () => {
  const panel = await journey.openAs("administrator", { address: "/security" });
  const { origin } = new URL(panel.page.url());
  const api = await HttpClient.login(origin, "administrator", journey.passwordOf("administrator"));
  const job = { resource: "customers", action: "change", changes: { external_id: "fits" }, ids: [2] };
  expect((await api.request("POST", "/api/bulkjobs/", job)).status).toBe(202);
  await panel.reload();
  await panel.page.getByRole("button", { name: /^Bulk changes/ }).waitFor();
  const found: Record<string, string[]> = {};
  for (const address of pages) {
    await panel.visit(address);
    await settle(panel.page);
    const here = await misfits(panel.page);
    if (here.length > 0) found[address] = here;
  }
  expect(found).toEqual({});
});
