import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();

/** A demonstration customer without a package. */
const tab = "/customer/5/details/contract-balance";

/** Without the currency that the amount is shown in. */
const cash = () =>
  Number.parseFloat(
    screen.queryByText("Cash balance", { selector: "dt" })?.nextElementSibling?.textContent.replace(/[^\d.-]/g, "") ??
      "",
  );

it("shows what is left and leads to the ways to top it up, which say what they did", async () => {
  const user = await panel.open(tab);
  await screen.findByText("Cash balance", { selector: "dt" });
  const before = cash();
  expect(before).not.toBeNaN();
  await user.click(screen.getByRole("link", { name: "Top up with cash" }));
  await user.type(await screen.findByRole("textbox", { name: "Amount" }), "12.50");
  await user.click(screen.getByRole("button", { name: "Top up with cash" }));
  await screen.findByText("Cash top-up: done");
  await waitFor(() => expect(cash()).toBeCloseTo(before + 12.5));
  expect(panel.written()).toEqual(["POST /api/topupcash/"]);
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
