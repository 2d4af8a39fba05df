import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { openPanel } from "../../../../../tests/support/panel.tsx";
import { itRarely } from "../../../../../tests/support/tiers.ts";
import { MAX_PANEL_ITEMS } from "../../../../core/api/panelItems.ts";

const panel = await openPanel({ hasService: true });

// By label and text: computing every role of the page is slow under load.
const viewButton = (name = "Saved views") => screen.findByLabelText(name, { selector: "button" });
const choose = async (user: UserEvent, entry: string) =>
  user.click(await screen.findByText(entry, { selector: "li *" }));
const nameInput = () => screen.findByLabelText("Name");
const column = (name: string) => screen.queryByText(name, { selector: "th *" });
const counted = (text: string | RegExp) => screen.findByText(text, { selector: "[data-range]" });
const inAddress = (name: string) => new URLSearchParams(window.location.hash.split("?")[1]).get(name);

const arranged = "filter=%7B%7D&sort=domain&order=DESC&perPage=5&columns=id";

/** Sorts by name and removes a column. */
async function arrange(user: UserEvent): Promise<void> {
  const heading = await screen.findByText("Domain", { selector: "th button" });
  await user.click(heading);
  await waitFor(() => expect(heading.closest("th")?.getAttribute("aria-sort")).toBe("ascending"));
  await user.click(screen.getByLabelText("Columns"));
  await user.click(await screen.findByLabelText("Reseller"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(column("Reseller")).toBeNull());
}

async function save(user: UserEvent, name: string): Promise<void> {
  await user.click(await viewButton());
  await choose(user, "Save this view…");
  await user.type(await nameInput(), name);
  await user.keyboard("{Enter}");
}

describe("saved views", () => {
  itRarely("restore order, page size and columns", async () => {
    const user = await panel.open("/domain");
    await arrange(user);
    await save(user, "By name");
    await user.click(await viewButton("Saved view By name"));
    await choose(user, "Back to the default list");
    await viewButton();
    expect(inAddress("sort")).toBe("id");
    await user.click(await viewButton());
    await choose(user, "By name");
    await viewButton("Saved view By name");
    expect(inAddress("sort")).toBe("domain");
    expect(inAddress("perPage")).toBe("10");
    expect(column("Reseller")).toBeNull();
  });

  it("can be changed, renamed and deleted", async () => {
    const user = await panel.open("/domain");
    await save(user, "Short");
    await viewButton("Saved view Short");
    await user.selectOptions(screen.getByLabelText("Rows per page"), "5");
    await user.click(await viewButton("Saved view Short, changed since"));
    await choose(user, "Save changes");
    await user.click(await viewButton("Saved view Short"));
    await choose(user, "Rename…");
    await user.type(await nameInput(), "er{Enter}");
    await user.click(await viewButton("Saved view Shorter"));
    expect(await panel.read("/panel-service/views")).toContainEqual(
      expect.objectContaining({ name: "Shorter", query: expect.stringContaining("perPage=5") }),
    );
    await choose(user, "Delete");
    await user.click(await screen.findByText("Delete", { selector: "button" }));
    await viewButton();
    expect(await panel.read("/panel-service/views")).not.toContainEqual(expect.objectContaining({ name: "Shorter" }));
  });

  it("refuse a duplicate name at its field", async () => {
    const user = await panel.open("/domain");
    await save(user, "One");
    await user.click(await viewButton("Saved view One"));
    await choose(user, "Save as a new view…");
    await user.type(await nameInput(), "One{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe("Another view of this list already has this name.");
    expect(await nameInput()).toBe(document.activeElement);
  });

  itRarely("are limited in number", async () => {
    const user = await panel.open("/domain");
    panel.intercept = ({ method, url }) =>
      method === "POST" && url.startsWith("/panel-service/views")
        ? Response.json({ code: 422, message: `The limit is ${MAX_PANEL_ITEMS}` }, { status: 422 })
        : undefined;
    await save(user, "Many");
    expect((await screen.findByRole("alert")).textContent).toBe(`The limit is ${MAX_PANEL_ITEMS}`);
    expect(await nameInput()).toHaveProperty("value", "Many");
  });

  it("open with the list from the menu, also in a new browser", async () => {
    const user = await panel.open(`/domain?${arranged}`);
    await save(user, "Mine");
    await user.click(await viewButton("Saved view Mine"));
    await choose(user, "Open with the list");
    await screen.findByText("The list opens with Mine from now on");
    panel.leave();

    const again = await panel.open("/dashboard");
    await again.click(await screen.findByText("Domains", { selector: "nav *" }));
    await viewButton("Saved view Mine");
    expect(inAddress("sort")).toBe("domain");
    panel.go("/domain?filter=%7B%7D&sort=id&order=ASC");
    await viewButton();
    // Restored as it was left, but not from the menu.
    await again.click(screen.getByText("Domains", { selector: "nav *" }));
    await viewButton("Saved view Mine");
    expect(column("Reseller")).toBeNull();
  });

  itRarely("belong to one list, also below a record", async () => {
    const user = await panel.open("/rewrite/1/details/rules");
    await save(user, "Below");
    await viewButton("Saved view Below");
    expect(inAddress("filter")).toBe("{}");
    panel.go("/customer");
    await screen.findByText("Customers", { selector: "h1" });
    await user.click(await viewButton());
    expect(screen.queryByText("Below")).toBeNull();
  });
});

it("a URL with an arrangement shows its columns and keeps the user's own", async () => {
  await panel.open(`/domain?${arranged}`);
  expect(await counted("1–5 of 19")).toBeTruthy();
  expect(column("Reseller")).toBeNull();
  expect(column("ID")).not.toBeNull();
  expect(localStorage.getItem("aui_preferences.list.domains")).toBeNull();
});
