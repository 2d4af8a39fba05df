import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { endSession } from "../../providers/session.ts";

const panel = await openPanel();
afterEach(() => {
  endSession("loggedOut");
  panel.leave();
});

/** Opens a page, and waits for the keys, which come after it. */
async function open(address: string, role?: string) {
  const user = await panel.open(address, role);
  await screen.findByRole("heading", { level: 1, name: /^(?!Loading)/ });
  await waitFor(async () => {
    await user.keyboard("?");
    expect(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeTruthy();
  });
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  return user;
}

const focused = () => document.activeElement as HTMLElement;
const heading = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });

it("moves through a list, selects, edits and comes back", async () => {
  const user = await open("/domain");
  const titles = (await screen.findAllByRole("rowheader")).map(({ textContent }) => textContent);
  await user.keyboard("j");
  expect(focused().textContent).toBe(titles[0]);
  await user.keyboard("jjk");
  expect(focused().textContent).toBe(titles[1]);
  await user.keyboard("x");
  await screen.findByText("1 selected");
  await user.keyboard("x");
  await user.keyboard("/");
  expect(focused()).toBe(screen.getByRole("searchbox", { name: /^Search:|Domain/ }));
  // What is typed there stays there.
  await user.keyboard("gc?");
  expect((focused() as HTMLInputElement).value).toBe("gc?");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("creates, and leaves a form with what Escape asks elsewhere too", async () => {
  const user = await open("/contact");
  await screen.findByRole("link", { name: "Create customer contact" });
  await user.keyboard("c");
  await heading("Create customer contact");
  (screen.getByRole("button", { name: /^Create/ }) as HTMLElement).focus();
  await user.keyboard("{Escape}");
  await heading("Customer contacts");
});

it("takes a key for itself on a page that has just been loaded, too", async () => {
  const user = await open("/contact");
  await screen.findByRole("link", { name: "Create customer contact" });
  const clock = vi.spyOn(performance, "now").mockReturnValue(900);
  await user.keyboard("c");
  clock.mockRestore();
  await heading("Create customer contact");
});

it("edits the open record, and goes to other lists", async () => {
  const user = await open("/reseller/2/details");
  await screen.findByRole("link", { name: "Edit" });
  await user.keyboard("e");
  await heading(/^Reseller/);
  await screen.findByRole("button", { name: "Save" });
  focused().blur();
  await user.keyboard("gs");
  await heading("Subscribers");
});

it("knows only pages that one may open, and can be turned off", async () => {
  const user = await open("/customer", "ccareSuperuser");
  await user.keyboard("?");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Go to Customers")).toBeTruthy();
  expect(dialog.queryByText("Go to Administrators")).toBeNull();
  await user.click(dialog.getByRole("switch", { name: "Single-key shortcuts" }));
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("gs");
  await user.keyboard("?");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Customers");
  // The account menu leads back to the switch.
  await user.click(screen.getByRole("button", { name: /test-ccaresuperuser/i }));
  await user.click(await screen.findByRole("menuitem", { name: "Keyboard shortcuts" }));
  expect(await screen.findByRole("switch", { name: "Single-key shortcuts" })).toBeTruthy();
});
