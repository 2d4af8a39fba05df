import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { retype } from "../../../../tests/support/formFields.ts";
import { openPanel, savedNotice } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();

/** A demonstration customer without a package. */
const tab = "/customer/5/details/contract-balance";

const cash = () =>
  screen.queryByText("Cash balance", { selector: "dt" })?.nextElementSibling?.textContent.replace("\u00a0", " ");

it.each([
  ["JPY", "150", "¥150", "¥300"],
  ["GBP", "12.50", "£12.50", "£25.00"],
  ["KWD", "1.234", "KWD 1.234", "KWD 2.468"],
])("sets a balance in %s to %s and tops it up, all of it shown as %s and %s", async (currency, typed, once, twice) => {
  const user = await panel.open("/domain");
  const { billing_profile_id } = await panel.read("/api/customers/5");
  await panel.change(`/api/billingprofiles/${billing_profile_id}`, "currency", currency);
  panel.go(`${tab}/edit`);
  await retype(user, "Cash balance", typed);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(savedNotice);
  panel.go(tab);
  await waitFor(() => expect(cash()).toBe(once));
  await user.click(screen.getByRole("link", { name: "Top up with cash" }));
  const amount = await screen.findByRole("textbox", { name: "Amount" });
  await user.type(amount, typed);
  expect(amount.parentElement?.textContent).toContain(currency);
  await user.click(screen.getByRole("button", { name: "Top up with cash" }));
  await screen.findByText("Cash top-up: done");
  await waitFor(() => expect(cash()).toBe(twice));
  expect(panel.written()).toEqual([expect.stringContaining("/api/customerbalances/5"), "POST /api/topupcash/"]);
  panel.go("/customer/5/details/balance-intervals");
  expect(await screen.findByText(twice)).toBeTruthy();
  panel.go("/customer/5/details/top-up-log");
  expect((await screen.findAllByText(once)).length).toBeGreaterThan(0);
});

it("puts the refusal of a voucher at its code", async () => {
  const user = await panel.open(`${tab}/top-up-voucher`);
  await user.type(await screen.findByRole("textbox", { name: "Code" }), "no such code");
  await user.click(screen.getByRole("button", { name: "Top up with voucher" }));
  await screen.findByText("The reseller has no voucher with this code");
});

it("offers read-only users neither top-ups nor the form", async () => {
  await panel.open(tab, "superuserReadOnly");
  await screen.findByText("Cash balance", { selector: "dt" });
  expect(screen.queryByRole("link", { name: /^(Top up|Edit balances)/ })).toBeNull();
});
