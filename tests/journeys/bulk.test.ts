import { expect, test } from "vitest";
import { HttpClient } from "../support/httpClient.ts";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();
const count = 110;

test("110 subscribers are locked at once; failures stay selected with their reason, and the lock is undone", async () => {
  const panel = await journey.openAs("administrator");
  const elsewhere = await HttpClient.login(
    new URL(panel.page.url()).origin,
    "administrator",
    journey.passwordOf("administrator"),
  );
  const ids = await createSubscribers(elsewhere);
  await panel.openMenu("Subscribers");
  await panel.search("bulk-");
  await panel.see(`1–10 of ${count}`);

  await panel.page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await panel.press(`Select all ${count} that match`);
  await panel.see(`All ${count} that match are selected`);
  await panel.press("Lock");
  const dialog = panel.page.getByRole("dialog", { name: `Lock: Subscribers (${count})` });
  await dialog.getByText(`Will change (${count})`).waitFor();

  // While the preview is open, someone else terminates three of them, beyond those that it tries.
  const terminated = ids.slice(-3);
  for (const id of terminated) await elsewhere.request("DELETE", `/api/subscribers/${id}`);
  await dialog.getByRole("button", { name: `Lock ${count}` }).click();
  await dialog.getByText(`${count - 3} done, 3 failed.`).waitFor();
  const failed = dialog.getByRole("table", { name: "Failed (3)" });
  for (const id of terminated) await failed.getByText(`subscribers/${id} does not exist`).waitFor();
  expect(await statuses(elsewhere)).toEqual(new Map([["locked 4", count - 3]]));

  await dialog.getByRole("button", { name: "Close" }).click();
  await panel.see("3 selected");
  await panel.see("3 not on this page");
  await panel.seeRow("bulk-001", "Locked");

  await panel.page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await panel.page.getByText(`${count - 3} changes undone`).waitFor();
  expect(await statuses(elsewhere)).toEqual(new Map([["active null", count - 3]]));
  await panel.seeRow("bulk-001", "Active");
});

/** Subscribers bulk-001 and so on of one customer. Returns their ids in that order. */
async function createSubscribers(api: HttpClient): Promise<number[]> {
  const customers = await api.all("customers", "type=sipaccount&status=active");
  const own = new Set(customers.map(({ id }) => id));
  const model = (await api.all("subscribers")).find(({ customer_id: customer }) => own.has(customer ?? null));
  if (!model) throw new Error("no customer has a subscriber to copy from");
  const room = [{ op: "replace", path: "/max_subscribers", value: 10 * count }];
  await api.request("PATCH", `/api/customers/${model.customer_id}`, room);
  const ids: number[] = [];
  for (let number = 1; number <= count; number++) {
    const name = `bulk-${String(number).padStart(3, "0")}`;
    const id = await api.create("subscribers", {
      customer_id: model.customer_id,
      domain_id: model.domain_id,
      username: name,
      password: `Wren-${number}-Quill-Harbour!`,
      primary_number: { cc: "44", ac: "29", sn: `20180${String(number).padStart(3, "0")}` },
    });
    ids.push(id);
  }
  return ids;
}

/** How many of them have each status and lock level. */
async function statuses(api: HttpClient): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { status, lock } of await api.all("subscribers", "username=bulk-*")) {
    found.set(`${status} ${lock}`, (found.get(`${status} ${lock}`) ?? 0) + 1);
  }
  return found;
}
