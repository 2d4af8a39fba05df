import { screen, waitFor } from "@testing-library/react";
import { afterAll, expect, it } from "vitest";
import { retype } from "../../../../tests/support/formFields.ts";
import { openPanel, savedNotice } from "../../../../tests/support/panel.tsx";
import { applyMode } from "./colourMode.ts";

const panel = await openPanel();
afterAll(async () => {
  applyMode("light");
});

const accent = () => document.documentElement.style.getPropertyValue("--accent");

it("shows the reseller's colour to its users, and requests no logo where there is none", async () => {
  const user = await panel.open("/reseller/css", "resellerMaster");
  await retype(user, "Font colour", "#7a1fa2");
  await user.click(await screen.findByRole("button", { name: "Create branding" }));
  await screen.findByText(savedNotice);
  panel.leave();

  // The form previewed it.
  document.documentElement.style.removeProperty("--accent");
  await panel.open("/dashboard", "reseller");
  await waitFor(() => expect(accent()).toBe("#7a1fa2"));
  const urls = panel.requests.map(({ url }) => url);
  expect(urls).toContainEqual(expect.stringMatching(/^\/api\/resellerbrandings\/\?/));
  expect(urls).not.toContainEqual(expect.stringContaining("brandinglogos"));
});
