import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();

it("offers preferences by label, without those hidden from subscribers", async () => {
  const user = await panel.open("/subscriberprofile/1/details/profile/1/edit");
  const picker = await screen.findByRole("combobox", { name: "Subscribers may set" });
  expect(await screen.findByRole("button", { name: "Do not disturb" })).toBeTruthy();
  await user.type(picker, "admin");
  expect(screen.queryByRole("option", { name: /Administrative/ })).toBeNull();
  await user.clear(picker);
  await user.type(picker, "call queue");
  await user.click(await screen.findByRole("option", { name: "Call queue" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(async () =>
    expect((await panel.read("/api/subscriberprofiles/1")).attributes).toContain("cloud_pbx_callqueue"),
  );
});
