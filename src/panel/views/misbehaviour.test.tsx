import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, expect, it } from "vitest";
import type { Misbehaviour } from "../../../tests/support/misbehavingProxy.ts";
import { savedNotice, TestPanel } from "../../../tests/support/panel.tsx";
import { endSession } from "../providers/session.ts";

const panel = await TestPanel.startBehindProxy();
afterAll(() => panel.stop());
afterEach(() => {
  panel.proxy.misbehave = () => undefined;
  endSession("loggedOut");
  panel.leave();
});

const fail = (method: string, beginning: string, wrong: Misbehaviour) => {
  panel.proxy.misbehave = (asked, path) => (asked === method && path.startsWith(beginning) ? wrong : undefined);
};
const menu = () => screen.getByRole("navigation", { name: "Main menu" });

it.each<[Misbehaviour, RegExp]>([
  ["webPage", /answer could not be read/],
  ["cutOff", /No connection to the platform/],
])("a list that gets %s says so in its place, and another try mends it", async (wrong, text) => {
  const user = await panel.open("/dashboard");
  fail("GET", "/api/domains/", wrong);
  panel.go("/domain");
  expect(await screen.findByText(text)).toBeTruthy();
  expect(within(menu()).getByRole("link", { name: "Customers" })).toBeTruthy();
  panel.proxy.misbehave = () => undefined;
  await user.click(within(await screen.findByRole("main")).getByRole("button", { name: "Try again" }));
  expect((await screen.findAllByRole("row", { name: /example/ })).length).toBeGreaterThan(1);
  expect(screen.queryByText(text)).toBeNull();
});

it("keeps the draft while the platform is unreachable, says that nothing is sent later, and saves on a retry", async () => {
  const user = await panel.open("/customer/3/edit");
  const field = await screen.findByLabelText<HTMLInputElement>("External ID");
  await user.clear(field);
  await user.type(field, "OFFLINE-3");
  let isRefused = false;
  panel.proxy.misbehave = (method) => {
    isRefused ||= method !== "GET";
    return "refuse";
  };
  await user.click(await screen.findByRole("button", { name: "Save" }));
  // A refused lookup of the form shows the same messages.
  await waitFor(() => expect(isRefused).toBe(true));
  expect(await screen.findByText("The platform cannot be reached.")).toBeTruthy();
  expect(await screen.findByText("No connection to the platform")).toBeTruthy();
  expect(field.value).toBe("OFFLINE-3");

  panel.proxy.misbehave = () => undefined;
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("The platform cannot be reached.")).toBeNull());
  expect((await panel.read("/api/customers/3")).external_id).not.toBe("OFFLINE-3");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText(savedNotice)).toBeTruthy();
  expect(await panel.read("/api/customers/3")).toMatchObject({ external_id: "OFFLINE-3" });
});
