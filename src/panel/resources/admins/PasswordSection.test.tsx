import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accountOf } from "../../../../tests/support/accounts.ts";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { currentSession } from "../../providers/session.ts";
import { withRoleAsStored } from "./form.tsx";

const panel = await openPanel();

/** Opens the tab of the logged-in account. */
async function openOwn(role: string) {
  const user = await panel.open("/dashboard", role);
  panel.go(`/administrator/${currentSession()?.adminId}/details/security`);
  const password = await screen.findByLabelText<HTMLInputElement>("New password");
  const repeat = screen.getByLabelText<HTMLInputElement>("Repeat the new password");
  const save = screen.getByRole("button", { name: "Change password" });
  return { user, password, repeat, save };
}

describe("the user's own password", () => {
  it("is validated before it is sent: empty, common, or mismatched", async () => {
    const { user, password, repeat, save } = await openOwn("superuserMaster");
    await user.click(save);
    await screen.findByText("This field is required");
    expect(document.activeElement).toBe(password);

    await user.type(password, "Summer2026!");
    await screen.findAllByText(/^Too common/);
    await user.click(save);
    await screen.findByText("The passwords do not match");
    await waitFor(() => expect(password.getAttribute("aria-invalid")).toBe("true"));
    expect(repeat.getAttribute("aria-invalid")).toBe("true");
    expect(panel.written()).toEqual([]);
  });

  it("keeps the input when the platform refuses it, and says why", async () => {
    const { user, password, repeat, save } = await openOwn("superuserMaster");
    const present = accountOf("superuserMaster").password;
    await user.type(password, present);
    await user.type(repeat, present);
    await user.click(save);
    await screen.findByText(/^Used before/);
    expect([password.value, repeat.value]).toEqual([present, present]);
  });

  it("can be changed by read-only users, whose session continues", async () => {
    const { user, password, repeat, save } = await openOwn("superuserReadOnly");
    const before = currentSession()?.token;
    await user.type(password, "Fresh-otter8");
    await user.type(repeat, "Fresh-otter8");
    await user.click(save);
    await screen.findByText(/Your password has been changed/);
    expect(panel.written()).toEqual(["POST /api/passwordchange/"]);
    expect(panel.requests.find(({ method }) => method === "POST")?.body).toEqual({ new_password: "Fresh-otter8" });
    expect(currentSession()?.token).not.toBe(before);
    expect((await panel.read("/api/domains/")).total_count).toBeGreaterThan(0);
    expect(password.value).toBe("");
  });

  it("is hidden from others", async () => {
    await panel.open("/administrator/2/details/security");
    await screen.findByRole("heading", { name: "Second factor" });
    expect(screen.queryByLabelText("New password")).toBeNull();
  });
});

it("the form of an administrator asks for a password only in a new record, and sends its role as it is stored", async () => {
  const user = await panel.open("/administrator/create");
  expect(await screen.findByLabelText(/^Password/)).toBeTruthy();
  panel.go(`/administrator/${currentSession()?.adminId}/edit`);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Email/).value).toContain("@"));
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
  // The page's last request.
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Reseller/).value).not.toBe(""));
  await user.type(screen.getByLabelText(/^Email/), "s");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(panel.written()).toHaveLength(1));
  const flags = { is_system: false, is_superuser: true, is_ccare: false, lawful_intercept: false };
  const { body } = panel.requests.find(({ method }) => method !== "GET") ?? {};
  expect(body).toMatchObject(flags);
  expect(body).not.toHaveProperty("role");
  const stored = { role: "admin", ...flags, is_system: true };
  expect(withRoleAsStored({ id: 1, role: "admin" }, stored)).toEqual({ id: 1, ...flags, is_system: true });
  expect(withRoleAsStored({ id: 1, role: "ccare" }, stored)).toEqual({ id: 1, role: "ccare" });
  expect(withRoleAsStored({ id: 1, role: "admin" }, { role: "admin" })).toEqual({ id: 1, role: "admin" });
});

describe("another user's password", () => {
  /** Opens the tab of the superuser as its master, after these changes of the account. */
  async function openOther(changes: Readonly<Record<string, unknown>>) {
    const user = await panel.open("/dashboard", "superuserMaster");
    const { _embedded } = await panel.read(`/api/admins/?login=${accountOf("superuser").login}`);
    const [{ id }] = (_embedded as { "ngcp:admins": [{ id: number }] })["ngcp:admins"];
    for (const [field, value] of Object.entries(changes)) await panel.change(`/api/admins/${id}`, field, value);
    panel.go(`/administrator/${id}/details/security`);
    await screen.findByRole("heading", { name: "Password" });
    return user;
  }
  const send = { name: "Send reset link" };

  it("is set by its owner, through a link that others can send", async () => {
    const user = await openOther({});
    expect(screen.queryByLabelText("New password")).toBeNull();
    await user.click(screen.getByRole("button", send));
    expect((await screen.findByText(/^A link is on its way to/)).textContent).toContain("superuser@test.example");
    expect(panel.written()).toEqual(["POST /api/passwordreset/"]);
  });

  it("gets no link without an email address, or without the right to reset it", async () => {
    await openOther({ email: null });
    await screen.findByText(/no email address/);
    expect(screen.queryByRole("button", send)).toBeNull();
    panel.leave();
    await openOther({ can_reset_password: false });
    await screen.findByText(/not allowed to reset/);
    expect(screen.queryByRole("button", send)).toBeNull();
  });
});
