import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { openPanel, TestPanel } from "../../../../tests/support/panel.tsx";
import { phone } from "./phone.ts";

// Registering and calling need a browser's WebSocket and WebRTC: tests/extended/webPhone.test.ts.
const panel = await openPanel({ hasService: true, sipWebsocket: "wss://sip.example.org/ws" });
afterEach(() => {
  phone.stop();
  panel.leave();
});

async function openPage(role?: string): Promise<UserEvent> {
  const user = await panel.open("/webphone", role);
  await screen.findByRole("heading", { name: "Web phone", level: 1 });
  return user;
}

async function chooseSubscriber(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole("combobox", { name: /Subscriber/ }));
  const [first] = await within(await screen.findByRole("listbox")).findAllByRole("option");
  if (first) await user.click(first);
}

const page = () => within(screen.getByRole("main"));

it("says what is missing, at its field", async () => {
  const user = await openPage();
  await user.click(screen.getByRole("button", { name: "Turn on" }));
  expect(await screen.findByText("Choose a subscriber")).toBeTruthy();
  await chooseSubscriber(user);
  await user.click(screen.getByRole("button", { name: "Turn on" }));
  expect(await screen.findByText("Enter the SIP password")).toBeTruthy();
});

it("uses the stored password by request, which the journal records, and says that this browser cannot call", async () => {
  const user = await openPage();
  await chooseSubscriber(user);
  await user.click(screen.getByRole("button", { name: "Use the stored password" }));
  expect(await page().findByText("This browser cannot make calls: it has no WebRTC.")).toBeTruthy();
  expect(panel.written()).toEqual([expect.stringMatching(/^POST \/api\/subscribers\/\d+\/reveal$/)]);
  expect(screen.getByRole("complementary", { name: "Web phone" })).toBeTruthy();
});

it("does not offer the stored password to whom it is not shown", async () => {
  await openPage("ccare");
  expect(screen.queryByRole("button", { name: "Use the stored password" })).toBeNull();
});

it("is in the menu", async () => {
  await panel.open("/dashboard");
  const menu = within(await screen.findByRole("navigation", { name: "Main menu" }));
  expect(await menu.findByRole("link", { name: "Web phone" })).toBeTruthy();
});

it("without an address in the settings is not in the menu, and its page says why", async () => {
  const without = await TestPanel.start({ hasService: true });
  await without.open("/webphone");
  expect(await screen.findByText(/this panel has none\.$/)).toBeTruthy();
  expect(screen.getByText(/SIP_WEBSOCKET_URL/)).toBeTruthy();
  const menu = within(await screen.findByRole("navigation", { name: "Main menu" }));
  await menu.findByRole("link", { name: "Call routing verification" });
  expect(menu.queryByRole("link", { name: "Web phone" })).toBeNull();
  without.leave();
  await without.stop();
});
