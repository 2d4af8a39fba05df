import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();

const tile = async (name: string) => within(await screen.findByRole("region", { name }));

it("shows a superuser what to see to, and the state of installation, database, tables and nodes", async () => {
  await panel.open("/system");
  const warnings = within(await screen.findByRole("list", { name: "Warnings" })).getAllByRole("listitem");
  expect(warnings[0]?.textContent).toMatch(/^\d+ accounts still have the public demonstration password/);
  expect(warnings.at(-1)?.textContent).toMatch(/^No mail server is set/);
  expect((await tile("Database")).getByText(/^PostgreSQL \d+/)).toBeTruthy();
  const [largest] = (await tile("Largest tables")).getAllByRole("row").slice(1);
  expect(largest?.textContent).toMatch(/(kB|MB)$/);
  expect((await tile("Nodes")).getByText(/\(this one\)$/)).toBeTruthy();
  expect((await tile("Last backups")).getByText("No backup has been made yet.")).toBeTruthy();
});

it("reads again on request, and says what failed", async () => {
  const user = await panel.open("/system");
  await tile("Database");
  panel.intercept = ({ url }) =>
    url === "/api/system" ? Response.json({ code: 500, message: "the disk is full" }, { status: 500 }) : undefined;
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  expect((await screen.findByRole("alert")).textContent).toContain("the disk is full");
  panel.intercept = undefined;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await tile("Database");
});

it("is nobody else's", async () => {
  await panel.open("/system", "resellerMaster");
  expect((await screen.findByRole("heading", { level: 1 })).textContent).not.toBe("System");
});
