import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { cleanup, render } from "../../../../tests/support/render.ts";
import { loginText } from "../../providers/loginText.ts";
import { RecoverPage } from "./RecoverPage.tsx";

const refusal = { code: 403, message: "No", key: "errors.password_reset_not_allowed", params: {} };
const { newPassword, recovery, username } = loginText;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function refuseEvery(path: string): void {
  vi.stubGlobal("fetch", async (address: string) =>
    address === path ? Response.json(refusal, { status: 403 }) : Response.json({}),
  );
}

it("says that an account may not reset its password when it asks for a link", async () => {
  refuseEvery("/api/passwordreset/");
  render(<RecoverPage token={null} />);
  await userEvent.type(screen.getByLabelText(username), "ada{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(newPassword.failure.notAllowed);
});

it("says so where the right was withdrawn after the link was sent, and does not offer another link", async () => {
  refuseEvery("/api/passwordrecovery/");
  render(<RecoverPage token="t" />);
  await userEvent.type(screen.getByLabelText(newPassword.password), "Fresh-otter8");
  await userEvent.type(screen.getByLabelText(newPassword.repeat), "Fresh-otter8{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(newPassword.failure.notAllowed);
  expect(screen.queryByRole("button", { name: recovery.submit })).toBeNull();
});
