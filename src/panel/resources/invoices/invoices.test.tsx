import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { field } from "../../../../tests/support/formFields.ts";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { formatMonth } from "../../../core/values/dateTime.ts";

const panel = await openPanel();

it("previews and lists an invoice with its month on the customer's clock, which the preview names", async () => {
  const user = await panel.open("/customer/2/details/invoices");
  const { contact_id } = await panel.read("/api/customers/2");
  await panel.change(`/api/customercontacts/${contact_id}`, "timezone", "Pacific/Kiritimati");
  await user.click(await screen.findByRole("link", { name: "Create invoice" }));
  const lastMonth = new Date();
  lastMonth.setUTCDate(0);
  const month = formatMonth({ year: lastMonth.getUTCFullYear(), month: lastMonth.getUTCMonth() + 1 });
  await user.click(await screen.findByRole("combobox", { name: /^Template/ }));
  await user.click((await screen.findAllByRole("option"))[0] as HTMLElement);
  await user.type(await field("Month"), month.replace("/", "-"));
  await user.click(await screen.findByRole("button", { name: "Create invoice" }));
  const preview = within(await screen.findByRole("dialog", { name: /^Check the invoice/ }));
  expect(await preview.findByText(new RegExp(`${month} · Time zone: Pacific/Kiritimati$`))).toBeTruthy();
  await user.click(await preview.findByRole("button", { name: /^Issue/ }));
  await waitFor(() => expect(window.location.hash).toBe("#/customer/2/details/invoices"));
  expect(await screen.findByRole("row", { name: new RegExp(month) })).toBeTruthy();
}, 60_000);
