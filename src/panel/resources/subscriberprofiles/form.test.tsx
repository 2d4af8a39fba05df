import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { TestPanel } from "../../../../tests/support/panel.tsx";

vi.setConfig({ testTimeout: 60_000 });
let panel: TestPanel;
beforeAll(async () => {
  panel = await TestPanel.start();
}, 60_000);
afterAll(() => panel.stop());
afterEach(() => panel.leave());

it("chooses what subscribers may set by its label, and nothing that they never see", async () => {
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
