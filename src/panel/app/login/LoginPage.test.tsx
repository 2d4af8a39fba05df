import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cleanup, render } from "../../../../tests/support/render.ts";
import { loginText } from "../../providers/loginText.ts";
import { currentSession, type EndReason } from "../../providers/session.ts";
import { LoginPage } from "./LoginPage.tsx";

const token = `e30.${btoa('{"id":42}')}.s`;
const fetchMock = vi.fn<typeof fetch>();
const refuse = (status: number, message: string) =>
  fetchMock.mockResolvedValueOnce(Response.json({ code: status, message }, { status }));
const sentBody = (call = 0) => JSON.parse(String(fetchMock.mock.calls[call]?.[1]?.body));

beforeEach(() => {
  localStorage.clear();
  fetchMock.mockReset();
  vi.stubGlobal("fetch", fetchMock);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(ended?: EndReason) {
  const onLogin = vi.fn();
  const onAttempt = vi.fn();
  render(<LoginPage endReason={ended} onAttempt={onAttempt} onLogin={onLogin} />);
  const user = userEvent.setup();
  const username = screen.getByLabelText<HTMLInputElement>(loginText.username);
  const password = screen.getByLabelText<HTMLInputElement>(loginText.password);
  const logIn = async (name: string, secret: string) => {
    await user.clear(username);
    await user.type(username, name);
    await user.clear(password);
    await user.type(password, `${secret}{Enter}`);
  };
  return { user, username, password, logIn, onLogin, onAttempt };
}

describe("the login page", () => {
  it("focuses the user name first", () => {
    const { username } = open();
    expect(document.activeElement).toBe(username);
    expect(document.title).toBe("Log in · Patchbay");
  });

  it("logs in", async () => {
    fetchMock.mockResolvedValueOnce(Response.json({ jwt: token, id: 42 }));
    const { logIn, onLogin, onAttempt } = open();
    await logIn(" ada ", "S3cret");
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/login_jwt");
    expect(sentBody()).toEqual({ username: "ada", password: "S3cret" });
    expect(currentSession()).toEqual({ token, adminId: 42 });
    expect(onAttempt).toHaveBeenCalledOnce();
    expect(onLogin).toHaveBeenCalledOnce();
  });

  it.each<[number, string, string]>([
    [403, "User not found", loginText.failure.wrongCredentials],
    [422, "both are needed", loginText.failure.wrongCredentials],
    [403, "Banned", loginText.failure.banned],
    [500, "No JWT key configured", loginText.failure.unexpected],
    [401, "who are you", loginText.failure.unexpected],
  ])("says in the form what %s %s means", async (status, message, text) => {
    refuse(status, message);
    const { logIn, onLogin, password } = open();
    await logIn("ada", "wrong");
    expect((await screen.findByRole("alert")).textContent).toBe(text);
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect(password.value).toBe("wrong");
    expect(onLogin).not.toHaveBeenCalled();
  });

  it.each([
    ["300", "in 5 minutes"],
    ["61", "in 2 minutes"],
    ["12", "in 1 minute"],
  ])("says for how long a ban of %s seconds lasts", async (seconds, when) => {
    const headers = { "Retry-After": seconds };
    fetchMock.mockResolvedValueOnce(Response.json({ code: 403, message: "Banned" }, { status: 403, headers }));
    const { logIn } = open();
    await logIn("ada", "S3cret");
    expect((await screen.findByRole("alert")).textContent).toBe(loginText.bannedFor.replace("%{when}", when));
  });

  it("takes an answer without a token for a refusal", async () => {
    fetchMock.mockResolvedValueOnce(Response.json({}));
    const { logIn, onLogin } = open();
    await logIn("ada", "S3cret");
    expect((await screen.findByRole("alert")).textContent).toBe(loginText.failure.wrongCredentials);
    expect(onLogin).not.toHaveBeenCalled();
  });

  it("asks for the one-time password when required", async () => {
    refuse(403, "Invalid OTP");
    refuse(400, "There is no second factor to set up");
    fetchMock.mockResolvedValueOnce(Response.json({ jwt: token }));
    const { user, logIn, onLogin } = open();
    await logIn("ada", "S3cret");
    await screen.findByText(loginText.secondFactor.lost);
    const otp = await screen.findByLabelText(loginText.otp);
    await waitFor(() => expect(document.activeElement).toBe(otp));
    await user.type(otp, "123456{Enter}");
    expect(sentBody(2)).toEqual({ username: "ada", password: "S3cret", otp: "123456" });
    expect(onLogin).toHaveBeenCalledOnce();
  });

  it("shows how to set up an app to users without one", async () => {
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:qr", revokeObjectURL: () => {} }));
    refuse(403, "Invalid OTP");
    fetchMock.mockResolvedValueOnce(new Response("ABCDEFGHIJKLMNOP"));
    fetchMock.mockResolvedValueOnce(new Response("png"));
    const { logIn } = open();
    await logIn("Zoë", "S3cret");
    const picture = await screen.findByRole<HTMLImageElement>("img", { name: loginText.secondFactor.alt });
    await waitFor(() => expect(picture.src).toBe("blob:qr"));
    expect(screen.getByText("ABCD EFGH IJKL MNOP")).toBeTruthy();
    const headers = new Headers(fetchMock.mock.calls[1]?.[1]?.headers);
    expect(headers.get("Authorization")).toBe(`Basic ${Buffer.from("Zoë:S3cret").toString("base64")}`);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(loginText.otp)));
  });

  it("still asks for the code when the setup cannot be loaded", async () => {
    refuse(403, "Invalid OTP");
    refuse(503, "later");
    const { logIn } = open();
    await logIn("ada", "S3cret");
    await screen.findByText(loginText.secondFactor.failed);
    expect(screen.getByLabelText(loginText.otp)).toBeTruthy();
  });

  it("asks for a new password in place of an expired one, and logs in with it", async () => {
    refuse(403, "Password expired");
    const { user, logIn, onLogin } = open();
    await logIn("ada", "Zürich-0ld!");
    // The form for a new password is lazy.
    expect((await screen.findByRole("alert")).textContent).toBe(loginText.failure.passwordExpired);
    const { password, repeat, submit } = loginText.newPassword;
    const field = screen.getByLabelText(password);
    await waitFor(() => expect(document.activeElement).toBe(field));

    await user.type(field, "Fresh-otter8");
    await user.type(screen.getByLabelText(repeat), "Fresh-otter9{Enter}");
    expect(await screen.findByText(loginText.newPassword.differs)).toBeTruthy();
    fetchMock.mockClear();
    await user.clear(screen.getByLabelText(repeat));
    await user.type(screen.getByLabelText(repeat), "Fresh-otter8");

    refuse(403, "Invalid OTP");
    refuse(400, "There is no second factor to set up");
    await user.click(screen.getByRole("button", { name: submit }));
    await screen.findByText(loginText.secondFactor.lost);
    const otp = await screen.findByLabelText(loginText.otp);
    await waitFor(() => expect(document.activeElement).toBe(otp));
    const renewed = new Response(null, { status: 204, headers: { "X-Renewed-Token": token } });
    fetchMock.mockResolvedValueOnce(renewed);
    fetchMock.mockResolvedValueOnce(Response.json({ cookie: true, id: 42 }));
    await user.type(otp, "123456{Enter}");

    await waitFor(() => expect(onLogin).toHaveBeenCalledOnce());
    const [, init] = fetchMock.mock.calls[2] ?? [];
    const headers = new Headers(init?.headers);
    expect(headers.get("Authorization")).toBe(`Basic ${Buffer.from("ada:Zürich-0ld!").toString("base64")}`);
    expect(headers.get("X-OTP")).toBe("123456");
    expect(sentBody(2)).toEqual({ new_password: "Fresh-otter8" });
    expect(sentBody(3)).toEqual({ jwt: token });
    expect(currentSession()).toEqual({ token: null, adminId: 42 });
  });

  it("shows that it is busy and submits once", async () => {
    let answer: (response: Response) => void = () => {};
    fetchMock.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const { user, logIn, onLogin } = open();
    await logIn("ada", "S3cret");
    const button = screen.getByRole("button", { name: loginText.busy });
    await user.click(button);
    expect(fetchMock).toHaveBeenCalledOnce();
    answer(Response.json({ jwt: token }));
    await waitFor(() => expect(onLogin).toHaveBeenCalledOnce());
  });

  it("shows the password on request", async () => {
    const { user, password } = open();
    await user.click(screen.getByRole("button", { name: loginText.show }));
    expect(password.type).toBe("text");
    await user.click(screen.getByRole("button", { name: loginText.hide }));
    expect(password.type).toBe("password");
  });

  it("warns of caps lock", async () => {
    const { user, password } = open();
    await user.type(password, "{CapsLock}a");
    expect(screen.getByText(loginText.capsLock)).toBeTruthy();
  });

  it("says why the last session ended", () => {
    open("expired");
    expect(screen.getByRole("status").textContent).toBe(loginText.ended.expired);
  });
});
