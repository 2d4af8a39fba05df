import { screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { openPanel } from "../../../tests/support/panel.tsx";
import { endSession } from "../providers/session.ts";

const panel = await openPanel();
afterEach(() => {
  endSession("loggedOut");
  panel.leave();
});

const menu = () => within(screen.getByRole("navigation", { name: "Main menu" }));
const namesIn = (group: string) =>
  within(menu().getByRole("list", { name: group }))
    .queryAllByRole("link")
    .map(({ textContent }) => textContent);

it("folds groups, except for where one is, and keeps them folded", async () => {
  const user = await panel.open("/domain");
  const heading = (expanded: boolean) => screen.findByRole("button", { name: "Customers", expanded });
  await user.click(await heading(true));
  expect(namesIn("Customers")).toEqual(["Domains"]);
  expect(namesIn("Billing").length).toBeGreaterThan(3);

  // What is found shows.
  await user.type(menu().getByRole("searchbox"), "sub");
  expect(namesIn("Customers")).toEqual(["Subscribers"]);
  await user.clear(menu().getByRole("searchbox"));

  expect(JSON.parse(localStorage.getItem("aui_preferences.menu.folded") ?? "")).toEqual(["customers"]);
  (await heading(false)).focus();
  await user.keyboard("{Enter}");
  expect(namesIn("Customers")).toContain("Subscribers");
});

it("leads to everything of devices, as the palette does", async () => {
  const user = await panel.open("/device/config");
  const names = ["Device configurations", "Device profiles", "Firmwares"];
  await screen.findByRole("heading", { name: "Device configurations" });
  expect(namesIn("Features")).toEqual(expect.arrayContaining(names));
  await user.keyboard("{Control>}k{/Control}");
  for (const name of names) {
    await user.clear(await screen.findByRole("combobox"));
    await user.type(screen.getByRole("combobox"), name);
    expect(await screen.findByRole("option", { name })).toBeTruthy();
  }
});
