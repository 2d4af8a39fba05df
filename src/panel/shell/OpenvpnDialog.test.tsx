import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { TestPanel } from "../../../tests/support/panel.tsx";
import type { OpenvpnState } from "./OpenvpnDialog.tsx";

let panel: TestPanel;
/** State of the connection, in place of the operator's program. */
let state: OpenvpnState = "closed";

beforeAll(async () => {
  const change = async (wanted: OpenvpnState) => {
    state = wanted;
    return state;
  };
  panel = await TestPanel.start({ settings: { openvpn: { state: async () => state, change } } });
});
afterEach(() => panel.leave());
afterAll(() => panel.stop());

const openMenu = async (role: string) => {
  const user = await panel.open("/error404", role);
  const buttons = await screen.findAllByRole("button", { name: /./ });
  const menu = buttons.filter((button) => button.getAttribute("aria-haspopup") === "menu").at(-1);
  if (!menu) throw new Error("no user menu");
  await user.click(menu);
  await screen.findByRole("menuitem", { name: "Log out" });
  return user;
};

it("opens and closes the connection from the user menu", async () => {
  const user = await openMenu("superuserMaster");
  await user.click(screen.getByRole("menuitem", { name: "Support connection" }));
  await screen.findByText("The connection is closed");
  await user.click(screen.getByRole("button", { name: "Open the connection" }));
  await screen.findByText("The connection is open");
  await waitFor(() => expect(state).toBe("open"));
});

it("is not offered to resellers", async () => {
  await openMenu("reseller");
  expect(screen.queryByRole("menuitem", { name: "Support connection" })).toBeNull();
});
