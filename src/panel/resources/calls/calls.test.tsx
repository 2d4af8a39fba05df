import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import type { WireRecord } from "../../../core/schema/descriptor.ts";

const panel = await openPanel();
await Promise.all([import("../../views/ListView.tsx"), import("../../views/ShowView.tsx"), import("./PriceTab.tsx")]);

async function firstCall(query: string): Promise<WireRecord> {
  const { _embedded } = await panel.read(`/api/calls/?rows=1&${query}`);
  const [call] = (_embedded as Record<string, WireRecord[]>)["ngcp:calls"] ?? [];
  if (!call) throw new Error(`no call with ${query}`);
  return call;
}

const sums = async () => within(await screen.findByRole("region", { name: "Total" }));

it("adds up the calls that a list shows, and those only that the filter leaves", async () => {
  await panel.open("/call?filter=%7B%22call_status%22%3A%22busy%22%7D");
  expect((await (await sums()).findByText("Duration")).nextSibling?.textContent).toBe("0 sec");
  panel.leave();
  const { source_customer_id: customer } = await firstCall("cost_ge=1");
  await panel.open(`/customer/${customer}/details/calls`);
  const duration = (await (await sums()).findByText("Duration")).nextSibling?.textContent;
  expect(duration).toMatch(/\d (min|hr)/);
});

it("leads from the subscriber's calls to the page of a call, with its legs and its sides", async () => {
  const forwarded = await firstCall("call_type=cft&cost_ge=1");
  const filter = encodeURIComponent(JSON.stringify({ call_id: forwarded.call_id }));
  const user = await panel.open(`/subscriber/${forwarded.source_subscriber_id}/details/calls?filter=${filter}`);
  const [link] = await screen.findAllByRole("link", {
    name: (name) => name.replaceAll(/\D/g, "") === String(forwarded.destination_user_in),
  });
  expect(link?.getAttribute("href")).toBe(`#/call/${forwarded.id}/details`);
  await user.click(link as HTMLElement);
  await screen.findByRole("heading", { name: "Called side" });
  const parts = within(await screen.findByRole("navigation", { name: "Sections of this record" }));
  await user.click(parts.getByRole("link", { name: /^Call legs/ }));
  const table = await screen.findByRole("table", { name: "Calls" });
  await within(table).findByText("No answer");
  expect(within(table).getAllByRole("row")).toHaveLength(3);
});

it("explains what a call cost by the fee that applied, and says where there is none", async () => {
  const paid = await firstCall("cost_ge=1");
  await panel.open(`/call/${paid.id}/details/price`);
  const steps = await screen.findByRole("region", { name: "Price" });
  expect(within(steps).getByRole("table")).toBeTruthy();
  expect(screen.queryByText(/was charged for this call/)).toBeNull();
  panel.leave();
  await panel.open(`/call/${(await firstCall("call_status=busy")).id}/details/price`);
  expect(await screen.findByText(/^No fee applied to this call/)).toBeTruthy();
});

it("is not there for customer care: no page, no tab", async () => {
  await panel.open("/call", "ccare");
  expect(await screen.findByRole("heading", { name: "Forbidden" })).toBeTruthy();
  panel.leave();
  await panel.open("/subscriber/3/details/master-data", "ccare");
  const parts = within(await screen.findByRole("navigation", { name: "Sections of this record" }));
  expect(parts.getByRole("link", { name: "Overview" })).toBeTruthy();
  expect(screen.getAllByRole("link").filter((link) => link.getAttribute("href")?.endsWith("/calls"))).toEqual([]);
});
