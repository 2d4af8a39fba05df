import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();

const address = "/subscriber/26/details/master-data";
const written = () => panel.requests.filter(({ method }) => method !== "GET");

it("refuses a password against the policy, sets a generated one, and shows it once", async () => {
  const user = await panel.open(address);
  const button = await screen.findByRole("button", { name: "Reset password" });
  expect(button.getAttribute("aria-keyshortcuts")).toBe("w");
  await user.click(button);
  const dialog = within(await screen.findByRole("dialog", { name: /^New password for / }));
  const save = dialog.getByRole("button", { name: "Set password" });
  expect(save.hasAttribute("disabled")).toBe(true);
  const web = dialog.getByLabelText("Web password");
  await user.type(web, "short");
  await user.click(save);
  await waitFor(() => expect(web.getAttribute("aria-invalid")).toBe("true"));
  expect(written()).toEqual([]);
  await user.clear(web);
  const [generate] = dialog.getAllByRole("button", { name: "Generate a password" });
  await user.click(generate as HTMLElement);
  const made = (dialog.getByLabelText("SIP password") as HTMLInputElement).value;
  expect(made.length).toBeGreaterThan(11);
  await user.click(save);
  expect(await dialog.findByText(made)).toBeTruthy();
  expect(dialog.getAllByRole("button", { name: "Copy" })).toHaveLength(1);
  expect(written().map(({ method, url }) => `${method} ${url}`)).toEqual(["PATCH /api/subscribers/26"]);
  expect(panel.requests.filter(({ url }) => url.includes(encodeURIComponent(made)))).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(document.body.textContent).not.toContain(made));
});

it("is not offered to who may not change the record", async () => {
  await panel.open(address, "superuserReadOnly");
  await screen.findByRole("link", { name: "Call forwards" });
  expect(screen.queryByRole("button", { name: "Reset password" })).toBeNull();
});
