import { expect, test } from "vitest";
import { settle } from "../support/browser.ts";
import { misfits } from "../support/fit.ts";
import { HttpClient } from "../support/httpClient.ts";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

/** A page of each layout: tiles, rows, facts beside tabs, fields. */
const pages = ["/dashboard", "/journal", "/subscriber?perPage=25", "/customer/2/details", "/billing/create"];

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

test("a name of 255 letters without a blank scrolls no page sideways, wherever it stands", async () => {
  const panel = await journey.goOnAs("administrator");
  const api = await HttpClient.login(
    new URL(panel.page.url()).origin,
    "administrator",
    journey.passwordOf("administrator"),
  );
  const name = "W".repeat(255);
  const set = await api.create("soundsets", { reseller_id: 2, name, description: name });
  const contact_id = await api.create("customercontacts", {
    reseller_id: 2,
    email: "w@example.org",
    company: name.slice(0, 127),
  });
  const customer = await api.create("customers", {
    contact_id,
    billing_profile_id: 2,
    status: "active",
    type: "sipaccount",
  });
  const found: string[] = [];
  const look = async (place: string) => {
    for (const width of [390, 1280]) {
      await panel.page.setViewportSize({ width, height: 900 });
      await settle(panel.page);
      const extra = await panel.page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      if (extra > 0) found.push(`${place} at ${width} px: ${extra}`);
    }
  };
  await panel.visit(`/sound/${set}/details`);
  await panel.seeHeading(name);
  await look("details");
  await panel.page.getByRole("button", { name: "Favourite page" }).click();
  await panel.menu.getByRole("link", { name: name.slice(0, 190) }).waitFor();
  await look("menu");
  await panel.visit(`/sound/${set}/details/handles`);
  await panel.seeHeading(name);
  await look("tab");
  await panel.visit(`/sound/${set}/edit`);
  await panel.fillField("Description", "Changed");
  await look("edit");
  await panel.press("Save");
  await panel.page.getByRole("button", { name: "Undo" }).waitFor();
  await look("notice");
  await panel.visit("/sound");
  await panel.seeRow(name);
  await look("list");
  await panel.act(name, "Delete sound set");
  await panel.dialog.waitFor();
  await look("question");
  await panel.confirm("Cancel");
  for (const address of [`/customer/${customer}/details`, `/customer/${customer}/edit`, "/customer"]) {
    await panel.visit(address);
    await look(address);
  }
  expect(found).toEqual([]);
});
