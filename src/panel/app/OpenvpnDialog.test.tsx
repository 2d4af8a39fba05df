import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../tests/support/panel.tsx";
import type { OpenvpnState } from "./OpenvpnDialog.tsx";

/** State of the connection, in place of the operator's program. */
let state: OpenvpnState = "closed";

const openMenu = async (role: string) => {
  const user = await panel.open("/error404", role);
  const buttons = await screen.findAllByRole("button", { name: /./ });
  const menu = buttons.filter((button) => button.getAttribute("aria-haspopup") === "menu").at(-1);
  if (!menu) throw new Error("no user menu");
  await user.click(menu);
  await screen.findByRole("menuitem", { name: "Log out" });
  return user;
};

const change = async (wanted: OpenvpnState) => {
  state = wanted;
  return state;
};
const panel = await openPanel({ settings: { openvpn: { state: async () => state, change } } });

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
