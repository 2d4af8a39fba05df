import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { accountOf } from "../../../../tests/support/accounts.ts";
import { TestPanel } from "../../../../tests/support/panel.tsx";
import { currentSession } from "../../session.ts";

let panel: TestPanel;
beforeAll(async () => {
  panel = await TestPanel.start();
});
afterAll(() => panel.stop());
afterEach(() => panel.leave());

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

describe("the form of an administrator", () => {
  it("asks for a password only in a new record", async () => {
    await panel.open("/administrator/create");
    expect(await screen.findByLabelText(/^Password/)).toBeTruthy();
    panel.go(`/administrator/${currentSession()?.adminId}/edit`);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Email/).value).toContain("@"));
    expect(screen.queryByLabelText(/^Password/)).toBeNull();
    // The page's last request.
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Reseller/).value).not.toBe(""));
  });
});
