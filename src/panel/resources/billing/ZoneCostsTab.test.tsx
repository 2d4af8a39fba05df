import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();
await Promise.all([import("../../views/ShowView.tsx"), import("./ZoneCostsTab.tsx")]);

const table = () => screen.findByRole("table", { name: /^Costs by zone, / });

it("tells what calls cost in each zone, with their sum", async () => {
  const user = await panel.open("/customer/2/details/zone-costs");
  // The demonstration has calls of the last fourteen days, which may all be in the month before.
  const rowNames = async () =>
    within(await table())
      .queryAllByRole("rowheader")
      .map(({ textContent }) => textContent);
  if (!(await rowNames()).includes("National")) {
    await user.click(screen.getByRole("button", { name: "Previous month" }));
    await within(await table()).findByRole("rowheader", { name: "National" });
  }
  expect((await rowNames()).at(-1)).toBe("Total");
  const total = within(await table())
    .getAllByRole("row")
    .at(-1);
  expect(within(total as HTMLElement).getAllByText(/^[€£$]/)).toHaveLength(3);
  expect(within(await table()).getByRole("columnheader", { name: "Carrier cost" })).toBeTruthy();
});

it("is of one direction and of another month if asked to", async () => {
  const user = await panel.open("/customer/2/details/zone-costs");
  await table();
  await user.click(screen.getByRole("button", { name: "Outgoing" }));
  await user.click(screen.getByRole("button", { name: "Next month" }));
  expect(await screen.findByText("No calls in this month.")).toBeTruthy();
  expect(panel.requests.at(-1)?.url).toMatch(/direction=out/);
});

it("is not there for customer care", async () => {
  await panel.open("/customer/2/details/zone-costs", "ccare");
  expect(await screen.findByRole("heading", { name: "Forbidden" })).toBeTruthy();
});
